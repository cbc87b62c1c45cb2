/* SPDX-License-Identifier: Apache-2.0
 *
 * Records from anyone. The first byte says what the rest is: 'd' a database
 * file, 'j' and 'w' one with what lies beside it, a rollback journal or a
 * write-ahead log (the next two bytes have the size of the database in pages of
 * 512 bytes), 'i' lines to import. Beyond "does not fall over": a file that
 * opens can be read to its end and written as tables; what an import took comes
 * out again, and makes the same match once more. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "journal/journal.h"
#include "report/match_csv.h"
#include "rules/rules_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char dir[32];

static const char *path_of(const char *name)
{
    static char path[64];
    (void)snprintf(path, sizeof path, "%s/%s", dir, name);
    return path;
}

static void remove_record(const char *name)
{
    static const char *const with[] = {"", "-wal", "-shm", "-journal"};
    char path[80];
    for (int i = 0; i < 4; i++) {
        (void)snprintf(path, sizeof path, "%s%s", path_of(name), with[i]);
        (void)unlink(path);
    }
}

static void leave(void)
{
    remove_record("a");
    remove_record("b");
    (void)rmdir(dir);
}

/* In memory where there is such a folder: a disk would be waited for. */
static void arrive(void)
{
    if (dir[0] != '\0')
        return;
    (void)snprintf(dir, sizeof dir, "%s/crok-fuzz-XXXXXX",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    CROK_ASSERT(mkdtemp(dir) != NULL);
    (void)atexit(leave);
}

/* All lines, each with its end; free with free(). */
static char *read_all(crok_journal *j, size_t *len)
{
    crok_journal_line line = {0};
    char *text = calloc(1, 1);
    *len = 0;
    while (crok_journal_next(j, line.seq, &line, NULL) == CROK_OK &&
           line.text != NULL) {
        text = realloc(text, *len + line.len + 1);
        CROK_ASSERT(text != NULL);
        memcpy(text + *len, line.text, line.len);
        *len += line.len + 1;
        text[*len - 1] = '\n';
    }
    return text;
}

static void write_tables(const crok_journal *j)
{
    crok_history h = {0};
    CROK_ASSERT(crok_history_of(crok_journal_log(j), &h, NULL) == CROK_OK);
    free(crok_rounds_csv(&h));
    free(crok_shots_csv(&h));
    crok_history_free(&h);
}

static void write_file(const char *name, const uint8_t *data, size_t size)
{
    FILE *f = fopen(path_of(name), "wb");
    CROK_ASSERT(f != NULL);
    CROK_ASSERT(fwrite(data, 1, size, f) == size);
    (void)fclose(f);
}

/* Read the record "a" in every way. */
static void read_record(void)
{
    static const crok_journal_mode modes[] = {
        CROK_JOURNAL_SALVAGE, CROK_JOURNAL_READ, CROK_JOURNAL_WRITE};
    for (int i = 0; i < 3; i++) {
        static const crok_picture_key key = {1, false, 0};
        crok_journal *j = NULL;
        unsigned char *bytes = NULL;
        size_t len = 0;
        if (crok_journal_open(path_of("a"), modes[i], &j, NULL) != CROK_OK)
            continue;
        free(read_all(j, &len));
        if (crok_journal_picture(j, &key, &bytes, &len, NULL) == CROK_OK)
            free(bytes);
        write_tables(j);
        crok_journal_close(&j);
    }
    remove_record("a");
}

static void fuzz_database(const uint8_t *data, size_t size)
{
    write_file("a", data, size);
    read_record();
}

static void fuzz_leftover(const char *name, const uint8_t *data, size_t size)
{
    size_t n = 0;
    if (size < 2)
        return;
    n = 512 * ((size_t)data[0] << 8 | data[1]);
    if (n > size - 2)
        n = size - 2;
    write_file("a", data + 2, n);
    write_file(name, data + 2 + n, size - 2 - n);
    read_record();
}

static char *match_text(const crok_journal *j)
{
    cJSON *doc = crok_match_to_json(crok_journal_match(j));
    char *text = cJSON_PrintUnformatted(doc);
    cJSON_Delete(doc);
    return text;
}

static crok_journal *imported(const char *name, const char *text, size_t len)
{
    crok_journal *j = NULL;
    CROK_ASSERT(crok_journal_open(path_of(name), CROK_JOURNAL_WRITE, &j,
                                  NULL) == CROK_OK);
    if (crok_journal_import(j, name, text, len, NULL) != CROK_OK) {
        CROK_ASSERT(crok_journal_seq(j) == 0);
        crok_journal_close(&j);
    }
    return j;
}

static void fuzz_lines(const char *text, size_t len)
{
    crok_journal *j = imported("a", text, len);
    if (j != NULL) {
        size_t n = 0;
        size_t n_again = 0;
        char *lines = read_all(j, &n);
        crok_journal *again = imported("b", lines, n);
        char *match = match_text(j);
        char *match_again = NULL;
        char *lines_again = NULL;
        CROK_ASSERT(again != NULL);
        lines_again = read_all(again, &n_again);
        match_again = match_text(again);
        CROK_ASSERT(n == n_again && memcmp(lines, lines_again, n) == 0);
        CROK_ASSERT(strcmp(match, match_again) == 0);
        write_tables(j);
        free(lines);
        free(lines_again);
        cJSON_free(match);
        cJSON_free(match_again);
        crok_journal_close(&again);
        crok_journal_close(&j);
    }
    remove_record("a");
    remove_record("b");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    arrive();
    if (size < 1)
        return 0;
    if (data[0] == 'd')
        fuzz_database(data + 1, size - 1);
    else if (data[0] == 'j')
        fuzz_leftover("a-journal", data + 1, size - 1);
    else if (data[0] == 'w')
        fuzz_leftover("a-wal", data + 1, size - 1);
    else if (data[0] == 'i')
        fuzz_lines((const char *)data + 1, size - 1);
    return 0;
}
