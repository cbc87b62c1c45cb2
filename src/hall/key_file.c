/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/key_file.h"

#include <libconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/path.h"
#include "report/str.h"

#define KEY_MAX_BYTES ((size_t)16 << 10)

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

/* Copy a text; false if it has not room. */
static bool copy(const config_t *c, const char *name, char *out, size_t size)
{
    const char *text = "";
    (void)config_lookup_string(c, name, &text);
    return (size_t)snprintf(out, size, "%s", text) < size;
}

/* Write the path of a file that is named in the key file at `from`; false if it
 * has not room. */
static bool copy_path(const char *from, const char *name,
                      char out[CROK_KEY_PATH])
{
    char *path = crok_path_beside(from, name);
    bool fits = path != NULL &&
                snprintf(out, CROK_KEY_PATH, "%s", path) < CROK_KEY_PATH;
    free(path);
    return fits;
}

static crok_status take_key(const config_t *c, const char *path,
                            crok_hall_key *out, crok_err *err)
{
    const char *authority = "";
    (void)config_lookup_string(c, "authority", &authority);
    if (!copy(c, "user", out->user, sizeof out->user) ||
        !copy(c, "password", out->password, sizeof out->password) ||
        !copy(c, "inbox", out->inbox, sizeof out->inbox))
        return crok_fail(err, CROK_EFORMAT, "%.160s: a text is too long", path);
    if ((out->user[0] == '\0') != (out->password[0] == '\0'))
        return crok_fail(err, CROK_EFORMAT,
                         "%.160s: a key has a user and a password, or neither",
                         path);
    if (authority[0] != '\0' && !copy_path(path, authority, out->authority))
        return crok_fail(err, CROK_EFORMAT,
                         "%.160s: authority: the path is too long", path);
    return CROK_OK;
}

crok_status crok_hall_key_read(const char *path, crok_hall_key *out,
                               crok_err *err)
{
    crok_hall_key key = {.user = ""};
    config_t c;
    crok_status st = CROK_OK;
    config_init(&c);
    st = parse_key(path, &c, err);
    if (st == CROK_OK)
        st = take_key(&c, path, &key, err);
    config_destroy(&c);
    if (st == CROK_OK)
        *out = key;
    return st;
}

static bool is_never(const char *known, const char *bytes, size_t n)
{
    (void)known;
    (void)bytes;
    (void)n;
    return false;
}

const crok_save_kind crok_save_secret = {"a new key", "", is_never,
                                         KEY_MAX_BYTES};

static void add_setting(crok_str *t, const char *name, const char *value)
{
    if (value[0] == '\0')
        return;
    crok_str_addf(t, "%s = \"", name);
    for (const char *p = value; *p != '\0'; p++) {
        const char one[] = {*p, '\0'};
        if (*p == '"' || *p == '\\')
            crok_str_add(t, "\\");
        crok_str_add(t, one);
    }
    crok_str_add(t, "\";\n");
}

crok_status crok_hall_key_write(const char *path, const crok_hall_key *key,
                                crok_err *err)
{
    const crok_save_to to = {
        .path = path, .kind = &crok_save_secret, .is_mine = true};
    crok_str t = {0};
    char *text = NULL;
    crok_status st = CROK_OK;
    add_setting(&t, "user", key->user);
    add_setting(&t, "password", key->password);
    add_setting(&t, "authority", key->authority);
    add_setting(&t, "inbox", key->inbox);
    text = crok_str_take(&t);
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a key");
    st = crok_save(&to, text, strlen(text), err);
    free(text);
    return st;
}
