/* SPDX-License-Identifier: Apache-2.0
 *
 * Replays a corpus without a fuzzer: every file of the folder argv[1] goes
 * through the target once. Fails where the folder is missing or empty, so that
 * a lost corpus does not pass for a clean one. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned char *read_file(const char *path, size_t *size)
{
    const size_t room = (size_t)16 << 20;
    unsigned char *data = malloc(room);
    FILE *f = fopen(path, "rb");
    *size = 0;
    if (f != NULL && data != NULL)
        *size = fread(data, 1, room, f);
    if (f == NULL || data == NULL || ferror(f)) {
        free(data);
        data = NULL;
    }
    if (f != NULL)
        (void)fclose(f);
    return data;
}

/* The bytes in a block of exactly their size, so that a read past their end
 * is seen. */
static int replay(const char *path)
{
    size_t size = 0;
    unsigned char *data = read_file(path, &size);
    unsigned char *exact = malloc(size == 0 ? 1 : size);
    int ok = data != NULL && exact != NULL;
    if (ok) {
        memcpy(exact, data, size);
        (void)LLVMFuzzerTestOneInput(exact, size);
    }
    free(exact);
    free(data);
    if (!ok)
        (void)fprintf(stderr, "replay: cannot read %s\n", path);
    return ok;
}

int main(int argc, char **argv)
{
    DIR *dir = argc == 2 ? opendir(argv[1]) : NULL;
    const struct dirent *entry = NULL;
    int n = 0;
    int ok = 1;
    if (dir == NULL) {
        (void)fprintf(stderr, "usage: %s CORPUS_FOLDER\n", argv[0]);
        return 2;
    }
    while ((entry = readdir(dir)) != NULL) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        ok = replay(path) && ok;
        n++;
    }
    (void)closedir(dir);
    (void)printf("%d files replayed\n", n);
    return ok && n > 0 ? 0 : 1;
}
