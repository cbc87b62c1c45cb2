/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that uses libcrokeye by its header alone, as a stranger's would. It
 * is built against an installed library, as C and as C++:
 *
 *     client score [OPTION=VALUE]... PHOTO...    documents of the files
 *     client memory [OPTION=VALUE]... PHOTO...   of their bytes
 *     client judge|play [OPTION=VALUE]... FILE   the judge's lines
 *     client follow [OPTION=VALUE]... FOLDER     of the frames in it, 30 a
 *         second, 000000.jpg and so on; messages go to standard error. The
 *         option add@N=FILE adds an event before frame N, and events=FILE gets
 *         all events at the end
 *
 * Exit status: 0, or 1 if a call failed; then the message is on standard
 * error. */
#include <crokeye.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Read a file; its bytes end with a zero byte. NULL: it cannot be read. */
static char *read_file(const char *path, size_t *n_bytes)
{
    FILE *f = fopen(path, "rb");
    size_t room = (size_t)64 << 20;
    char *bytes = f == NULL ? NULL : (char *)malloc(room);
    if (bytes != NULL) {
        *n_bytes = fread(bytes, 1, room - 1, f);
        bytes[*n_bytes] = '\0';
    }
    if (f != NULL)
        fclose(f);
    return bytes;
}

/* Split OPTION=VALUE in place. Returns the value; NULL: it is no option. */
static char *value_of(char *argument)
{
    char *equals = strchr(argument, '=');
    if (equals == NULL)
        return NULL;
    *equals = '\0';
    return equals + 1;
}

static int complain(const char *message)
{
    fprintf(stderr, "client: %s\n", message);
    return 1;
}

/* ---- photos ---- */

static crokeye_status score_bytes(crokeye_scorer *s, const char *path)
{
    crokeye_picture p = {CROKEYE_FILE, NULL, 0, 0, 0, 0, 0, path};
    char *bytes = read_file(path, &p.n_bytes);
    crokeye_status status = CROKEYE_OK;
    p.bytes = bytes;
    status = crokeye_scorer_score(s, &p);
    free(bytes);
    return status;
}

static int score(int n, char **argument, int is_memory)
{
    crokeye_scorer *s = crokeye_scorer_new();
    int failed = s == NULL;
    for (int i = 0; i < n && s != NULL; i++) {
        char *value = value_of(argument[i]);
        crokeye_status status =
            value != NULL ? crokeye_scorer_set(s, argument[i], value)
            : is_memory   ? score_bytes(s, argument[i])
                          : crokeye_scorer_score_file(s, argument[i]);
        if (status != CROKEYE_OK)
            failed = complain(crokeye_scorer_message(s));
        if (value == NULL)
            puts(crokeye_scorer_json(s));
    }
    crokeye_scorer_free(s);
    return failed;
}

/* ---- documents ---- */

static int judge(int n, char **argument, int plays)
{
    crokeye_judge *j = crokeye_judge_new();
    int failed = j == NULL;
    for (int i = 0; i < n && j != NULL; i++) {
        char *value = value_of(argument[i]);
        size_t n_bytes = 0;
        char *text = value == NULL ? read_file(argument[i], &n_bytes) : NULL;
        crokeye_status status = value != NULL
                                    ? crokeye_judge_set(j, argument[i], value)
                                : plays ? crokeye_judge_events(j, text, n_bytes)
                                        : crokeye_judge_shots(j, text, n_bytes);
        if (status != CROKEYE_OK)
            failed = complain(crokeye_judge_message(j));
        if (value == NULL)
            fputs(crokeye_judge_json(j), stdout);
        free(text);
    }
    crokeye_judge_free(j);
    return failed;
}

/* ---- frames ---- */

static void print_news(crokeye_follower *f)
{
    const char *text = NULL;
    while ((text = crokeye_follower_line(f)) != NULL)
        puts(text);
    while ((text = crokeye_follower_words(f)) != NULL)
        fprintf(stderr, "%s\n", text);
}

static int print_events(crokeye_follower *f, const char *path)
{
    const char *text = NULL;
    FILE *to = fopen(path, "w");
    if (to == NULL)
        return complain(path);
    while ((text = crokeye_follower_event(f)) != NULL)
        fprintf(to, "%s\n", text);
    return fclose(to) != 0;
}

/* An event that is added before a frame. */
typedef struct addition {
    int frame;
    const char *path; /* NULL: none */
} addition;

static int add(crokeye_follower *f, const char *path)
{
    size_t n_bytes = 0;
    char *text = read_file(path, &n_bytes);
    crokeye_status status = crokeye_follower_add(f, text);
    free(text);
    return status == CROKEYE_OK ? 0 : complain(crokeye_follower_message(f));
}

/* Give all frames of a folder. */
static int give_frames(crokeye_follower *f, const char *folder,
                       const addition *a)
{
    char path[512];
    int failed = 0;
    for (int i = 0;; i++) {
        crokeye_picture p = {CROKEYE_FILE, NULL, 0, 0, 0, 0, 0, NULL};
        char *bytes = NULL;
        snprintf(path, sizeof path, "%s/%06d.jpg", folder, i);
        bytes = read_file(path, &p.n_bytes);
        if (bytes == NULL)
            return failed;
        p.bytes = bytes;
        if (a->path != NULL && i == a->frame)
            failed |= add(f, a->path);
        if (crokeye_follower_frame(f, &p, (int64_t)(i * 1e9 / 30.0)) !=
            CROKEYE_OK)
            failed = complain(crokeye_follower_message(f));
        free(bytes);
        print_news(f);
    }
}

static int follow(int n, char **argument)
{
    crokeye_follower *f = crokeye_follower_new();
    addition a = {0, NULL};
    const char *events = NULL;
    int failed = f == NULL;
    for (int i = 0; i < n && f != NULL; i++) {
        char *value = value_of(argument[i]);
        if (value != NULL && strncmp(argument[i], "add@", 4) == 0) {
            a.frame = atoi(argument[i] + 4);
            a.path = value;
        } else if (value != NULL && strcmp(argument[i], "events") == 0) {
            events = value;
        } else if (value != NULL) {
            if (crokeye_follower_set(f, argument[i], value) != CROKEYE_OK)
                failed = complain(crokeye_follower_message(f));
        } else {
            failed |= give_frames(f, argument[i], &a);
        }
    }
    if (f != NULL && crokeye_follower_finish(f) != CROKEYE_OK)
        failed = complain(crokeye_follower_message(f));
    if (f != NULL)
        print_news(f);
    if (f != NULL && events != NULL)
        failed |= print_events(f, events);
    crokeye_follower_free(f);
    return failed;
}

int main(int argc, char **argv)
{
    const char *what = argc < 2 ? "" : argv[1];
    if (crokeye_abi() != CROKEYE_ABI)
        return complain("the library is of another interface");
    if (strcmp(what, "score") == 0 || strcmp(what, "memory") == 0)
        return score(argc - 2, argv + 2, strcmp(what, "memory") == 0);
    if (strcmp(what, "judge") == 0 || strcmp(what, "play") == 0)
        return judge(argc - 2, argv + 2, strcmp(what, "play") == 0);
    if (strcmp(what, "follow") == 0)
        return follow(argc - 2, argv + 2);
    if (strcmp(what, "version") == 0)
        return puts(crokeye_version()) < 0;
    return complain("score, memory, judge, play, follow or version");
}
