/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/supervisor.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/json.h"
#include "hall/process.h"

/* A program that cannot start, as with a camera that is not there, is tried
 * soon, and then not so often that it takes the machine from the others. */
static const crok_supervisor_times usual = {
    .first_ms = 1000, .most_ms = 30000, .steady_ms = 60000, .end_ms = 10000};

typedef enum state { WAITING, RUNNING, ENDING } state;

static const char *const program_state_name[] = {
    [WAITING] = "waiting", [RUNNING] = "running", [ENDING] = "ending"};

typedef struct child {
    crok_plan plan; /* owned */
    crok_plan next; /* owned: its plan when it has ended, if has_next */
    bool has_next;
    bool leaves;    /* it is not to run any more */
    bool is_killed; /* it did not end by itself */
    state state;
    crok_process process;
    int64_t pause_ms;   /* before the next start */
    int64_t due_ms;     /* of the state's end, by the monotonic clock */
    int64_t started_ms; /* by the monotonic clock */
    int64_t since_ms;   /* of the state, since 1970 */
    int n_restarts;
    char ended[64]; /* how it ended last; "" if never */
} child;

struct crok_supervisor {
    crok_supervisor_options options;
    crok_supervisor_times times;
    int n, room;
    child **of; /* owned, each one too */
};

static int64_t or_usual(int64_t given, int64_t otherwise)
{
    return given > 0 ? given : otherwise;
}

crok_status crok_supervisor_new(const crok_supervisor_options *options,
                                crok_supervisor **out, crok_err *err)
{
    crok_supervisor *s = calloc(1, sizeof *s);
    const crok_supervisor_times *t = &options->times;
    if (s == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a supervisor");
    s->options = *options;
    s->times = (crok_supervisor_times){
        .first_ms = or_usual(t->first_ms, usual.first_ms),
        .most_ms = or_usual(t->most_ms, usual.most_ms),
        .steady_ms = or_usual(t->steady_ms, usual.steady_ms),
        .end_ms = or_usual(t->end_ms, usual.end_ms)};
    *out = s;
    return CROK_OK;
}

static void free_child(child *c)
{
    crok_plan_free(&c->plan);
    crok_plan_free(&c->next);
    if (c->process.output >= 0)
        (void)close(c->process.output);
    free(c);
}

/* ---- states ---- */

static void tell(crok_supervisor *s, const child *c, const char *what)
{
    s->options.told(s->options.context, c->plan.name, what);
}

static void enter(child *c, state to)
{
    c->state = to;
    c->since_ms = crok_clock_ms();
}

/* Wait before the next start, each time longer. */
static void wait_longer(crok_supervisor *s, child *c, const char *how)
{
    char what[256];
    const int64_t now = crok_clock_monotonic_ms();
    if (c->started_ms > 0 && now - c->started_ms >= s->times.steady_ms)
        c->pause_ms = 0;
    c->pause_ms = c->pause_ms == 0 ? s->times.first_ms : 2 * c->pause_ms;
    if (c->pause_ms > s->times.most_ms)
        c->pause_ms = s->times.most_ms;
    c->due_ms = now + c->pause_ms;
    (void)snprintf(what, sizeof what, "%s; started again in %g s", how,
                   (double)c->pause_ms / 1000.0);
    enter(c, WAITING);
    tell(s, c, what);
}

static void start(crok_supervisor *s, child *c)
{
    crok_err err = {0};
    char what[64];
    if (crok_process_start(&c->process, s->options.program, &c->plan, &err) !=
        CROK_OK) {
        c->started_ms = 0;
        wait_longer(s, c, err.msg);
        return;
    }
    c->started_ms = crok_clock_monotonic_ms();
    enter(c, RUNNING);
    (void)snprintf(what, sizeof what, "runs as process %ld",
                   (long)c->process.pid);
    tell(s, c, what);
}

static void end(crok_supervisor *s, child *c)
{
    if (c->state != RUNNING)
        return;
    (void)kill(c->process.pid, SIGTERM);
    c->due_ms = crok_clock_monotonic_ms() + s->times.end_ms;
    enter(c, ENDING);
}

/* The program whose lines are passed on, with its name before each. */
typedef struct said {
    const crok_supervisor *s;
    const child *c;
} said;

static void say_line(void *context, const char *text)
{
    const said *to = context;
    to->s->options.line(to->s->options.context, to->c->plan.name, text);
}

static void listen_to(crok_supervisor *s, child *c, bool all)
{
    said to = {s, c};
    crok_process_read(&c->process, all, say_line, &to);
}

static void has_ended(crok_supervisor *s, child *c)
{
    char how[96];
    listen_to(s, c, true);
    if (c->process.output >= 0) /* one that it started still has it */
        (void)close(c->process.output);
    c->process.output = -1;
    (void)snprintf(how, sizeof how, "ended %s", c->ended);
    if (c->state != ENDING && !c->leaves) {
        c->n_restarts++;
        wait_longer(s, c, how);
        return;
    }
    tell(s, c, how);
    enter(c, WAITING);
    c->due_ms = 0;
    c->pause_ms = 0;
    c->is_killed = false;
    if (c->has_next) {
        crok_plan_free(&c->plan);
        c->plan = c->next;
        c->next = (crok_plan){0};
        c->has_next = false;
    }
}

static bool same_table(const child *a, const child *b)
{
    return a->plan.table == NULL || b->plan.table == NULL
               ? a->plan.table == b->plan.table
               : strcmp(a->plan.table, b->plan.table) == 0;
}

/* A program that ends last waits for those of its table that leave, too: so a
 * publisher has what a table recorded until its end. */
static bool waits_for_others(const crok_supervisor *s, const child *c)
{
    for (int i = 0; c->plan.ends_last && i < s->n; i++) {
        const child *other = s->of[i];
        if (other->leaves && !other->plan.ends_last &&
            other->process.pid != 0 && same_table(other, c))
            return true;
    }
    return false;
}

/* End the programs that are to leave. */
static void end_leaving(crok_supervisor *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->of[i]->leaves && !waits_for_others(s, s->of[i]))
            end(s, s->of[i]);
}

/* ---- the list ---- */

static child *child_of(const crok_supervisor *s, const char *name)
{
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->of[i]->plan.name, name) == 0)
            return s->of[i];
    return NULL;
}

static bool is_listed(const crok_plans *plans, const char *name)
{
    for (int i = 0; i < plans->n; i++)
        if (strcmp(plans->of[i].name, name) == 0)
            return true;
    return false;
}

/* Give a child its new plan, which is taken. */
static void change(crok_supervisor *s, child *c, crok_plan *plan)
{
    const crok_plan *now = c->has_next ? &c->next : &c->plan;
    const bool is_same = crok_plans_are_equal(now, plan);
    c->leaves = false;
    if (is_same) {
        crok_plan_free(plan);
        return;
    }
    tell(s, c, "its settings have changed");
    if (c->state == WAITING) {
        crok_plan_free(&c->plan);
        c->plan = *plan;
        c->due_ms = 0;
        c->pause_ms = 0;
    } else {
        crok_plan_free(&c->next);
        c->next = *plan;
        c->has_next = true;
        end(s, c);
    }
    *plan = (crok_plan){0};
}

/* Make room for n more children, with the children themselves behind the
 * present ones. */
static bool make_children(crok_supervisor *s, int n)
{
    child **more = realloc(s->of, (size_t)(s->n + n + 1) * sizeof *more);
    if (more == NULL)
        return false;
    s->of = more;
    for (int i = 0; i < n; i++) {
        s->of[s->n + i] = calloc(1, sizeof **s->of);
        if (s->of[s->n + i] == NULL) {
            while (i-- > 0)
                free(s->of[s->n + i]);
            return false;
        }
        s->of[s->n + i]->process.output = -1;
        s->of[s->n + i]->process.handle = -1;
    }
    return true;
}

crok_status crok_supervisor_set(crok_supervisor *s, crok_plans *plans,
                                crok_err *err)
{
    int n_new = 0;
    for (int i = 0; i < plans->n; i++)
        n_new += child_of(s, plans->of[i].name) == NULL;
    if (!make_children(s, n_new))
        return crok_fail(err, CROK_ENOMEM, "no memory for a program");
    for (int i = 0; i < s->n; i++) {
        child *c = s->of[i];
        if (is_listed(plans, c->plan.name) || c->leaves)
            continue;
        c->leaves = true;
        tell(s, c, "the file does not start it any more");
    }
    for (int i = 0; i < plans->n; i++) {
        child *c = child_of(s, plans->of[i].name);
        if (c != NULL) {
            change(s, c, &plans->of[i]);
            continue;
        }
        c = s->of[s->n++];
        c->plan = plans->of[i];
        plans->of[i] = (crok_plan){0};
        enter(c, WAITING);
    }
    end_leaving(s);
    crok_plans_free(plans);
    return CROK_OK;
}

static void remove_left(crok_supervisor *s)
{
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        child *c = s->of[i];
        if (c->leaves && c->state == WAITING)
            free_child(c);
        else
            s->of[n++] = c;
    }
    s->n = n;
}

/* ---- steps ---- */

/* Do what is due for one program. */
static void do_due(crok_supervisor *s, child *c)
{
    const int64_t now = crok_clock_monotonic_ms();
    if (crok_process_has_ended(&c->process, c->ended, sizeof c->ended))
        has_ended(s, c);
    else if (c->state == ENDING && now >= c->due_ms && !c->is_killed) {
        tell(s, c, "did not end when it was asked, and is killed");
        (void)kill(c->process.pid, SIGKILL);
        c->is_killed = true;
    }
}

static void start_due(crok_supervisor *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->of[i]->state == WAITING &&
            crok_clock_monotonic_ms() >= s->of[i]->due_ms)
            start(s, s->of[i]);
}

/* Time until something is due, ms; -1: nothing is. */
static int wait_ms(const crok_supervisor *s)
{
    const int64_t now = crok_clock_monotonic_ms();
    int64_t least = -1;
    for (int i = 0; i < s->n; i++) {
        const child *c = s->of[i];
        int64_t left = c->due_ms > now ? c->due_ms - now : 0;
        if (c->state == RUNNING || (c->state == ENDING && c->is_killed) ||
            (c->state == WAITING && c->leaves))
            continue;
        if (least < 0 || left < least)
            least = left;
    }
    return (int)(least > 60000 ? 60000 : least);
}

/* Wait for the programs and the descriptors. */
static crok_status wait_for(crok_supervisor *s, const int *wake, int n_wake,
                            crok_err *err)
{
    const size_t most = 2 * (size_t)s->n + (size_t)n_wake;
    nfds_t n = 0;
    int got = 0;
    struct pollfd *at = calloc(most + 1, sizeof *at);
    if (at == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to wait");
    for (int i = 0; i < n_wake; i++)
        at[n++] = (struct pollfd){.fd = wake[i], .events = POLLIN};
    for (int i = 0; i < s->n; i++) { /* poll leaves out what is -1 */
        at[n++] = (struct pollfd){s->of[i]->process.handle, POLLIN, 0};
        at[n++] = (struct pollfd){s->of[i]->process.output, POLLIN, 0};
    }
    got = poll(at, n, wait_ms(s));
    free(at);
    if (got < 0 && errno != EINTR)
        return crok_fail(err, CROK_EIO, "waiting for programs: %s",
                         strerror(errno));
    return CROK_OK;
}

/* Do what is due, wait, and read what was printed. */
static crok_status step(crok_supervisor *s, const int *wake, int n,
                        crok_err *err)
{
    crok_status st = wait_for(s, wake, n, err);
    for (int i = 0; i < s->n; i++) {
        listen_to(s, s->of[i], false);
        do_due(s, s->of[i]);
    }
    end_leaving(s);
    return st;
}

crok_status crok_supervisor_step(crok_supervisor *s, const int *wake, int n,
                                 crok_err *err)
{
    crok_status st = CROK_OK;
    remove_left(s);
    start_due(s);
    st = step(s, wake, n, err);
    remove_left(s);
    return st;
}

int crok_supervisor_running(const crok_supervisor *s)
{
    int n = 0;
    for (int i = 0; i < s->n; i++)
        n += s->of[i]->process.pid != 0;
    return n;
}

/* ---- the end ---- */

/* End the programs of one kind and wait for them. */
static void end_kind(crok_supervisor *s, bool ends_last)
{
    bool more = true;
    for (int i = 0; i < s->n; i++)
        if (s->of[i]->plan.ends_last == ends_last)
            end(s, s->of[i]);
    while (more) {
        crok_err err = {0};
        more = false;
        for (int i = 0; i < s->n; i++)
            more = more || s->of[i]->state == ENDING;
        if (more && step(s, NULL, 0, &err) != CROK_OK)
            return;
    }
}

void crok_supervisor_end(crok_supervisor *s)
{
    for (int i = 0; i < s->n; i++)
        s->of[i]->leaves = true;
    end_kind(s, false);
    end_kind(s, true);
    remove_left(s);
}

void crok_supervisor_free(crok_supervisor **s)
{
    if (s == NULL || *s == NULL)
        return;
    crok_supervisor_end(*s);
    for (int i = 0; i < (*s)->n; i++)
        free_child((*s)->of[i]);
    free((*s)->of);
    free(*s);
    *s = NULL;
}

/* ---- its document ---- */

static cJSON *document_of(const child *c)
{
    char since[CROK_CLOCK_TEXT_MAX];
    cJSON *o = cJSON_CreateObject();
    crok_clock_text(c->since_ms, since);
    crok_json_add_text(o, "name", c->plan.name);
    if (c->plan.table != NULL)
        crok_json_add_text(o, "table", c->plan.table);
    crok_json_add_text(o, "state", program_state_name[c->state]);
    crok_json_add_text(o, "since", since);
    if (c->process.pid != 0)
        (void)cJSON_AddNumberToObject(o, "pid", c->process.pid);
    (void)cJSON_AddNumberToObject(o, "restarts", c->n_restarts);
    if (c->ended[0] != '\0')
        crok_json_add_text(o, "ended", c->ended);
    return o;
}

char *crok_supervisor_document(const crok_supervisor *s)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON *list = NULL;
    char *text = NULL;
    crok_json_add_text(doc, "schema", "crokeye.hall/1");
    list = cJSON_AddArrayToObject(doc, "programs");
    for (int i = 0; i < s->n; i++)
        (void)cJSON_AddItemToArray(list, document_of(s->of[i]));
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}
