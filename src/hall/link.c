/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/link.h"

#include <libconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"

#define KEY_MAX_BYTES ((size_t)16 << 10)
#define PATH_BYTES 4096

static const char *const settings[] = {"user", "password", "authority",
                                       "inbox"};

/* Every setting is one of ours, and a text. */
static crok_status check_settings(const config_t *c, const char *path,
                                  crok_err *err)
{
    const config_setting_t *root = config_root_setting(c);
    for (int i = 0; i < config_setting_length(root); i++) {
        const config_setting_t *s =
            config_setting_get_elem(root, (unsigned int)i);
        const char *name = config_setting_name(s);
        bool is_ours = false;
        for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
            is_ours = is_ours || strcmp(name, settings[k]) == 0;
        if (!is_ours || config_setting_type(s) != CONFIG_TYPE_STRING)
            return crok_fail(err, CROK_EFORMAT,
                             "%.120s:%d: \"%.40s\": a key has the texts user, "
                             "password, authority and inbox",
                             path, config_setting_source_line(s), name);
    }
    return CROK_OK;
}

static crok_status parse_key(const char *path, config_t *c, crok_err *err)
{
    char *text = NULL;
    char *ended = NULL;
    size_t len = 0;
    bool is_read = false;
    crok_status st = crok_file_read(path, KEY_MAX_BYTES, &text, &len, err);
    if (st != CROK_OK)
        return st;
    ended = len > KEY_MAX_BYTES ? NULL : realloc(text, len + 1);
    if (ended == NULL) {
        free(text);
        return crok_fail(err, CROK_EFORMAT, "%.160s: this is no key file",
                         path);
    }
    ended[len] = '\0';
    is_read =
        strlen(ended) == len && config_read_string(c, ended) == CONFIG_TRUE;
    free(ended);
    if (!is_read)
        return crok_fail(err, CROK_EFORMAT, "%.160s:%d: %.60s", path,
                         config_error_line(c),
                         config_error_text(c) == NULL ? "this is no key file"
                                                      : config_error_text(c));
    return check_settings(c, path, err);
}

static const char *text_of(const config_t *c, const char *name)
{
    const char *text = NULL;
    return config_lookup_string(c, name, &text) == CONFIG_TRUE ? text : NULL;
}

/* Write the path of a file that is named in the file at `from`. */
static bool path_beside(const char *from, const char *name,
                        char out[PATH_BYTES])
{
    const char *slash = name[0] == '/' ? NULL : strrchr(from, '/');
    int n = snprintf(out, PATH_BYTES, "%.*s%s",
                     slash == NULL ? 0 : (int)(slash + 1 - from), from, name);
    return n > 0 && n < PATH_BYTES;
}

static crok_status open_with_key(const crok_engine_options *o,
                                 const config_t *c, crok_hall_link *link,
                                 crok_err *err)
{
    const char *path = o->key_path == NULL ? "" : o->key_path;
    char authority[PATH_BYTES] = "";
    crok_broker_login login = {.url = o->url,
                               .user = text_of(c, "user"),
                               .password = text_of(c, "password"),
                               .inbox = text_of(c, "inbox"),
                               .name = o->name,
                               .wait_ms = o->wait_ms};
    const char *name = text_of(c, "authority");
    if ((login.user == NULL) != (login.password == NULL))
        return crok_fail(err, CROK_EFORMAT,
                         "%.160s: a key has a user and a password, or neither",
                         path);
    if (name != NULL && !path_beside(path, name, authority))
        return crok_fail(err, CROK_EFORMAT,
                         "%.160s: authority: the path is too long", path);
    if (name != NULL)
        login.authority = authority;
    return link->calls->open(&login, &link->broker, err);
}

crok_status crok_hall_link_open(const crok_engine_options *o,
                                crok_hall_link *out, crok_err *err)
{
    crok_hall_link link = {0};
    config_t c;
    crok_status st = crok_broker_load(&link.calls, err);
    if (st != CROK_OK)
        return st;
    config_init(&c);
    if (o->key_path != NULL)
        st = parse_key(o->key_path, &c, err);
    if (st == CROK_OK)
        st = open_with_key(o, &c, &link, err);
    config_destroy(&c);
    if (st == CROK_OK)
        *out = link;
    return st;
}

void crok_hall_link_close(crok_hall_link *link)
{
    if (link->calls != NULL)
        link->calls->close(&link->broker);
    *link = (crok_hall_link){0};
}
