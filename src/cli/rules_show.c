/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/rules_show.h"

#include <string.h>

#include "cli/say.h"

void crok_rules_list(FILE *to)
{
    for (int i = 0; crok_preset_name(i) != NULL; i++) {
        char title[CROK_BOOK_TITLE_MAX];
        crok_show(to, "%-14s %s\n", crok_preset_name(i),
                  crok_preset_title(i, title));
    }
}

static const char *heading(char group)
{
    switch (group) {
    case 'G':
        return "What a disc at rest is worth";
    case 'P':
        return "Players, discs, turns (0 discs: not played by this book)";
    case 'V':
        return "Is the shot valid?";
    case 'B':
        return "The outer line and beyond";
    case 'L':
        return "Where the shooter may lie before the flick";
    default:
        return "Scoring";
    }
}

/* Either the target or the number of rounds ends a game. Returns, for the one
 * that does not, the words that say so; "" for every other setting. */
static const char *without_effect(const crok_setting *s, const crok_book *book)
{
    bool to_target = book->game_ends == CROK_ENDS_TARGET;
    if (strcmp(s->key, "target") == 0 && !to_target)
        return ", without effect: game_ends is not target";
    if (strcmp(s->key, "rounds") == 0 && to_target)
        return ", without effect: game_ends is target";
    return "";
}

/* Print the source of a setting's value.
 *
 *   idle  printed after "changed here": why the setting has no effect, or "" */
static void show_origin(FILE *to, const crok_book_note *note, const char *idle)
{
    if (note->changed)
        crok_show(to, "; changed here%s\n", idle);
    else if (note->said)
        crok_show(to, "; said%s%s%s%s\n", note->from[0] == '\0' ? "" : ": ",
                  note->from, note->note[0] == '\0' ? "" : "; ", note->note);
    else
        crok_show(to, "; our reading: %s%s%s%s\n", note->note,
                  note->from[0] == '\0' ? "" : " (", note->from,
                  note->from[0] == '\0' ? "" : ")");
}

/* The options that the book's source offers, and which are chosen. */
static void show_options(FILE *to, const crok_book *book, const char *preset)
{
    int n = 0;
    const crok_option *all = crok_options(&n);
    bool is_first = true;
    for (int i = 0; i < n; i++) {
        if (strcmp(all[i].book, preset) != 0)
            continue;
        if (is_first)
            crok_show(to, "\nOptions of the source (--set option=NAME)\n");
        is_first = false;
        crok_show(to, "  %-16s ", all[i].name);
        for (int k = 0; k < CROK_OPTION_SETS && all[i].set[k].key != NULL; k++)
            crok_show(to, "%s%s = %s", k == 0 ? "" : ", ", all[i].set[k].key,
                      all[i].set[k].value);
        crok_show(to, "; %s%s\n", all[i].from,
                  crok_option_is_chosen(&all[i], book) ? "; chosen" : "");
    }
}

/* Print what the book is. A club's own file may leave its title and its source
 * out. */
static void show_head(FILE *to, const crok_book *book,
                      const crok_book_notes *notes)
{
    crok_show(to, "%s%s%s\n", book->name, notes->title[0] == '\0' ? "" : ": ",
              notes->title);
    crok_show(to, "Source: %s\n",
              notes->source[0] == '\0' ? "the file names none" : notes->source);
}

void crok_rules_show(FILE *to, const crok_book *book,
                     const crok_book_notes *notes)
{
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    char group = '\0';
    show_head(to, book, notes);
    for (int i = 0; i < n; i++) {
        const crok_setting *s = &all[i];
        char sentence[240];
        char value[32];
        if (s->rule[0] != group) {
            group = s->rule[0];
            crok_show(to, "\n%c. %s\n", group, heading(group));
        }
        crok_show(to, "  %-4s %s\n       %s = %s", s->rule,
                  crok_setting_sentence(s, book, sentence, sizeof sentence),
                  s->key, crok_setting_text(s, book, value, sizeof value));
        show_origin(to, &notes->of[i], without_effect(s, book));
    }
    show_options(to, book, notes->base);
}
