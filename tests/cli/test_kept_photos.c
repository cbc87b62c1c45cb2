/* SPDX-License-Identifier: Apache-2.0
 *
 * Photos that a person has answered are kept for training, without what their
 * files say of the person: the truth that is kept beside a picture is what the
 * program finds in that picture, compared both ways. */
#include "check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/compare.h"
#include "board/draw_board.h"
#include "cli/program.h"
#include "core/file.h"
#include "cv/cv.h"
#include "jpeg_file.h"
#include "score/score_photo.h"

#define PHOTO "ann-at-home.jpg"

/* What the EXIF data of the photo say, and nobody should learn. */
#define SECRET "52.5200 N 13.4050 E, Ann's cellar"

/* The picture of two discs: a black one whose edge is at the inner line, 10 or
 * 15, and a red one. With `is_plain` the black one is clear of the line. */
typedef struct drawn {
    crok_camera cam;
    draw_board board;
    crok_image img;
} drawn;

static drawn draw(bool is_plain)
{
    drawn d = {.cam = draw_camera(1200, 900, 0.1, 0.5)};
    double at_mm = is_plain ? 60.0 : 0.0;
    d.board = draw_tournament(&d.cam);
    d.board.dimmer_frac = 0.15;
    if (!is_plain)
        at_mm = 101.6 - 0.5 * d.board.line_width_mm - d.board.disc_mm - 0.02;
    draw_add_disc(&d.board, at_mm * cos(0.4), at_mm * sin(0.4),
                  (draw_rgb){30, 30, 30});
    draw_add_disc(&d.board, -150.0, 20.0, (draw_rgb){160, 40, 40});
    d.img = draw_picture(&d.board);
    return d;
}

/* The picture as a camera stores it that was held on its side: turned by a
 * quarter against the clock, which EXIF orientation 6 turns back. */
static crok_image stored(const crok_image *upright)
{
    crok_image img = {0};
    crok_err err = {0};
    CHECK_STATUS(
        crok_image_new(upright->h_px, upright->w_px, CROK_RGB8, &img, &err),
        CROK_OK, &err);
    for (int y = 0; y < img.h_px; y++)
        for (int x = 0; x < img.w_px; x++)
            memcpy(crok_image_row(&img, y) + 3 * (size_t)x,
                   crok_image_row(upright, x) + 3 * (upright->w_px - 1 - y), 3);
    return img;
}

/* An APP1 segment with the orientation 6 and an image description. */
static size_t exif(unsigned char out[256])
{
    static const unsigned char head[] = {
        0xFF, 0xE1, 0, 0,   'E',  'x',  'i',
        'f',  0,    0, 'M', 'M',  0,    0x2A,
        0,    0,    0, 8,   0,    2,    0x01,
        0x0E, 0,    2, 0,   0,    0,    sizeof SECRET,
        0,    0,    0, 38,  0x01, 0x12, 0,
        3,    0,    0, 0,   1,    0,    6,
        0,    0,    0, 0,   0,    0};
    size_t n = sizeof head + sizeof SECRET;
    memcpy(out, head, sizeof head);
    memcpy(out + sizeof head, SECRET, sizeof SECRET);
    out[3] = (unsigned char)(n - 2);
    return n;
}

static void write_photo(const char *path, bool is_plain)
{
    drawn d = draw(is_plain);
    crok_image img = stored(&d.img);
    crok_err err = {0};
    unsigned char *bytes = NULL;
    unsigned char segment[256];
    size_t n_segment = exif(segment);
    size_t n = 0;
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    CHECK_STATUS(crok_encode_jpeg_bytes(&img, 92, &bytes, &n, &err), CROK_OK,
                 &err);
    assert_int_equal(fwrite(bytes, 1, 2, f), 2); /* SOI */
    assert_int_equal(fwrite(segment, 1, n_segment, f), n_segment);
    assert_int_equal(fwrite(bytes + 2, 1, n - 2, f), n - 2);
    assert_int_equal(fclose(f), 0);
    free(bytes);
    crok_image_free(&img);
    crok_image_free(&d.img);
}

static int make_photos(void **state)
{
    if (program_folder_make(state) != 0 || mkdir("many", 0777) != 0)
        return -1;
    crok_cv_init();
    write_photo(PHOTO, false);
    write_photo("many/asked.jpg", false);
    write_photo("many/plain.jpg", true);
    return 0;
}

/* ---- what the program keeps ---- */

static const cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

/* "ID=VALUE" for the question of the photo, whose id is the same in all. */
static const char *answer(const char *value)
{
    static char text[32];
    static int id;
    if (id == 0) {
        program_run run = PROGRAM("score", "--json", PHOTO);
        const cJSON *disc = NULL;
        program_parse(&run);
        cJSON_ArrayForEach(
            disc, field(run.doc[0], "discs")) if (field(disc, "asks") != NULL)
            id = field(disc, "id")->valueint;
        program_free(&run);
        assert_true(id > 0);
    }
    (void)snprintf(text, sizeof text, "%d=%s", id, value);
    return text;
}

/* Run, and check what is said on standard error; "": nothing. */
static void check_run(const char *const *args, int status, const char *says)
{
    program_run run = program(args, NULL, 0);
    if (run.status != status || strstr(run.err, says) == NULL ||
        (says[0] == '\0' && run.err[0] != '\0'))
        fail_msg("status %d, \"%s\" instead of %d, \"%s\"", run.status, run.err,
                 status, says);
    program_free(&run);
}
#define CHECK_RUN(status, says, ...)                                           \
    check_run((const char *const[]){"score", __VA_ARGS__, NULL}, status, says)

/* How many files are in the folder? The name of one without its extension,
 * ".json", is written to name. */
static int n_files(const char *folder, char name[64])
{
    DIR *dir = opendir(folder);
    const struct dirent *entry = NULL;
    int n = 0;
    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        const char *dot = strrchr(entry->d_name, '.');
        if (entry->d_name[0] == '.')
            continue;
        n++;
        if (dot != NULL && strcmp(dot, ".json") == 0 && name != NULL)
            (void)snprintf(name, 64, "%.*s", (int)(dot - entry->d_name),
                           entry->d_name);
    }
    (void)closedir(dir);
    return n;
}

/* Keep the answered photo in a new folder, and write its name there. */
static void keep(const char *folder, const char *value, char name[64])
{
    char says[96];
    name[0] = '\0';
    (void)snprintf(says, sizeof says,
                   "crokeye score: 1 photo with its answers is kept in %s\n",
                   folder);
    CHECK_RUN(0, says, "--keep", folder, "--answer", answer(value), PHOTO);
    assert_int_equal(n_files(folder, name), 2);
    assert_string_not_equal(name, "");
}

static const char *path_of(const char *folder, const char *name,
                           const char *extension)
{
    static char path[4][128];
    static int next;
    next = (next + 1) % 4;
    (void)snprintf(path[next], sizeof path[0], "%s/%s%s", folder, name,
                   extension);
    return path[next];
}

/* ---- the comparison ---- */

/* A disc of truth is where the program has it within this, px. */
#define PLACE_PX 2.0

static bool is_team(const truth *t, const char *side)
{
    for (int i = 0; i < t->n_teams; i++)
        if (strcmp(t->team[i], side) == 0)
            return true;
    return false;
}

static crok_px face_of(const crok_observation *o, const crok_seen_disc *d)
{
    return crok_camera_project(
        &o->pose.camera,
        (crok_vec3){d->at.x, d->at.y, o->pose.board.disc_height_mm});
}

/* Does the truth differ from the result, in any way? */
static bool differs(const truth *t, const crok_result *r)
{
    const crok_score *s = &r->score;
    char why[128];
    comparison c;
    compare(t, r, &c);
    if (comparison_fault(&c, why, sizeof why) || c.verdict != VERDICT_EXACT ||
        t->n_discs != s->seen.n_discs || t->n_teams != s->seen.n_sides)
        return true;
    for (int i = 0; i < s->seen.n_sides; i++)
        if (!is_team(t, s->seen.sides[i].name))
            return true;
    for (int i = 0; i < c.n_pairs; i++) {
        const truth_disc *is = &t->discs[c.pair[i].truth];
        crok_px p = face_of(&s->seen, &s->seen.discs[c.pair[i].found]);
        if (!(hypot(p.x - is->top_px.x, p.y - is->top_px.y) <= PLACE_PX))
            return true;
    }
    return false;
}

/* Score a picture with an answer. */
static void score_answered(const char *path, const char *value, crok_result *r)
{
    crok_score_photo_options options = crok_score_photo_usual();
    static crok_answers answers;
    answers = (crok_answers){.n = 1};
    assert_true(crok_answer_parse(answer(value), &answers.answer[0]));
    options.score.answers = &answers;
    crok_score_photo(path, &options, NULL, r);
    CHECK_STATUS(r->status, CROK_OK, &r->err);
}

static void load(const char *folder, const char *name, truth *t)
{
    crok_err err = {0};
    CHECK_STATUS(truth_load(path_of(folder, name, ".json"), t, &err), CROK_OK,
                 &err);
}

/* Are the discs of truth where they were drawn? */
static void check_drawn(const truth *t)
{
    drawn d = draw(false);
    int n_there = 0;
    for (int i = 0; i < d.board.n_discs; i++) {
        crok_mm at = d.board.disc[i].at;
        crok_px p = crok_camera_project(
            &d.cam, (crok_vec3){at.x, at.y, d.board.disc_height_mm});
        for (int k = 0; k < t->n_discs; k++)
            n_there += hypot(t->discs[k].top_px.x - p.x,
                             t->discs[k].top_px.y - p.y) <= PLACE_PX &&
                       fabs(t->discs[k].r_px / (d.board.disc_mm *
                                                crok_camera_px_per_mm(&d.cam)) -
                            1.0) < 0.05;
    }
    assert_int_equal(n_there, d.board.n_discs);
    assert_int_equal(t->n_discs, d.board.n_discs);
    crok_image_free(&d.img);
}

static void an_answered_photo_is_kept_with_its_truth(void **state)
{
    static const char *const value[] = {"10", "15"};
    static const char *const folder[] = {"new/kept10", "new/kept15"};
    static crok_result r;
    static truth t;
    char name[64];
    (void)state;
    for (int i = 0; i < 2; i++) {
        keep(folder[i], value[i], name);
        load(folder[i], name, &t);
        check_drawn(&t);
        score_answered(t.picture, value[i], &r);
        assert_int_equal(r.w_px, 1200);
        assert_int_equal(r.h_px, 900);
        assert_false(differs(&t, &r));
        score_answered(t.picture, value[1 - i], &r);
        assert_true(differs(&t, &r));
    }
}

typedef void (*doctor)(truth *t);

static void lose_a_disc(truth *t)
{
    t->n_discs--;
}

static void add_a_disc(truth *t)
{
    t->discs[t->n_discs] = t->discs[0];
    t->discs[t->n_discs].top_px.x += 150.0;
    t->n_discs++;
}

static void move_a_disc(truth *t)
{
    t->discs[1].top_px.y += 3.0;
}

static void change_a_total(truth *t)
{
    t->total[1] += 5;
}

static void change_a_value(truth *t)
{
    t->discs[0].value = 20;
}

static void exchange_a_side(truth *t)
{
    t->discs[0].team = t->discs[1].team;
}

static void rename_a_side(truth *t)
{
    (void)snprintf(t->team[0], sizeof t->team[0], "%s", "green");
}

static void forget_a_side(truth *t)
{
    t->n_teams = 1;
    t->discs[0].team = t->discs[1].team = 0;
}

static void a_doctored_truth_is_noticed(void **state)
{
    static const doctor doctors[] = {
        lose_a_disc,    add_a_disc,      move_a_disc,   change_a_total,
        change_a_value, exchange_a_side, rename_a_side, forget_a_side};
    static crok_result r;
    static truth t;
    char name[64];
    (void)state;
    keep("doctored", "10", name);
    for (size_t i = 0; i < sizeof doctors / sizeof *doctors; i++) {
        load("doctored", name, &t);
        score_answered(t.picture, "10", &r);
        assert_false(differs(&t, &r));
        doctors[i](&t);
        if (!differs(&t, &r))
            fail_msg("doctored truth %zu is not noticed", i);
    }
}

/* ---- what is not kept, and what is not told ---- */

static void what_is_still_open_is_not_kept(void **state)
{
    (void)state;
    CHECK_RUN(0, "no photo is kept in open", "--keep", "open", PHOTO,
              "many/plain.jpg");
    CHECK_RUN(2, "is not used", "--keep", "open", "--answer", answer("20"),
              PHOTO);
    CHECK_RUN(0, "is not used", "--keep", "open", "--answer", "77=10", PHOTO);
    assert_int_equal(n_files("open", NULL), 0);
}

/* Answers that were kept are a person's, too. */
static void kept_answers_count(void **state)
{
    char name[64];
    (void)state;
    CHECK_RUN(0, "", "--answers", "a.json", "--keep-answers", "--answer",
              answer("15"), PHOTO);
    CHECK_RUN(0, "1 photo with its answers is kept in later", "--answers",
              "a.json", "--keep", "later", PHOTO, "many/plain.jpg");
    assert_int_equal(n_files("later", name), 2);
}

static bool has_bytes(const char *bytes, size_t n, const char *part)
{
    const size_t len = strlen(part);
    for (size_t i = 0; i + len <= n; i++)
        if (strncasecmp(bytes + i, part, len) == 0)
            return true;
    return false;
}

static void read_bytes(const char *path, char **bytes, size_t *n)
{
    crok_err err = {0};
    CHECK_STATUS(crok_file_read(path, 10000000, bytes, n, &err), CROK_OK, &err);
}

/* The kept picture has no segment before its tables but the JFIF header. */
static void check_bare(const char *path)
{
    char *bytes = NULL;
    size_t n = 0;
    read_bytes(path, &bytes, &n);
    for (size_t at = 2; at + 4 < n && (unsigned char)bytes[at] == 0xFF;) {
        unsigned marker = (unsigned char)bytes[at + 1];
        if (marker == 0xDA)
            break;
        if ((marker > 0xE0 && marker <= 0xEF) || marker == 0xFE)
            fail_msg("%s has the segment %X", path, marker);
        at += 2U + ((unsigned)(unsigned char)bytes[at + 2] << 8) +
              (unsigned char)bytes[at + 3];
    }
    assert_false(has_bytes(bytes, n, "exif"));
    assert_false(has_bytes(bytes, n, SECRET));
    free(bytes);
}

static void nothing_of_the_file_is_kept(void **state)
{
    char *bytes = NULL;
    size_t n = 0;
    char name[64];
    (void)state;
    read_bytes(PHOTO, &bytes, &n);
    assert_true(has_bytes(bytes, n, "exif") && has_bytes(bytes, n, SECRET));
    free(bytes);
    keep("bare", "10", name);
    assert_false(has_bytes(name, strlen(name), "ann"));
    check_bare(path_of("bare", name, ".jpg"));
    read_bytes(path_of("bare", name, ".json"), &bytes, &n);
    assert_false(has_bytes(bytes, n, "ann") || has_bytes(bytes, n, "home") ||
                 has_bytes(bytes, n, SECRET));
    free(bytes);
}

/* The same photo under another name replaces its own files, also with another
 * answer. */
static void a_photo_replaces_its_own_files(void **state)
{
    static truth t;
    char first[64];
    char name[64];
    (void)state;
    keep("again", "10", first);
    load("again", first, &t);
    assert_int_equal(t.total[0], 10);
    CHECK_RUN(0, "is kept", "--keep", "again", "--answer", answer("15"),
              "many/asked.jpg");
    assert_int_equal(n_files("again", name), 2);
    assert_string_equal(name, first);
    load("again", name, &t);
    assert_string_equal(t.team[0], "black");
    assert_int_equal(t.total[0], 15);
}

/* The end of its file is lost, which is no board. */
static void a_damaged_photo_is_not_kept(void **state)
{
    char *bytes = NULL;
    size_t n = 0;
    (void)state;
    read_bytes(PHOTO, &bytes, &n);
    program_write("cut.jpg", bytes, n - n / 40);
    free(bytes);
    CHECK_RUN(3, "is damaged", "--keep", "cut", "--answer", answer("10"),
              "cut.jpg");
    assert_int_equal(n_files("cut", NULL), 0);
}

static void check_foreign(const char *path, const char *what)
{
    static const char own[] = "not to be lost";
    char *bytes = NULL;
    size_t n = 0;
    program_write(path, own, sizeof own);
    CHECK_RUN(3, what, "--keep", "foreign", "--answer", answer("10"), PHOTO);
    read_bytes(path, &bytes, &n);
    assert_int_equal(n, sizeof own);
    assert_memory_equal(bytes, own, n);
    free(bytes);
}

static void a_foreign_file_is_not_replaced_without_force(void **state)
{
    static truth t;
    struct stat before;
    struct stat after;
    char name[64];
    (void)state;
    keep("foreign", "15", name);
    check_foreign(path_of("foreign", name, ".jpg"),
                  ".jpg: exists and is not a picture that crokeye kept");
    assert_int_equal(stat(path_of("foreign", name, ".json"), &before), 0);
    assert_int_equal(remove(path_of("foreign", name, ".jpg")), 0);
    check_foreign(path_of("foreign", name, ".json"),
                  ".json: exists and is not a truth file of crokeye's");
    assert_int_not_equal(access(path_of("foreign", name, ".jpg"), F_OK), 0);
    assert_int_equal(stat(path_of("foreign", name, ".json"), &after), 0);
    CHECK_RUN(0, "is kept", "--keep", "foreign", "--force", "--answer",
              answer("10"), PHOTO);
    load("foreign", name, &t);
    assert_int_equal(t.total[0], 10);
}

/* ---- what cannot be ---- */

static void what_cannot_be_kept_is_said(void **state)
{
    static const char rules[] =
        "{\"schema\":\"crokeye.rules/1\",\"base\":\"depot\",\"settings\":"
        "{\"on_outer_line\":{\"value\":\"stays_worth_5\"}}}";
    (void)state;
    CHECK_RUN(2, "--confined with --overlay, --html, --keep or --keep-answers",
              "--confined", "--keep", "no", "/dev/stdin");
    program_write("rules.json", rules, sizeof rules - 1);
    CHECK_RUN(2, "other values of discs", "--rules", "rules.json", "--keep",
              "no", PHOTO);
    assert_int_not_equal(access("no", F_OK), 0);
    CHECK_RUN(2, "choose another one", "--keep", "many", "many/asked.jpg");
    CHECK_RUN(3, PHOTO ": cannot make this folder", "--keep", PHOTO "/x",
              PHOTO);
    CHECK_RUN(2, "--keep", "--keep");
}

static void a_file_that_cannot_be_written_is_said(void **state)
{
    char name[64];
    (void)state;
    keep("folders", "10", name);
    assert_int_equal(remove(path_of("folders", name, ".json")), 0);
    assert_int_equal(mkdir(path_of("folders", name, ".json"), 0777), 0);
    CHECK_RUN(3, ".json: is a folder", "--keep", "folders", "--force",
              "--answer", answer("10"), PHOTO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answered_photo_is_kept_with_its_truth),
        cmocka_unit_test(a_doctored_truth_is_noticed),
        cmocka_unit_test(what_is_still_open_is_not_kept),
        cmocka_unit_test(kept_answers_count),
        cmocka_unit_test(nothing_of_the_file_is_kept),
        cmocka_unit_test(a_photo_replaces_its_own_files),
        cmocka_unit_test(a_damaged_photo_is_not_kept),
        cmocka_unit_test(a_foreign_file_is_not_replaced_without_force),
        cmocka_unit_test(what_cannot_be_kept_is_said),
        cmocka_unit_test(a_file_that_cannot_be_written_is_said),
    };
    return cmocka_run_group_tests(tests, make_photos, program_folder_remove);
}
