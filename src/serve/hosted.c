/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/hosted.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "journal/trial.h"
#include "rules/effects.h"
#include "rules/undo.h"
#include "serve/tally_twenties.h"

/* Observer of the record: put the new document into the feed. */
static crok_status show(void *context, crok_live *live, crok_err *err)
{
    crok_hosted *h = context;
    char *text = crok_live_document(live, h->place);
    crok_status st = CROK_OK;
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the match");
    st = crok_feed_set(h->feed, h->place, text, err);
    cJSON_free(text);
    return st;
}

crok_status crok_hosted_open(crok_hosted *out, int place, const char *path,
                             crok_feed *feed, crok_err *err)
{
    crok_status st = CROK_OK;
    *out = (crok_hosted){.place = place, .feed = feed};
    st = crok_live_open(path, &out->live, err);
    if (st != CROK_OK)
        return st;
    crok_live_observe(out->live, show, out);
    return show(out, out->live, err);
}

void crok_hosted_close(crok_hosted *h)
{
    crok_live_close(&h->live);
}

/* The table's name while it has this match. */
static const char *name_with(const crok_hosted *h, const crok_match *m)
{
    return m->info.table[0] == '\0' ? h->next_name : m->info.table;
}

void crok_hosted_name(crok_hosted *h, char out[CROK_NAME_MAX])
{
    crok_live_hold(h->live);
    (void)snprintf(out, CROK_NAME_MAX, "%s",
                   name_with(h, &crok_live_log(h->live)->match));
    crok_live_release(h->live);
}

/* Is `own` a text that is not empty and has these n bytes? */
static bool is_text(const char *own, const char *bytes, size_t n)
{
    return n > 0 && strlen(own) == n && memcmp(own, bytes, n) == 0;
}

bool crok_hosted_has_name(crok_hosted *h, const char *name, size_t n)
{
    char own[CROK_NAME_MAX];
    crok_hosted_name(h, own);
    return is_text(own, name, n);
}

bool crok_hosted_has_record(crok_hosted *h, const char *id, size_t n)
{
    return is_text(crok_live_health(h->live).id, id, n);
}

/* ---- writing ---- */

/* Find what an undo without a number takes back: the last event in force that
 * is not itself an undo. Events that were undone are not in force, so repeated
 * undos go back event by event, as far as the start of the match. The start
 * itself is only taken back by its number: who presses once too often must not
 * lose the match. */
static crok_status find_last(const crok_log *log, long *out, crok_err *err)
{
    crok_undoable found;
    crok_status st = crok_log_undoable(log, &found, err);
    if (st != CROK_OK)
        return st;
    if (found.undo == 0 && found.start == 0)
        return crok_fail(err, CROK_ECONFLICT, "there is nothing to take back");
    if (found.undo == 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "Only the match's start is left, and it stays: to "
                         "take it back too, name it with \"of\": %ld.",
                         found.start);
    *out = found.undo;
    return CROK_OK;
}

static crok_status check_seq(const crok_hosted *h, long expected_seq,
                             crok_written *out, crok_err *err)
{
    long now = crok_live_seq(h->live);
    if (expected_seq == CROK_SEQ_ANY || expected_seq == now)
        return CROK_OK;
    out->refusal = CROK_REFUSED_STALE;
    return crok_fail(err, CROK_ECONFLICT,
                     "The match has moved on: it is at event %ld, and you "
                     "decided on what stood at event %ld. Look at it again, "
                     "then decide.",
                     now, expected_seq);
}

static bool is_among(const crok_names *taken, const char *name)
{
    for (int i = 0; i < taken->n; i++)
        if (name[0] != '\0' && strcmp(taken->name[i], name) == 0)
            return true;
    return false;
}

/* Refuse an event that gives the table a name of `taken`: a match that starts,
 * a correction of names, or an undo of a start or of the undo of one. */
static crok_status check_name(const crok_hosted *h, crok_event *e,
                              const crok_names *taken, crok_err *err)
{
    const crok_log *log = crok_live_log(h->live);
    const char *name = NULL;
    crok_match *after = NULL;
    crok_status st = CROK_OK;
    if (taken->n == 0 ||
        (e->type != CROK_EVENT_MATCH_START && e->type != CROK_EVENT_UNDO &&
         e->type != CROK_EVENT_MATCH_INFO))
        return CROK_OK;
    after = malloc(sizeof *after);
    if (after == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the match");
    e->seq = crok_live_seq(h->live) + 1;
    st = crok_log_with(log, e, after, err);
    if (st == CROK_OK) {
        name = name_with(h, after);
        if (strcmp(name, name_with(h, &log->match)) != 0 &&
            is_among(taken, name))
            st = crok_fail(err, CROK_ECONFLICT,
                           e->type == CROK_EVENT_UNDO
                               ? "There is a table \"%s\" already, so that "
                                 "this one cannot have the name again."
                               : "There is a table \"%s\" already: give this "
                                 "one another name.",
                           name);
    }
    free(after);
    return st;
}

/* Make the event of a twenties: what adds to the side's 20s gets their number,
 * and in a round without positions it becomes a count. */
static crok_status settle_twenties(const crok_hosted *h, crok_posted *posted,
                                   crok_err *err)
{
    const crok_match *m = &crok_live_log(h->live)->match;
    crok_twenties *t = &posted->event.u.twenties;
    int side = crok_match_side_of(m, t->side);
    if (side < 0)
        return crok_fail(err, CROK_ECONFLICT, "side: \"%s\" does not play",
                         t->side);
    if (posted->adds)
        t->count = m->sides[side].twenties + posted->add;
    if (t->count < 0 || t->count > CROK_MAX_DISCS)
        return crok_fail(err, CROK_ECONFLICT,
                         "%s has %d 20s: %d more of them cannot be", t->side,
                         m->sides[side].twenties, posted->add);
    if (posted->event.after == 0 &&
        crok_tallies_twenties(m, crok_live_source_of(h->live)->state !=
                                     CROK_LIVE_NONE))
        crok_tally_twenties(m, &posted->event);
    return CROK_OK;
}

/* Check that a correction is confirmed, if it changes what came later. A trial
 * says what it would change, and is taken as confirmed. */
static crok_status check_confirmed(const crok_hosted *h,
                                   const crok_write *write, crok_written *out,
                                   crok_err *err)
{
    crok_event *e = &write->posted->event;
    crok_effects *effects = NULL;
    crok_status st = CROK_OK;
    e->seq = crok_live_seq(h->live) + 1;
    e->is_confirmed = e->is_confirmed || write->is_trial;
    if (e->is_confirmed || !crok_event_corrects(e))
        return CROK_OK;
    effects = malloc(sizeof *effects);
    if (effects == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the match");
    st = crok_effects_check(crok_live_log(h->live), e, effects, err);
    if (st == CROK_ECONFLICT && effects->n > 0) {
        out->refusal = CROK_REFUSED_UNCONFIRMED;
        out->changes = crok_effects_to_json(effects);
    }
    free(effects);
    return st;
}

/* Set what depends on the match, and check the event. */
static crok_status complete(crok_hosted *h, const crok_write *write,
                            crok_written *out, crok_err *err)
{
    const crok_log *log = crok_live_log(h->live);
    crok_event *e = &write->posted->event;
    crok_status st = CROK_OK;
    if (e->type == CROK_EVENT_UNDO && e->u.of == 0)
        st = find_last(log, &e->u.of, err);
    if (st == CROK_OK && e->type == CROK_EVENT_TWENTIES)
        st = settle_twenties(h, write->posted, err);
    if (st == CROK_OK)
        st = crok_log_check_new(log, e, err);
    if (st == CROK_OK)
        st = check_confirmed(h, write, out, err);
    if (st == CROK_OK)
        st = check_name(h, e, write->taken, err);
    return st;
}

static crok_status try_event(crok_hosted *h, crok_event *e, crok_written *out,
                             crok_err *err)
{
    e->seq = crok_live_seq(h->live) + 1;
    return crok_trial_text(crok_live_log(h->live), e, &out->json, err);
}

static crok_status put_match(crok_hosted *h, crok_written *out, crok_err *err)
{
    out->json = crok_live_document(h->live, h->place);
    return out->json != NULL
               ? CROK_OK
               : crok_fail(err, CROK_ENOMEM, "no memory for the match");
}

static crok_status append(crok_hosted *h, const crok_event *e,
                          crok_written *out, crok_err *err)
{
    crok_status st = crok_live_append(h->live, e, CROK_SEQ_ANY, err);
    out->seq = crok_live_seq(h->live);
    return st == CROK_OK ? put_match(h, out, err) : st;
}

/* What could not be written at first is confirmed when it is on the disk. */
static crok_status repeat_held(crok_hosted *h, const crok_write_key *key,
                               crok_written *out, crok_err *err)
{
    long seq = 0;
    crok_status st =
        crok_write_key_find(crok_live_log(h->live), key, &seq, err);
    out->seq = crok_live_seq(h->live);
    if (st != CROK_OK)
        out->refusal = CROK_REFUSED_KEY;
    if (st == CROK_OK && seq != 0)
        st = crok_live_save_rest(h->live, err);
    if (st != CROK_OK || seq == 0)
        return st;
    out->seq = seq;
    return put_match(h, out, err);
}

crok_status crok_hosted_repeat(crok_hosted *h, const crok_write_key *key,
                               crok_written *out, crok_err *err)
{
    crok_status st = CROK_OK;
    *out = (crok_written){.refusal = CROK_REFUSED_BY_RULES};
    crok_live_hold(h->live);
    st = repeat_held(h, key, out, err);
    crok_live_release(h->live);
    return st;
}

static crok_status write_held(crok_hosted *h, const crok_write *write,
                              crok_written *out, crok_err *err)
{
    crok_event *e = &write->posted->event;
    crok_status st = check_seq(h, write->expected_seq, out, err);
    if (st == CROK_OK)
        st = complete(h, write, out, err);
    out->seq = crok_live_seq(h->live);
    if (st != CROK_OK)
        return st;
    return write->is_trial ? try_event(h, e, out, err) : append(h, e, out, err);
}

crok_status crok_hosted_write(crok_hosted *h, const crok_write *write,
                              crok_written *out, crok_err *err)
{
    crok_status st = CROK_OK;
    *out = (crok_written){.refusal = CROK_REFUSED_BY_RULES};
    crok_live_hold(h->live);
    st = write_held(h, write, out, err);
    crok_live_release(h->live);
    return st;
}
