/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/watch_options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/load_book.h"

enum {
    OPT_RULES = 256,
    OPT_SET,
    OPT_CALIB,
    OPT_MATCH,
    OPT_SIDES,
    OPT_PLAYERS,
    OPT_SEATS,
    OPT_FIRST,
    OPT_TITLE,
    OPT_TABLE,
    OPT_JSON,
    OPT_STATE,
    OPT_FORMAT,
    OPT_SIZE,
    OPT_FPS,
    OPT_CONTROL
};

static const char help_text[] =
    "Usage: crokeye watch [OPTION]... SOURCE\n"
    "Follows a match from a camera above the board: sees each shot, judges "
    "it,\n"
    "says what must leave the board, counts the 20s and totals the rounds.\n"
    "SOURCE is a camera (/dev/videoN or a link in /dev/v4l/by-id), a video "
    "file,\n"
    "a folder of frames, or a stream's address.\n"
    "\n"
    "  --match FILE.db    the match's record; one that is there goes on where\n"
    "                     it was\n"
    "  --rules R          a rule book: a preset's name or a file; else\n"
    "                     " CROK_USUAL_BOOK "\n"
    "  --set KEY=VALUE    changes a setting of it; as often as needed\n"
    "  --sides A,B[,C,D]  the colours that play, e.g. red,black; else those "
    "that\n"
    "                     the first reading shows\n"
    "  --players A,B,...  the players' names, in the order of the seats\n"
    "  --seats N=SIDE,... who sits where: 0 below in the picture, 1 left,\n"
    "                     2 above, 3 right; e.g. 0=red,2=black\n"
    "  --first SEAT       who begins; else the first shot tells\n"
    "  --title T, --table T   the match's title, the table's name\n"
    "  --json             every change as a line of crokeye.match/1\n"
    "  --state FILE       the newest of them as a file\n"
    "  --calib FILE       the fixed camera's calibration\n"
    "  --format FOURCC, --size WxH, --fps N\n"
    "                     how a camera sends; for a folder its frames' rate\n"
    "  --control NAME=VALUE   a camera's control, as crokeye devices lists it\n"
    "  -h, --help         show this\n"
    "\n"
    "Without --json a terminal shows one line that lives; at the end of a\n"
    "video or folder the whole match is printed. Warnings go to standard "
    "error.\n"
    "\n"
    "Exit status: 0 done, also when ended by Ctrl-C; 1 the source is no video\n"
    "or shows no match; 2 wrong usage, also a record of another match; 3 "
    "could\n"
    "not run (camera, record, output).\n";

void crok_watch_cli_help(FILE *to)
{
    (void)fputs(help_text, to);
}

static crok_status usage(const char *option, const char *value,
                         const char *wanted)
{
    (void)fprintf(
        stderr, "crokeye watch: %s %s: %s (crokeye watch --help tells more)\n",
        option, value, wanted);
    return CROK_EARG;
}

static bool whole(const char *text, long lo, long hi, char end_with, int *out,
                  const char **rest)
{
    char *end = NULL;
    long n = 0;
    errno = 0;
    n = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != end_with || n < lo || n > hi)
        return false;
    *out = (int)n;
    if (rest != NULL)
        *rest = end;
    return true;
}

/* One of a list's items between commas: copied to `to`; the place behind it,
 * NULL where it is empty or too long. */
static const char *item(const char *p, char *to, size_t size)
{
    size_t len = strcspn(p, ",");
    if (len == 0 || len >= size)
        return NULL;
    memcpy(to, p, len);
    to[len] = '\0';
    return p + len;
}

static crok_status set_sides(crok_watch_sides *sides, const char *text)
{
    static const char wanted[] =
        "two to four different colours, e.g. red,black";
    const char *p = text;
    for (sides->n = 0;; p++) {
        int n = sides->n;
        if (n == CROK_MAX_SIDES ||
            (p = item(p, sides->name[n], sizeof sides->name[n])) == NULL)
            return usage("--sides", text, wanted);
        for (int i = 0; i < n; i++)
            if (strcmp(sides->name[i], sides->name[n]) == 0)
                return usage("--sides", text, wanted);
        sides->n++;
        if (*p == '\0')
            break;
    }
    return sides->n < 2 ? usage("--sides", text, wanted) : CROK_OK;
}

static crok_status set_players(crok_watch_want *want, const char *text)
{
    static const char wanted[] = "two to four names, e.g. Ann,Bob";
    const char *p = text;
    for (want->n_players = 0;; p++) {
        char *to = want->player[want->n_players];
        if (want->n_players == CROK_MAX_SEATS ||
            (p = item(p, to, sizeof want->player[0])) == NULL)
            return usage("--players", text, wanted);
        want->n_players++;
        if (*p == '\0')
            break;
    }
    return want->n_players < 2 ? usage("--players", text, wanted) : CROK_OK;
}

static crok_status set_seats(crok_watch_want *want, const char *text)
{
    static const char wanted[] =
        "two to four of SEAT=SIDE, seats 0 to 3 rising, e.g. 0=red,2=black";
    const char *p = text;
    for (want->n_seats = 0;; p++) {
        int n = want->n_seats;
        const char *eq = NULL;
        if (n == CROK_MAX_SEATS ||
            !whole(p, n == 0 ? 0 : want->seat[n - 1] + 1, CROK_MAX_SEATS - 1,
                   '=', &want->seat[n], &eq) ||
            (p = item(eq + 1, want->seat_side[n], sizeof want->seat_side[n])) ==
                NULL)
            return usage("--seats", text, wanted);
        want->n_seats++;
        if (*p == '\0')
            break;
    }
    return want->n_seats < 2 ? usage("--seats", text, wanted) : CROK_OK;
}

static crok_status set_size(crok_source_options *o, const char *text)
{
    const char *x = NULL;
    if (whole(text, 1, CROK_FRAME_MAX_SIDE_PX, 'x', &o->w_px, &x) &&
        whole(x + 1, 1, CROK_FRAME_MAX_SIDE_PX, '\0', &o->h_px, NULL))
        return CROK_OK;
    return usage("--size", text, "WIDTHxHEIGHT, e.g. 1920x1080");
}

static crok_status set_fps(crok_source_options *o, const char *text)
{
    char *end = NULL;
    o->fps = strtod(text, &end);
    if (end != text && *end == '\0' && o->fps > 0.0 && o->fps <= 1000.0)
        return CROK_OK;
    return usage("--fps", text, "frames a second, above 0 to 1000");
}

/* NAME=VALUE; the name stays in argv. */
static crok_status add_control(crok_watch_cli *c, char *text)
{
    char *eq = strrchr(text, '=');
    crok_control *to = &c->control[c->capture.n_controls];
    if (c->capture.n_controls == CROK_MAX_CONTROLS_SET)
        return usage("--control", text, "too many of them");
    if (eq == NULL || eq == text ||
        !whole(eq + 1, INT_MIN, INT_MAX, '\0', &to->value, NULL))
        return usage("--control", text, "NAME=VALUE, VALUE a whole number");
    *eq = '\0';
    to->name = text;
    c->capture.n_controls++;
    return CROK_OK;
}

static crok_status add_set(crok_watch_cli *c, const char *text)
{
    if (c->n_sets == CROK_MAX_BOOK_SETS)
        return usage("--set", text, "too many of them");
    c->set[c->n_sets++] = text;
    return CROK_OK;
}

static crok_status set_text(const char *option, const char *text, char *to,
                            size_t size)
{
    if (strlen(text) >= size)
        return usage(option, text, "too long");
    (void)snprintf(to, size, "%s", text);
    return CROK_OK;
}

/* How the camera sends. */
static crok_status take_capture(crok_watch_cli *c, int opt, char *value)
{
    switch (opt) {
    case OPT_FORMAT:
        c->capture.format = value;
        return CROK_OK;
    case OPT_SIZE:
        return set_size(&c->capture, value);
    case OPT_FPS:
        return set_fps(&c->capture, value);
    case OPT_CONTROL:
        return add_control(c, value);
    default: /* getopt has told it */
        return CROK_EARG;
    }
}

/* What the match is. */
static crok_status take_match(crok_watch_cli *c, int opt, char *value)
{
    crok_watch_want *want = &c->want;
    switch (opt) {
    case OPT_SIDES:
        return set_sides(&want->sides, value);
    case OPT_PLAYERS:
        return set_players(want, value);
    case OPT_SEATS:
        return set_seats(want, value);
    case OPT_FIRST:
        return whole(value, 0, CROK_MAX_SEATS - 1, '\0', &want->first_seat,
                     NULL)
                   ? CROK_OK
                   : usage("--first", value, "a seat from 0 to 3");
    case OPT_TITLE:
        return set_text("--title", value, want->title, sizeof want->title);
    case OPT_TABLE:
        return set_text("--table", value, want->table, sizeof want->table);
    case OPT_SET:
        return add_set(c, value);
    default:
        return take_capture(c, opt, value);
    }
}

static crok_status take_option(crok_watch_cli *c, int opt, char *value)
{
    switch (opt) {
    case OPT_RULES:
        c->rules = value;
        return CROK_OK;
    case OPT_CALIB:
        c->calib_path = value;
        return CROK_OK;
    case OPT_MATCH:
        c->record_path = value;
        return CROK_OK;
    case OPT_STATE:
        c->state_path = value;
        return CROK_OK;
    case OPT_JSON:
        c->wants_json = true;
        return CROK_OK;
    case 'h':
        c->wants_help = true;
        return CROK_OK;
    default:
        return take_match(c, opt, value);
    }
}

crok_status crok_watch_cli_parse(int argc, char **argv, crok_watch_cli *out)
{
    static const struct option options[] = {
        {"rules", required_argument, NULL, OPT_RULES},
        {"set", required_argument, NULL, OPT_SET},
        {"calib", required_argument, NULL, OPT_CALIB},
        {"match", required_argument, NULL, OPT_MATCH},
        {"sides", required_argument, NULL, OPT_SIDES},
        {"players", required_argument, NULL, OPT_PLAYERS},
        {"seats", required_argument, NULL, OPT_SEATS},
        {"first", required_argument, NULL, OPT_FIRST},
        {"title", required_argument, NULL, OPT_TITLE},
        {"table", required_argument, NULL, OPT_TABLE},
        {"json", no_argument, NULL, OPT_JSON},
        {"state", required_argument, NULL, OPT_STATE},
        {"format", required_argument, NULL, OPT_FORMAT},
        {"size", required_argument, NULL, OPT_SIZE},
        {"fps", required_argument, NULL, OPT_FPS},
        {"control", required_argument, NULL, OPT_CONTROL},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0}};
    int opt = 0;
    *out = (crok_watch_cli){.want = {.first_seat = -1}};
    while ((opt = getopt_long(argc, argv, "h", options, NULL)) != -1)
        if (take_option(out, opt, optarg) != CROK_OK)
            return CROK_EARG;
    out->capture.controls = out->control;
    if (out->wants_help)
        return CROK_OK;
    if (argc - optind != 1) {
        (void)fputs("crokeye watch: name one source: a camera, a video, a "
                    "folder or an address (crokeye watch --help tells more)\n",
                    stderr);
        return CROK_EARG;
    }
    out->source = argv[optind];
    return CROK_OK;
}

static crok_status apply_sets(crok_watch_cli *c, crok_err *err)
{
    for (int i = 0; i < c->n_sets; i++) {
        crok_status st = crok_book_change(&c->want.book, c->set[i], err);
        if (st != CROK_OK)
            return st;
    }
    return crok_book_check(&c->want.book, "--set", err);
}

crok_status crok_watch_cli_book(crok_watch_cli *c, crok_err *err)
{
    const char *name = c->rules == NULL ? CROK_USUAL_BOOK : c->rules;
    size_t len = 0;
    crok_status st = crok_book_load(name, &c->want.book, NULL, err);
    if (st != CROK_OK)
        return st;
    c->want.rules_given = c->rules != NULL || c->n_sets > 0;
    c->want.book_inline = c->n_sets > 0 || crok_preset_text(name, &len) == NULL;
    return apply_sets(c, err);
}
