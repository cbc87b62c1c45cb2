/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/path.h"
#include "core/text.h"
#include "report/answer_totals.h"
#include "report/questions.h"
#include "report/str.h"

/* Sides whose totals are summed over the photos. More colours than that are in
 * no batch of one board. */
#define SUMS_MOST 16

/* A side over all photos. */
typedef struct sum {
    char side[sizeof((crok_players *)NULL)->name[0]]; /* a player or a colour */
    int photos, total, lo, hi, twenties, points;
    bool is_open; /* the winner of a round is still to be found */
} sum;

struct crok_html {
    crok_str asked;    /* rows of the list of questions */
    crok_str sections; /* of the photos */
    int n, n_failed, n_open;
    int n_sums;
    sum sums[SUMS_MOST];
};

/* ---- text ---- */

/* Append text as it stands, with the characters escaped that mean something in
 * HTML, and in the values of attributes. */
static void add_text(crok_str *t, const char *text)
{
    char *plain = crok_text_printable(text);
    char one[2] = "";
    if (plain == NULL) {
        t->failed = true;
        return;
    }
    for (const char *p = plain; *p != '\0'; p++) {
        one[0] = *p;
        crok_str_add(t, *p == '&'    ? "&amp;"
                        : *p == '<'  ? "&lt;"
                        : *p == '>'  ? "&gt;"
                        : *p == '"'  ? "&quot;"
                        : *p == '\'' ? "&#39;"
                                     : one);
    }
    free(plain);
}

/* Append a file's name as a relative address: each byte that has a meaning in
 * addresses, or is no ASCII letter, is escaped (RFC 3986, section 2). */
static void add_address(crok_str *t, const char *name)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789-._~";
    crok_str_add(t, "./"); /* so that "a:b" names no scheme */
    for (const char *p = name; *p != '\0'; p++) {
        if (strchr(plain, *p) != NULL)
            crok_str_addf(t, "%c", *p);
        else
            crok_str_addf(t, "%%%02X", (unsigned)(unsigned char)*p);
    }
}

/* ---- one photo ---- */

static void add_range(crok_str *t, int value, int lo, int hi)
{
    crok_str_addf(t, "<td class=\"n total\">%d", value);
    if (lo != hi)
        crok_str_addf(t, " <span class=\"open\">%d to %d</span>", lo, hi);
    crok_str_add(t, "</td>");
}

static void add_side(crok_str *t, const crok_result *r, int i)
{
    const crok_side *side = &r->score.seen.sides[i];
    const crok_side_score *c = &r->score.side[i];
    crok_str_addf(t,
                  "<tr><td><svg viewBox=\"0 0 10 10\"><circle cx=\"5\" "
                  "cy=\"5\" r=\"4.5\" fill=\"#%02x%02x%02x\"/></svg>",
                  side->rgb[0], side->rgb[1], side->rgb[2]);
    add_text(t, crok_players_name(r->players, side->name));
    crok_str_addf(t, "</td><td class=\"n\">%d</td><td class=\"n\">%d</td>",
                  c->on_board, c->twenties);
    add_range(t, c->total, c->lo, c->hi);
    crok_str_add(t, "</tr>\n");
}

static void add_sides(crok_str *t, const crok_result *r)
{
    char round[CROK_ROUND_WORDS];
    crok_score_round_words(&r->score, round);
    crok_str_add(t, "<p class=\"round\">");
    add_text(t, r->score.seen.n_sides == 0
                    ? crok_score_no_sides_words(&r->score)
                    : round);
    crok_str_add(t, "</p>\n<table><tr><th>side</th><th>on board</th>"
                    "<th>20s</th><th>total</th></tr>\n");
    for (int i = 0; i < r->score.seen.n_sides; i++)
        add_side(t, r, i);
    crok_str_add(t, "</table>\n");
}

static void add_discs(crok_str *t, const crok_score *s)
{
    if (s->seen.n_discs == 0)
        return;
    crok_str_add(t, "<details><summary>discs</summary><table><tr><th>disc</th>"
                    "<th>side</th><th>value</th><th>margin</th></tr>\n");
    for (int i = 0; i < s->seen.n_discs; i++) {
        const crok_seen_disc *d = &s->seen.discs[i];
        crok_str_addf(t, "<tr><td class=\"n\">%d</td><td>", d->id);
        add_text(t, s->seen.sides[d->side].name);
        crok_str_addf(t,
                      "</td><td class=\"n\">%d</td><td class=\"n\">%+.2f "
                      "mm</td></tr>\n",
                      s->value[i].value, crok_score_margin_mm(s, i));
    }
    crok_str_add(t, "</table></details>\n");
}

/* Add the totals that each possible answer makes. */
static void add_answers(crok_str *t, const crok_result *r,
                        const crok_open_question *q)
{
    const crok_score *s = &r->score;
    crok_choices c;
    crok_questions_choices(s, q, &c);
    crok_str_add(t, "<ul class=\"answers\">\n");
    for (int i = 0; i < c.n; i++) {
        int total[CROK_MAX_SIDES];
        if (!crok_answer_totals(s, q->id, c.text[i], total))
            continue;
        crok_str_add(t, "<li>");
        add_text(t, c.text[i]);
        for (int k = 0; k < s->seen.n_sides; k++) {
            crok_str_add(t, k == 0 ? ": " : ", ");
            add_text(t, crok_players_name(r->players, s->seen.sides[k].name));
            crok_str_addf(t, " %d", total[k]);
        }
        crok_str_add(t, "</li>\n");
    }
    crok_str_add(t, "</ul>\n");
}

static void add_questions(crok_str *t, const crok_result *r)
{
    const crok_score *s = &r->score;
    crok_open_question q[CROK_MAX_ANSWERS];
    int n = crok_questions_open(s, q);
    crok_str_add(t, "<ul>\n");
    for (int i = 0; i < s->n_warnings; i++) {
        crok_str_add(t, "<li>");
        add_text(t, s->warnings[i]);
        crok_str_add(t, "</li>\n");
    }
    for (int i = 0; i < n; i++) {
        char words[CROK_QUESTION_TEXT];
        crok_questions_words(s, &q[i], words);
        crok_str_add(t, "<li class=\"ask\"><code>--answer ");
        add_text(t, words);
        crok_str_add(t, "</code>\n");
        add_answers(t, r, &q[i]);
        crok_str_add(t, "</li>\n");
    }
    crok_str_add(t, "</ul>\n");
}

static void add_picture(crok_str *t, const crok_result *r)
{
    if (r->overlay == NULL)
        return;
    crok_str_add(t, "<a href=\"");
    add_address(t, crok_path_name(r->overlay));
    crok_str_add(t, "\"><img loading=\"lazy\" src=\"");
    add_address(t, crok_path_name(r->overlay));
    crok_str_add(t, "\" alt=\"the picture with lines, discs and values\"></a>");
}

static void add_section(crok_html *h, const crok_result *r)
{
    crok_str *t = &h->sections;
    crok_str_addf(t, "<section id=\"p%d\"><h2>", h->n);
    add_text(t, crok_path_name(r->image));
    crok_str_add(t, "</h2>\n<div class=\"pair\">\n");
    add_picture(t, r);
    crok_str_add(t, "<div>\n");
    if (r->status == CROK_OK) {
        add_sides(t, r);
        add_questions(t, r);
        add_discs(t, &r->score);
    } else {
        crok_str_add(t, "<p class=\"open\">");
        add_text(t, r->err.msg);
        crok_str_add(t, "</p>\n");
    }
    crok_str_add(t, "</div></div></section>\n");
}

/* ---- all photos ---- */

/* Add a photo to the list of open questions. */
static void add_asked(crok_html *h, const crok_result *r)
{
    crok_open_question q[CROK_MAX_ANSWERS];
    int n = r->status == CROK_OK ? crok_questions_open(&r->score, q) : 0;
    char round[CROK_ROUND_WORDS];
    if (r->status == CROK_OK && n == 0)
        return;
    h->n_open += r->status == CROK_OK;
    crok_str_addf(&h->asked, "<li><a href=\"#p%d\">", h->n);
    add_text(&h->asked, crok_path_name(r->image));
    crok_str_add(&h->asked, "</a>: ");
    if (r->status != CROK_OK) {
        add_text(&h->asked, crok_result_error_words(r->status));
    } else {
        crok_score_round_words(&r->score, round);
        crok_str_addf(&h->asked, "%d question%s; ", n, n == 1 ? "" : "s");
        add_text(&h->asked, round);
    }
    crok_str_add(&h->asked, "</li>\n");
}

static sum *sum_of(crok_html *h, const char *side)
{
    for (int i = 0; i < h->n_sums; i++)
        if (strcmp(h->sums[i].side, side) == 0)
            return &h->sums[i];
    if (h->n_sums == SUMS_MOST)
        return NULL;
    (void)snprintf(h->sums[h->n_sums].side, sizeof h->sums[0].side, "%s", side);
    return &h->sums[h->n_sums++];
}

static void add_to_sums(crok_html *h, const crok_result *r)
{
    for (int i = 0; r->status == CROK_OK && i < r->score.seen.n_sides; i++) {
        const crok_side_score *c = &r->score.side[i];
        sum *s = sum_of(
            h, crok_players_name(r->players, r->score.seen.sides[i].name));
        if (s == NULL)
            continue;
        s->photos++;
        s->total += c->total;
        s->lo += c->lo;
        s->hi += c->hi;
        s->twenties += c->twenties;
        s->points += c->points;
        s->is_open = s->is_open || r->score.is_open;
    }
}

crok_html *crok_html_new(void)
{
    return calloc(1, sizeof(crok_html));
}

void crok_html_free(crok_html *h)
{
    if (h == NULL)
        return;
    free(h->asked.s);
    free(h->sections.s);
    free(h);
}

void crok_html_add(crok_html *h, const crok_result *r)
{
    h->n++;
    h->n_failed += r->status != CROK_OK;
    add_asked(h, r);
    add_to_sums(h, r);
    add_section(h, r);
}

static void add_sums(crok_str *t, const crok_html *h)
{
    crok_str_add(t, "<table><tr><th>side</th><th>photos</th><th>20s</th>"
                    "<th>points</th><th>total</th></tr>\n");
    for (int i = 0; i < h->n_sums; i++) {
        const sum *s = &h->sums[i];
        crok_str_add(t, "<tr><td>");
        add_text(t, s->side);
        crok_str_addf(t,
                      "</td><td class=\"n\">%d</td><td class=\"n\">%d</td>"
                      "<td class=\"n\">%d%s</td>",
                      s->photos, s->twenties, s->points,
                      s->is_open ? ", open" : "");
        add_range(t, s->total, s->lo, s->hi);
        crok_str_add(t, "</tr>\n");
    }
    crok_str_add(t, "</table>\n");
}

/* The page loads pictures beside it, and nothing else. */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
    "charset=\"utf-8\">\n" CROK_HTML_MARK "\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
    "'none'; img-src 'self' file:; style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, "
    "initial-scale=1\">\n<title>Scores</title>\n<style>\n"
    ":root { color-scheme: light dark; font: 16px/1.4 'Noto Sans', "
    "sans-serif; }\n"
    "body { max-width: 80rem; margin: 0 auto; padding: 0.75rem; }\n"
    "h2 { overflow-wrap: anywhere; border-top: 1px solid #8888; "
    "padding-top: 1rem; }\n"
    ".pair { display: grid; grid-template-columns: minmax(0, 3fr) "
    "minmax(16rem, 2fr); gap: 1rem; align-items: start; }\n"
    "@media (max-width: 48rem) { .pair { grid-template-columns: "
    "minmax(0, 1fr); } }\n"
    "img { width: 100%; height: auto; border-radius: 6px; }\n"
    "svg { width: 1em; height: 1em; margin-right: 0.4em; vertical-align: "
    "-0.1em; }\n"
    "circle { stroke: #888; stroke-width: 1; }\n"
    "table { border-collapse: collapse; margin: 0.5rem 0; }\n"
    "th, td { text-align: left; padding: 0.2rem 0.8rem 0.2rem 0; }\n"
    "td:first-child { overflow-wrap: anywhere; }\n"
    ".n { font-variant-numeric: tabular-nums; }\n"
    ".total, .round { font-weight: bold; font-size: 1.15em; }\n"
    ".open { color: #a04a00; font-size: 0.9rem; font-weight: bold; }\n"
    "@media (prefers-color-scheme: dark) { .open { color: #ffb020; } }\n"
    "li { overflow-wrap: anywhere; }\n"
    "summary { min-height: 2rem; cursor: pointer; }\n"
    "</style></head><body>\n";

char *crok_html_text(crok_html *h)
{
    crok_str t = {.failed = h->asked.failed || h->sections.failed};
    char *asked = h->asked.len > 0 ? crok_str_take(&h->asked) : NULL;
    char *sections = h->sections.len > 0 ? crok_str_take(&h->sections) : NULL;
    crok_str_add(&t, head);
    crok_str_addf(&t, "<h1>%d photo%s: %d scored, %d not</h1>\n", h->n,
                  h->n == 1 ? "" : "s", h->n - h->n_failed, h->n_failed);
    if (asked != NULL) {
        crok_str_addf(&t, "<h2>To look at: %d</h2>\n<ul>\n",
                      h->n_open + h->n_failed);
        crok_str_add(&t, asked);
        crok_str_add(&t, "</ul>\n");
    }
    crok_str_add(&t, "<h2>Totals</h2>\n");
    add_sums(&t, h);
    if (sections != NULL)
        crok_str_add(&t, sections);
    crok_str_add(&t, "</body></html>\n");
    free(asked);
    free(sections);
    return crok_str_take(&t);
}
