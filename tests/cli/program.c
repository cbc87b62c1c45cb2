/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "cli/program.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/file.h"
#include "core/json.h"
#include "jpeg_file.h"

static char *read_text(FILE *f)
{
    char *text = NULL;
    long n = 0;
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    n = ftell(f);
    assert_true(n >= 0);
    rewind(f);
    text = calloc(1, (size_t)n + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)n, f), (size_t)n);
    (void)fclose(f);
    return text;
}

static void run_child(const char *const *args, FILE *in, FILE *out, FILE *err)
{
    char *argv[48];
    int n = 0;
    argv[n++] = strdup("crokeye");
    for (int i = 0; args[i] != NULL && n < 47; i++)
        argv[n++] = strdup(args[i]);
    argv[n] = NULL;
    if (dup2(fileno(in), 0) == 0 && dup2(fileno(out), 1) == 1 &&
        dup2(fileno(err), 2) == 2)
        (void)execv(CROK_BIN, argv);
    _exit(127);
}

program_run program(const char *const *args, const char *input, size_t n_input)
{
    program_run run = {.status = -1};
    FILE *in = tmpfile();
    FILE *out = tmpfile();
    FILE *err = tmpfile();
    int status = 0;
    pid_t pid = 0;
    assert_true(in != NULL && out != NULL && err != NULL);
    if (n_input > 0)
        assert_int_equal(fwrite(input, 1, n_input, in), n_input);
    rewind(in);
    (void)fflush(NULL);
    pid = fork();
    if (pid == 0)
        run_child(args, in, out, err);
    assert_true(pid > 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status))
        run.status = WEXITSTATUS(status);
    run.out = read_text(out);
    run.err = read_text(err);
    (void)fclose(in);
    assert_int_not_equal(run.status, 127);
    return run;
}

void program_parse(program_run *run)
{
    char *line = run->out;
    while (*line != '\0') {
        char *end = strchr(line, '\n');
        crok_err err = {0};
        assert_non_null(end);
        assert_true(run->n_docs < PROGRAM_MAX_DOCS);
        CHECK_STATUS(crok_json_parse(line, (size_t)(end - line), "output",
                                     &run->doc[run->n_docs], &err),
                     CROK_OK, &err);
        run->n_docs++;
        line = end + 1;
    }
}

void program_free(program_run *run)
{
    for (int i = 0; i < run->n_docs; i++)
        cJSON_Delete(run->doc[i]);
    free(run->out);
    free(run->err);
    *run = (program_run){0};
}

const char *program_code(const cJSON *doc)
{
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(doc, "error");
    const cJSON *code = cJSON_GetObjectItemCaseSensitive(error, "code");
    return cJSON_IsString(code) ? code->valuestring : "";
}

int program_folder_make(void **state)
{
    static char path[] = "/tmp/crokeye-test-XXXXXX";
    if (mkdtemp(path) == NULL || chdir(path) != 0)
        return -1;
    *state = path;
    return 0;
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

int program_folder_remove(void **state)
{
    const char *path = *state;
    if (chdir("/") != 0)
        return -1;
    return nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

void program_write(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    if (n > 0)
        assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

void program_write_photo(const char *path)
{
    crok_image img = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(160, 120, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    for (int y = 0; y < img.h_px; y++)
        for (int x = 0; x < 3 * img.w_px; x++)
            crok_image_row(&img, y)[x] = (uint8_t)(x + y);
    CHECK_STATUS(jpeg_file(&img, path, 90, &err), CROK_OK, &err);
    crok_image_free(&img);
}
