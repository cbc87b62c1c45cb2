/* SPDX-License-Identifier: Apache-2.0 */
#include "publishing.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/file.h"

void publishing_nap(void)
{
    const struct timespec step = {.tv_nsec = PUBLISHING_STEP_MS * 1000000L};
    (void)nanosleep(&step, NULL);
}

/* ---- the process ---- */

int publishing_start(const char *log, const char *const *args)
{
    return publishing_start_of(CROK_BIN, log, args);
}

int publishing_start_of(const char *program, const char *log,
                        const char *const *args)
{
    const char *argv[512] = {program, "publish"};
    int n = 2;
    pid_t pid = 0;
    for (; *args != NULL && n < 511; args++)
        argv[n++] = *args;
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)dup2(fd, 1);
        (void)dup2(fd, 2);
        (void)execv(program, (char *const *)argv);
        _exit(127);
    }
    return pid;
}

static int end_by(int pid, int how)
{
    int status = 0;
    (void)kill(pid, how);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int publishing_kill(int pid)
{
    return end_by(pid, SIGKILL);
}

int publishing_end(int pid)
{
    return end_by(pid, SIGTERM);
}

int publishing_count(const char *path, const char *text)
{
    char *bytes = NULL;
    char *ended = NULL;
    size_t len = 0;
    int n = 0;
    if (crok_file_read(path, 1 << 24, &bytes, &len, NULL) != CROK_OK)
        return 0;
    ended = realloc(bytes, len + 1);
    assert_non_null(ended);
    ended[len] = '\0';
    for (const char *at = ended; (at = strstr(at, text)) != NULL; at++)
        n++;
    free(ended);
    return n;
}

void publishing_await(const char *path, const char *text)
{
    for (int waited = 0; publishing_count(path, text) == 0;
         waited += PUBLISHING_STEP_MS) {
        if (waited > PUBLISHING_PATIENCE_MS)
            fail_msg("%s has no \"%s\"", path, text);
        publishing_nap();
    }
}

/* ---- the reader ---- */

static bool connect_reader(publishing_reader *r)
{
    const crok_engine_options o = {
        .url = r->url, .name = "reader", .wait_ms = 2000};
    char subjects[CROK_SUBJECT_MAX];
    crok_read_plan plan = {.stream = "EVENT",
                           .subjects = subjects,
                           .from = CROK_READ_NUMBER,
                           .number = r->number + 1};
    crok_err err = {0};
    CHECK_STATUS(
        crok_hall_subject(CROK_HALL_EVENT, r->hall, NULL, subjects, &err),
        CROK_OK, &err);
    if (r->link.broker == NULL &&
        crok_hall_link_open(&o, &r->link, &err) != CROK_OK)
        return false;
    return r->link.calls->read(r->link.broker, &plan, &r->reader, &err) ==
           CROK_OK;
}

/* Is the row to be counted? */
static bool meet_row(publishing_table *t, const crok_row *row)
{
    const bool is_new_run = strcmp(row->run, t->run.run) != 0;
    const crok_row none = {.n_before = 0};
    if (is_new_run && row->n_run > 1) {
        t->n_cut++;
        return false;
    }
    if (is_new_run)
        t->run = none;
    assert_int_equal(row->n_run, t->run.n_run + 1);
    assert_int_equal(row->prev, crok_row_seq_of(&t->run, row->at.record));
    t->run = *row;
    if (row->at.seq > crok_row_seq_of(&t->last, row->at.record))
        return true;
    t->n_again++;
    return false;
}

static void take_row(publishing_reader *r, const crok_message *m)
{
    char name[32];
    crok_row row = {.n_before = 0};
    crok_err err = {0};
    int table = 0;
    publishing_table *t = NULL;
    assert_true(crok_hall_table_of(m->subject, name, sizeof name));
    table = (int)strtol(name, NULL, 10) - 1;
    assert_true(table >= 0 && table < r->n_tables);
    t = &r->table[table];
    r->number = m->number;
    CHECK_STATUS(crok_row_read(r->link.calls, m, &row, &err), CROK_OK, &err);
    if (!meet_row(t, &row))
        return;
    /* none is missing, and none of an earlier record */
    assert_int_equal(row.prev, crok_row_seq_of(&t->last, row.at.record));
    if (r->take != NULL)
        r->take(table, &row, m);
    t->last = crok_row_after(&t->last, row.at.record, row.at.seq);
    t->n_rows++;
    r->n_rows++;
}

bool publishing_read(publishing_reader *r, int64_t wait_ms)
{
    crok_message m = {0};
    crok_err err = {0};
    bool is_there = false;
    if (r->reader == NULL && !connect_reader(r)) {
        publishing_nap();
        return false;
    }
    if (r->link.calls->next(r->reader, wait_ms, &m, &err) != CROK_OK)
        r->link.calls->end_reading(&r->reader);
    is_there = m.subject != NULL;
    if (is_there)
        take_row(r, &m);
    r->link.calls->drop(&m);
    return is_there;
}

void publishing_read_all(publishing_reader *r, long n_rows)
{
    for (int waited = 0; r->n_rows < n_rows;) {
        if (publishing_read(r, PUBLISHING_STEP_MS))
            continue;
        waited += PUBLISHING_STEP_MS;
        if (waited > PUBLISHING_PATIENCE_MS)
            fail_msg("%ld rows came, %ld are wanted", r->n_rows, n_rows);
    }
    assert_int_equal(r->n_rows, n_rows);
}

void publishing_close(publishing_reader *r)
{
    if (r->link.calls != NULL)
        r->link.calls->end_reading(&r->reader);
    crok_hall_link_close(&r->link);
    free(r->table);
    *r = (publishing_reader){0};
}
