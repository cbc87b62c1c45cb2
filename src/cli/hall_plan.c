/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_plan.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/engine_options.h"
#include "cli/hall_check.h"
#include "cli/hall_usage.h"
#include "cli/say.h"
#include "core/file.h"
#include "core/words.h"
#include "hall/plans.h"

enum { DONE = 0, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

static int wrong_usage(const char *what, const char *arg)
{
    crok_say("crokeye hall serve: %s%s", what, arg);
    crok_say("crokeye hall serve --help says more");
    return WRONG_USAGE;
}

static int no_memory(void)
{
    crok_say("crokeye hall serve: no memory");
    return COULD_NOT_RUN;
}

/* ---- options ---- */

static const char **text_option(crok_hall_plan *p, const char *name)
{
    const struct {
        const char *name;
        const char **to;
    } options[] = {{"--listen", &p->listen},
                   {"--public-url", &p->public_url},
                   {"--theme", &p->theme},
                   {"--hall", &p->hall},
                   {"--title", &p->title},
                   {"--pairings", &p->about.pairings},
                   {"--date", &p->about.date},
                   {"--tournament", &p->about.tournament},
                   {"--division", &p->about.division},
                   {"--category", &p->about.category},
                   {"--league", &p->about.league},
                   {"--format", &p->about.format},
                   {"--stage", &p->about.stage},
                   {"--individual", &p->about.individual}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(options[i].name, name) == 0)
            return options[i].to;
    return NULL;
}

/* Returns the path and the ending in one text; free it with free(). */
static char *beside(const char *path, const char *ending)
{
    const size_t size = strlen(path) + strlen(ending) + 1;
    char *out = malloc(size);
    if (out != NULL)
        (void)snprintf(out, size, "%s%s", path, ending);
    return out;
}

/* Add a table whose files are taken. Returns an exit status. */
static int add_table(crok_hall_plan *p, const char *name, const char *match,
                     char *state, char *next)
{
    crok_hall_plan_table *of = &p->of[p->n];
    of->state = state;
    of->next = next;
    p->tables[p->n++] =
        (crok_local_table){.name = name, .match = match, .state = state};
    return state != NULL && next != NULL ? DONE : no_memory();
}

static int add_record(crok_hall_plan *p, const char *path)
{
    if (p->n == CROK_HALL_TABLES)
        return wrong_usage("too many tables at ", path);
    (void)snprintf(p->of[p->n].name, sizeof p->of[p->n].name, "%d", p->n + 1);
    return add_table(p, p->of[p->n].name, path, beside(path, ".state.json"),
                     beside(path, ".next.json"));
}

bool crok_is_day_file(const char *path)
{
    const char *ending = strrchr(path, '.');
    return ending != NULL && strcmp(ending, ".conf") == 0;
}

/* Take the option argv[*i] and its value. Returns an exit status. */
static int take_option(int argc, char **argv, int *i, crok_hall_plan *p)
{
    const char *name = argv[*i];
    const char **to = text_option(p, name);
    crok_err err = {0};
    if (crok_engine_option(argc, argv, i, &p->engine)) {
        p->has_engine = true;
        return DONE;
    }
    if (strcmp(name, "--head-to-head") == 0 ||
        strcmp(name, "--count-unpaired") == 0) {
        *(name[2] == 'h' ? &p->about.head_to_head : &p->about.count_unpaired) =
            true;
        return DONE;
    }
    if (to == NULL || *i + 1 >= argc)
        return wrong_usage("there is no option, or it needs a value: ", name);
    *to = argv[++*i];
    if (to == &p->theme || to == &p->about.pairings) /* paths have any bytes */
        return DONE;
    return crok_words_seen(name, *to, &err) == CROK_OK
               ? DONE
               : wrong_usage(err.msg, "");
}

/* ---- the day's file ---- */

static void take_day(crok_hall_plan *p)
{
    const crok_conf_settings *day = &p->file->day;
    p->hall = crok_day_text(day, "hall");
    p->title = crok_day_text(day, "title");
    p->public_url = crok_day_text(day, "public-url");
    p->theme = crok_day_text(day, "theme");
    p->about = crok_hall_about_of(p->file);
    if (crok_day_text(day, "listen") != NULL)
        p->listen = crok_day_text(day, "listen");
}

static int take_tables(crok_hall_plan *p)
{
    char machine[CROK_MACHINE_MAX];
    int status = DONE;
    crok_hall_machine(machine);
    for (int i = 0; i < p->file->n_tables && status == DONE; i++) {
        const crok_conf_settings *t = &p->file->table[i];
        if (crok_day_is_on(t, machine) &&
            (!p->has_engine || crok_day_has_ended(t)))
            status = add_table(p, crok_day_text(t, "name"),
                               crok_day_text(t, "match"),
                               crok_day_state_path(t), crok_day_next_path(t));
    }
    return status;
}

static int read_file(crok_hall_plan *p, const char *path)
{
    crok_err err = {0};
    int status = crok_hall_read("crokeye hall serve", path, &p->file);
    if (status != DONE)
        return status;
    take_day(p);
    p->has_engine = p->file->engine.n > 0;
    status = take_tables(p);
    if (status != DONE || !p->has_engine)
        return status;
    p->engine.url = crok_day_text(&p->file->engine, "url");
    if (crok_plan_key_path(p->file, NULL, &p->key, &err) != CROK_OK)
        return no_memory();
    p->engine.key_path = p->key;
    return DONE;
}

/* ---- the command line ---- */

static int read_words(int argc, char **argv, crok_hall_plan *p)
{
    int status = DONE;
    for (int i = 1; i < argc && status == DONE; i++) {
        if (argv[i][0] == '-')
            status = take_option(argc, argv, &i, p);
        else if (crok_is_day_file(argv[i]))
            status = argc == 2 ? read_file(p, argv[i])
                               : wrong_usage("a day's file stands alone: it "
                                             "has the options, not ",
                                             argv[i == 1 ? 2 : 1]);
        else
            status = add_record(p, argv[i]);
    }
    return status;
}

int crok_hall_plan_read(int argc, char **argv, crok_hall_plan *out)
{
    int status = DONE;
    *out = (crok_hall_plan){.hall = "hall",
                            .listen = CROK_HALL_LISTEN,
                            .engine = crok_engine_defaults("crokeye hall")};
    status = read_words(argc, argv, out);
    if (out->about.tournament == NULL)
        out->about.tournament = out->title;
    if (status != DONE || out->file != NULL)
        return status;
    if (out->has_engine && out->n > 0)
        return wrong_usage("either the broker or records, not both: ",
                           out->tables[0].match);
    if (!out->has_engine && out->n == 0)
        return wrong_usage("which hall? Name the day's file, the broker or the "
                           "records",
                           "");
    return DONE;
}

void crok_hall_plan_free(crok_hall_plan *p)
{
    for (int i = 0; i < p->n; i++) {
        free(p->of[i].state);
        free(p->of[i].next);
    }
    free(p->key);
    crok_day_file_free(&p->file);
}
