/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures of phones are kept only where that is turned on, and with them what
 * a truth file says and nothing else. */
#include "serve/client.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "core/file.h"
#include "core/json.h"
#include "discs/colour.h"
#include "journal/game.h"
#include "serve/keep.h"
#include "serve/made_jpeg.h"

#define LINE "[[1,2],[3,4],[5,6],[7,8],[9,10],[11,12],[13,14],[15.04,-16]]"
#define PLACES "{\"u\":320.04,\"v\":240.5,\"r\":12.3,\"team\":\"dark red\"}"
#define TRUTH                                                                  \
    "{\"schema\":\"crokeye.truth/1\",\"width\":640,\"height\":480,"            \
    "\"board\":{\"center\":[321,239],\"hole\":{\"center\":[321,239],"          \
    "\"radius_px\":13},\"outer\":" LINE ",\"middle\":" LINE ",\"inner\":" LINE \
    "},\"teams\":[\"dark red\",\"blue\"],"                                     \
    "\"discs\":[{\"u\":100,\"v\":200.26,\"r\":12,\"team\":\"blue\","           \
    "\"value\":15,\"touching\":null,\"certain\":true},"                        \
    "{\"u\":640,\"v\":480,\"r\":12,\"team\":\"dark red\",\"value\":0,"         \
    "\"touching\":\"outer\",\"certain\":false}],\"off_surface\":[" PLACES      \
    "],\"totals\":{\"dark red\":0,\"blue\":15}}"

/* What is kept of it, but for the picture's name. */
#define KEPT                                                                   \
    "{\"schema\":\"crokeye.truth/1\",\"image\":\"NAME\",\"width\":640,"        \
    "\"height\":480,\"board\":{\"center\":[321,239],\"hole\":{\"center\":"     \
    "[321,239],\"radius_px\":13},\"outer\":" KEPT_LINE                         \
    ",\"middle\":" KEPT_LINE ",\"inner\":" KEPT_LINE                           \
    "},\"teams\":[\"dark red\",\"blue\"],"                                     \
    "\"discs\":[{\"u\":100,\"v\":200.3,\"r\":12,\"team\":\"blue\","            \
    "\"value\":15,\"touching\":null,\"certain\":true},"                        \
    "{\"u\":640,\"v\":480,\"r\":12,\"team\":\"dark red\",\"value\":0,"         \
    "\"touching\":\"outer\",\"certain\":false}],\"off_surface\":[{\"u\":320,"  \
    "\"v\":240.5,\"r\":12.3,\"team\":\"dark red\"}],"                          \
    "\"totals\":{\"dark red\":0,\"blue\":15},\"traps\":[]}"
#define KEPT_LINE "[[1,2],[3,4],[5,6],[7,8],[9,10],[11,12],[13,14],[15,-16]]"

/* ---- the disk ---- */

static unsigned long long free_bytes = 1ULL << 40;

int __wrap_statvfs(const char *path, struct statvfs *out);
int __wrap_statvfs(const char *path, struct statvfs *out)
{
    (void)path;
    *out = (struct statvfs){.f_frsize = 4096, .f_bavail = free_bytes / 4096};
    return 0;
}

/* ---- the folder ---- */

static char folder[512];

static void make_folder(void)
{
    (void)snprintf(folder, sizeof folder, "%s", scratch_file("kept"));
    assert_int_equal(mkdir(folder, 0700), 0);
}

/* How many files are there? The path of one with this ending is written to
 * `path`, of room 1024. */
static int n_files(const char *ending, char *path)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry = NULL;
    int n = 0;
    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        const char *dot = strrchr(entry->d_name, '.');
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        n++;
        if (path != NULL && dot != NULL && strcmp(dot, ending) == 0)
            (void)snprintf(path, 1024, "%s/%s", folder, entry->d_name);
    }
    (void)closedir(dir);
    return n;
}

static void remove_folder(void)
{
    static const char *const endings[] = {".jpg", ".json"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[1024] = "";
        (void)n_files(endings[i], path);
        if (path[0] != '\0')
            assert_int_equal(unlink(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

static char *bytes_of(const char *ending, size_t *n)
{
    char path[1024] = "";
    char *bytes = NULL;
    crok_err err = {0};
    assert_int_equal(n_files(ending, path), 2);
    CHECK_STATUS(crok_file_read(path, 1 << 20, &bytes, n, &err), CROK_OK, &err);
    return bytes;
}

/* ---- what is kept ---- */

/* A picture and behind it a text; free with free(). */
static char *body_of(const made_jpeg *j, const char *text, size_t *n)
{
    char *body = malloc(j->n + strlen(text));
    assert_non_null(body);
    memcpy(body, j->bytes, j->n);
    memcpy(body + j->n, text, strlen(text));
    *n = j->n + strlen(text);
    return body;
}

static crok_status keep(const char *text, crok_err *err)
{
    const made_jpeg told = made_picture(1);
    size_t n = 0;
    char *body = body_of(&told, text, &n);
    char *out = body;
    crok_status st = crok_keep_run(folder, body, n, &out, err);
    if (st == CROK_OK)
        assert_null(out);
    free(body);
    return st;
}

/* The wanted truth, with the name of the picture. */
static void check_truth(void)
{
    char path[1024] = "";
    size_t n = 0;
    char *text = bytes_of(".json", &n);
    cJSON *is = cJSON_ParseWithLength(text, n);
    cJSON *want = cJSON_Parse(KEPT);
    (void)n_files(".jpg", path);
    assert_non_null(want);
    assert_true(cJSON_ReplaceItemInObject(
        want, "image", cJSON_CreateString(strrchr(path, '/') + 1)));
    if (!cJSON_Compare(is, want, true))
        fail_msg("kept: %s", text);
    cJSON_Delete(want);
    cJSON_Delete(is);
    free(text);
}

static void a_picture_and_its_truth_are_kept(void **state)
{
    const made_jpeg bare = made_picture(0);
    crok_err err = {0};
    char *bytes = NULL;
    size_t n = 0;
    (void)state;
    make_folder();
    CHECK_STATUS(keep(TRUTH, &err), CROK_OK, &err);
    bytes = bytes_of(".jpg", &n);
    assert_int_equal(n, bare.n);
    assert_memory_equal(bytes, bare.bytes, n);
    free(bytes);
    check_truth();
    remove_folder();
}

/* The truth with a part replaced; free with free(). */
static char *changed(const char *from, const char *to)
{
    const char *at = strstr(TRUTH, from);
    char *text = malloc(sizeof TRUTH + strlen(to));
    if (at == NULL)
        fail_msg("there is no %s", from);
    assert_non_null(text);
    (void)snprintf(text, sizeof TRUTH + strlen(to), "%.*s%s%s",
                   (int)(at - TRUTH), TRUTH, to, at + strlen(from));
    return text;
}

/* Whatever else is said does not get into the folder. */
static void nothing_else_is_kept(void **state)
{
    static const char *const more[][2] = {
        {"{\"schema\"", "{\"name\":\"Ann\",\"gps\":[52.5,13.4],\"schema\""},
        {"{\"schema\"", "{\"image\":\"../../ann.jpg\",\"schema\""},
        {"{\"center\"", "{\"owner\":\"Ann\",\"center\""},
        {"{\"u\":100,", "{\"player\":\"Ann\",\"u\":100,"},
        {"{\"dark red\":0,", "{\"Ann\":20,\"dark red\":0,"},
        {"\"totals\"", "\"traps\":[\"Ann's hand\"],\"totals\""},
        {"]}", "],\"x\":1}"}};
    (void)state;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        char *text = changed(more[i][0], more[i][1]);
        crok_err err = {0};
        make_folder();
        CHECK_STATUS(keep(text, &err), CROK_OK, &err);
        check_truth();
        remove_folder();
        free(text);
    }
}

/* A new truth of the same picture replaces the old one. */
static void a_picture_is_kept_once(void **state)
{
    crok_err err = {0};
    char *text = changed("\"value\":15", "\"value\":20");
    (void)state;
    make_folder();
    CHECK_STATUS(keep(text, &err), CROK_OK, &err);
    CHECK_STATUS(keep(TRUTH, &err), CROK_OK, &err);
    check_truth();
    free(text);
    remove_folder();
}

/* ---- what is refused ---- */

static void a_truth_that_cannot_be_is_refused(void **state)
{
    static const char *const bad[][3] = {
        {"truth/1", "truth/2", "schema"},
        {"\"width\":640", "\"width\":641", "width"},
        {"\"height\":480", "\"height\":1e999", "height"},
        {"\"height\":480,", "", "height"},
        {"\"board\":", "\"bored\":", "board"},
        {"[321,239],\"hole\"", "[321,239,1],\"hole\"", "board"},
        {"[321,239],\"hole\"", "[321,\"Ann\"],\"hole\"", "board"},
        {"[321,239],\"hole\"", "[321,1000],\"hole\"", "board"},
        {"[321,239],\"hole\"", "\"Ann\",\"hole\"", "board"},
        {"\"radius_px\":13", "\"radius_px\":-1", "radius_px"},
        {"[1,2],", "", "eight points"},
        {"\"middle\"", "\"muddle\"", "eight points"},
        {"[\"dark red\",\"blue\"]", "[\"Ann\",\"blue\"]", "colours"},
        {"[\"dark red\",\"blue\"]", "[\"dark red Ann\",\"blue\"]", "colours"},
        {"[\"dark red\",\"blue\"]", "[\"blue\",\"blue\"]", "colours"},
        {"[\"dark red\",\"blue\"]", "[7,\"blue\"]", "colours"},
        {"[\"dark red\",\"blue\"]",
         "[\"dark red\",\"blue\",\"red\",\"white\",\"black\"]", "four sides"},
        {"[\"dark red\",\"blue\"]", "\"blue\"", "four sides"},
        {"\"discs\":[", "\"disks\":[", "lists"},
        {"\"off_surface\":[" PLACES "]", "\"off_surface\":7", "lists"},
        {"\"u\":100", "\"u\":640.1", "\"u\""},
        {"\"v\":200.26", "\"v\":-0.1", "\"v\""},
        {"\"r\":12,", "\"r\":\"12\",", "\"r\""},
        {"\"u\":320.04,", "", "\"u\""},
        {"\"team\":\"blue\"", "\"team\":\"red\"", "team"},
        {"\"team\":\"blue\",", "", "team"},
        {"\"value\":15", "\"value\":7", "value"},
        {"\"value\":15", "\"value\":14.9", "value"},
        {"\"value\":15", "\"value\":25", "value"},
        {"\"touching\":null", "\"touching\":\"Ann\"", "touching"},
        {"\"touching\":null,", "", "touching"},
        {"\"certain\":true", "\"certain\":1", "certain"},
        {"\"blue\":15", "\"blue\":1500", "blue"},
        {",\"blue\":15", "", "blue"},
        {"{\"schema\"", "{{\"schema\"", "truth"}};
    (void)state;
    make_folder();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *text = changed(bad[i][0], bad[i][1]);
        crok_err err = {0};
        crok_status st = keep(text, &err);
        if (st != CROK_EFORMAT || strstr(err.msg, bad[i][2]) == NULL)
            fail_msg("%s: status %d, \"%s\"", bad[i][1], (int)st, err.msg);
        free(text);
    }
    assert_int_equal(n_files("", NULL), 0);
    remove_folder();
}

/* The truth with its place off the surface n times; free with free(). */
static char *many_places(int n)
{
    char *places = malloc((size_t)n * sizeof "," PLACES + 1);
    char *text = NULL;
    assert_non_null(places);
    places[0] = '\0';
    for (int i = 0; i < n; i++)
        (void)strcat(places, i == 0 ? PLACES : "," PLACES);
    text = changed(PLACES, places);
    free(places);
    return text;
}

static void a_board_has_64_discs_at_most(void **state)
{
    (void)state;
    make_folder();
    for (int n = 62; n <= 63; n++) { /* and two in play */
        char *text = many_places(n);
        crok_err err = {0};
        CHECK_STATUS(keep(text, &err), n == 62 ? CROK_OK : CROK_EFORMAT, &err);
        free(text);
    }
    remove_folder();
}

static void a_truth_has_a_limit(void **state)
{
    char *text = malloc((64 << 10) + 2);
    crok_err err = {0};
    (void)state;
    assert_non_null(text);
    make_folder();
    (void)memset(text, ' ', (64 << 10) + 1);
    text[(64 << 10) + 1] = '\0';
    CHECK_STATUS(keep(text, &err), CROK_ETOOLARGE, &err);
    CHECK_STATUS(keep("", &err), CROK_EFORMAT, &err);
    free(text);
    remove_folder();
}

/* Is it the name of a side? A third one is missed in the totals. */
static bool is_side(const char *name)
{
    char list[128];
    crok_err err = {0};
    char *text = NULL;
    crok_status st = CROK_OK;
    (void)snprintf(list, sizeof list, "[\"dark red\",\"blue\",\"%s\"]", name);
    text = changed("[\"dark red\",\"blue\"]", list);
    st = keep(text, &err);
    assert_int_equal(st, CROK_EFORMAT);
    free(text);
    return strstr(err.msg, "is missing") != NULL &&
           strstr(err.msg, name) != NULL;
}

/* Sides are called by the words of discs/colour.h, and by no others. */
static void a_side_has_the_words_of_the_program(void **state)
{
    static const char *const form[][2] = {
        {"light ", ""}, {"", " 4"}, {"another ", ""}, {"another dark ", ""}};
    char words[] = CROK_COLOUR_WORDS;
    char *rest = NULL;
    int n_words = 0;
    (void)state;
    make_folder();
    for (char *word = strtok_r(words, ", ", &rest); word != NULL;
         word = strtok_r(NULL, ", ", &rest)) {
        if (strcmp(word, "or") == 0)
            continue;
        n_words++;
        for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
            char name[48];
            (void)snprintf(name, sizeof name, "%s%s%s", form[i][0], word,
                           form[i][1]);
            if (!is_side(name))
                fail_msg("%s is no side", name);
        }
    }
    assert_int_equal(n_words, 13);
    assert_false(is_side("red 5") || is_side("redd") || is_side("red4") ||
                 is_side("darkred") || is_side("or") || is_side("") ||
                 is_side("dark ") || is_side("Red"));
    remove_folder();
}

/* ---- the server ---- */

static crok_serve *server;
static char told[256];

static void tell(void *context, const char *what)
{
    (void)context;
    (void)snprintf(told, sizeof told, "%s", what);
}

static void open_with(const char *dir)
{
    char path[512];
    crok_err err = {0};
    crok_serve_config config = {.match = path,
                                .listen = "127.0.0.1:0",
                                .token = CLIENT_TOKEN,
                                .keep_dir = dir,
                                .message = tell};
    (void)snprintf(path, sizeof path, "%s", scratch_file("kept.db"));
    told[0] = '\0';
    make_folder();
    CHECK_STATUS(crok_serve_open(&config, &server, &err), CROK_OK, &err);
}

static void close_it(void)
{
    crok_serve_close(&server);
    game_remove("kept.db");
    remove_folder();
}

#define RIGHT "Authorization: Bearer " CLIENT_TOKEN "\r\n"
#define PICTURE "Content-Type: image/jpeg\r\n"

/* Post the picture with a truth. Returns the answer's status; its body must
 * contain `says`. */
static int post(const char *headers, const char *truth, const char *says)
{
    const made_jpeg told_jpeg = made_picture(1);
    size_t n_body = 0;
    char *body = body_of(&told_jpeg, truth, &n_body);
    char *request = malloc(n_body + 512);
    client_reply r;
    int status = 0;
    int n = 0;
    assert_non_null(request);
    n = snprintf(request, 512,
                 "POST /api/photo/kept HTTP/1.1\r\nHost: localhost\r\n"
                 "Connection: close\r\n%sContent-Length: %zu\r\n\r\n",
                 headers, n_body);
    memcpy(request + n, body, n_body);
    r = client_ask_bytes(server, request, (size_t)n + n_body);
    status = r.status;
    if (strstr(r.body, says) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", r.body, says);
    client_reply_free(&r);
    free(request);
    free(body);
    return status;
}

static void check_says(const char *want)
{
    client_reply r = client_ask(server, "GET", "/api/photo/kept", "", NULL);
    assert_int_equal(r.status, 200);
    assert_string_equal(r.body, want);
    client_reply_free(&r);
}

static void a_server_keeps_only_what_it_is_told_to(void **state)
{
    (void)state;
    open_with(NULL);
    check_says("{\"keeps\":false}");
    assert_int_equal(post(RIGHT PICTURE, TRUTH, "keeps no pictures"), 404);
    assert_int_equal(n_files("", NULL), 0);
    close_it();
}

static void a_server_keeps_what_is_posted_with_its_token(void **state)
{
    (void)state;
    open_with(folder);
    check_says("{\"keeps\":true}");
    assert_int_equal(post(PICTURE, TRUTH, "token"), 401);
    assert_int_equal(post(RIGHT "Content-Type: text/plain\r\n", TRUTH, ""),
                     415);
    assert_int_equal(post(RIGHT PICTURE, "{}", "schema"), 400);
    assert_int_equal(n_files("", NULL), 0);
    assert_int_equal(post(RIGHT PICTURE, TRUTH, ""), 204);
    check_truth();
    assert_string_equal(told, "");
    close_it();
}

/* Only the operator learns why, and the match goes on. */
static void a_disk_that_is_nearly_full_is_told(void **state)
{
    (void)state;
    open_with(folder);
    free_bytes = CROK_KEEP_SPARE_BYTES - 4096;
    assert_int_equal(post(RIGHT PICTURE, TRUTH, "cannot be kept here"), 503);
    assert_non_null(strstr(told, "a picture is not kept: "));
    assert_non_null(strstr(told, "less than 1 GB left"));
    assert_int_equal(n_files("", NULL), 0);
    free_bytes = CROK_KEEP_SPARE_BYTES;
    assert_int_equal(post(RIGHT PICTURE, TRUTH, ""), 204);
    close_it();
}

/* What is in the folder under such a name, and is no picture of it, stays. */
static void a_foreign_file_is_not_replaced(void **state)
{
    char path[1024] = "";
    crok_err err = {0};
    FILE *f = NULL;
    (void)state;
    make_folder();
    CHECK_STATUS(keep(TRUTH, &err), CROK_OK, &err);
    (void)n_files(".jpg", path);
    f = fopen(path, "wb");
    assert_non_null(f);
    assert_true(fputs("not to be lost", f) >= 0);
    assert_int_equal(fclose(f), 0);
    CHECK_STATUS(keep(TRUTH, &err), CROK_EARG, &err);
    remove_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_and_its_truth_are_kept),
        cmocka_unit_test(nothing_else_is_kept),
        cmocka_unit_test(a_picture_is_kept_once),
        cmocka_unit_test(a_truth_that_cannot_be_is_refused),
        cmocka_unit_test(a_board_has_64_discs_at_most),
        cmocka_unit_test(a_truth_has_a_limit),
        cmocka_unit_test(a_side_has_the_words_of_the_program),
        cmocka_unit_test(a_server_keeps_only_what_it_is_told_to),
        cmocka_unit_test(a_server_keeps_what_is_posted_with_its_token),
        cmocka_unit_test(a_disk_that_is_nearly_full_is_told),
        cmocka_unit_test(a_foreign_file_is_not_replaced),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
