/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/archive/job_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/child.h"
#include "core/json.h"
#include "hall/archive/kept.h"

static const char *const names[CROK_N_JOB_OPTIONS] = {
    [CROK_JOB_RULES] = "rules", [CROK_JOB_BOARD] = "board",
    [CROK_JOB_CALIB] = "calib", [CROK_JOB_MODEL] = "model",
    [CROK_JOB_SIDES] = "sides", [CROK_JOB_COUNT_SIDES] = "count-sides"};

char *crok_job_options_text(const crok_job_options *o)
{
    cJSON *doc = NULL;
    char *text = NULL;
    for (int i = 0; i < CROK_N_JOB_OPTIONS; i++) {
        if (o->value[i][0] == '\0')
            continue;
        if (doc == NULL)
            doc = cJSON_CreateObject();
        crok_json_add_text(doc, names[i], o->value[i]);
    }
    text = doc == NULL ? strdup("") : crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}

static int index_of(const char *name)
{
    for (int i = 0; i < CROK_N_JOB_OPTIONS; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

crok_status crok_job_options_parse(const char *text, crok_job_options *out,
                                   crok_err *err)
{
    crok_job_options o = {{""}};
    cJSON *doc = NULL;
    const cJSON *item = NULL;
    bool is_good = true;
    crok_status st = CROK_OK;
    if (text != NULL && text[0] != '\0')
        st = crok_json_parse(text, strlen(text), "a job's options", &doc, err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, doc)
    {
        int i = item->string == NULL ? -1 : index_of(item->string);
        is_good = is_good && i >= 0 && cJSON_IsString(item) &&
                  strlen(item->valuestring) < sizeof o.value[0];
        if (is_good)
            (void)snprintf(o.value[i], sizeof o.value[i], "%s",
                           item->valuestring);
    }
    cJSON_Delete(doc);
    if (!is_good)
        return crok_fail(err, CROK_EFORMAT,
                         "a job's options are not known: %.120s; is it of a "
                         "newer version of crokeye?",
                         text);
    *out = o;
    return CROK_OK;
}

crok_status crok_archive_key(const char *photo, const crok_job_options *o,
                             char out[CROK_SHA256_HEX], crok_err *err)
{
    char *text = crok_job_options_text(o);
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a photo's key");
    if (text[0] == '\0')
        (void)snprintf(out, CROK_SHA256_HEX, "%s", photo);
    else
        crok_archive_hash(photo, strlen(photo), text, strlen(text), out);
    free(text);
    return CROK_OK;
}

crok_status crok_job_options_keep(const crok_hall_link *link,
                                  crok_job_option which, const char *bytes,
                                  size_t n, crok_job_options *o, crok_err *err)
{
    char hash[CROK_SHA256_HEX];
    crok_status st = CROK_OK;
    crok_archive_hash(bytes, n, NULL, 0, hash);
    st = crok_kept_put(link, CROK_KEPT_FILE, hash, bytes, n, err);
    if (st == CROK_OK || st == CROK_ECONFLICT) {
        (void)snprintf(o->value[which], sizeof o->value[which], "@%s", hash);
        st = CROK_OK;
    }
    return st;
}

void crok_archive_fd_path(int fd, char out[48])
{
    (void)snprintf(out, 48, "/proc/%ld/fd/%d", (long)getpid(), fd);
}

/* Read the file with this hash into memory. */
static crok_status fetch(const crok_hall_link *link, const char *hash, int *out,
                         crok_err *err)
{
    crok_message m = {0};
    crok_status st = crok_kept_get(link, CROK_KEPT_FILE, hash, &m, err);
    if (st != CROK_OK)
        return st;
    if (m.subject == NULL)
        return crok_fail(err, CROK_EFORMAT,
                         "the stream ARCHIVE has no file %.64s, which a job's "
                         "options name; queue its photos again",
                         hash);
    *out = crok_child_file(m.data, m.len);
    link->calls->drop(&m);
    return *out >= 0
               ? CROK_OK
               : crok_fail(err, CROK_ENOMEM, "no memory for an option's file");
}

static crok_status make_word(const crok_hall_link *link,
                             const crok_job_options *o, int i,
                             crok_job_words *w, crok_err *err)
{
    char path[48];
    char word[CROK_JOB_VALUE_MAX + 32];
    const char *value = o->value[i];
    crok_status st = CROK_OK;
    if (value[0] == '@') {
        st = fetch(link, value + 1, &w->file[w->n], err);
        if (st != CROK_OK)
            return st;
        crok_archive_fd_path(w->file[w->n], path);
        value = path;
    }
    (void)snprintf(word, sizeof word, "--%s=%s", names[i], value);
    w->word[w->n] = strdup(word);
    if (w->word[w->n++] == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for a job's options");
    return st;
}

crok_status crok_job_words_make(const crok_hall_link *link,
                                const crok_job_options *o, crok_job_words *out,
                                crok_err *err)
{
    crok_job_words w = {.n = 0};
    crok_status st = CROK_OK;
    for (int i = 0; i < CROK_N_JOB_OPTIONS; i++)
        w.file[i] = -1;
    for (int i = 0; st == CROK_OK && i < CROK_N_JOB_OPTIONS; i++)
        if (o->value[i][0] != '\0')
            st = make_word(link, o, i, &w, err);
    if (st == CROK_OK)
        *out = w;
    else
        crok_job_words_free(&w);
    return st;
}

void crok_job_words_free(crok_job_words *w)
{
    for (int i = 0; i < CROK_N_JOB_OPTIONS; i++) {
        free(w->word[i]);
        if (w->file[i] >= 0)
            (void)close(w->file[i]);
        w->file[i] = -1;
    }
    w->n = 0;
}
