/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/units.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/str.h"

#define MARK "# Made by crokeye hall units; changes are overwritten.\n"
#define MAX_UNIT_BYTES ((size_t)64 << 10)

static bool begins_with(const char *mark, const char *bytes, size_t n)
{
    return n >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0;
}

const crok_save_kind crok_save_unit = {"a unit of crokeye's", MARK, begins_with,
                                       MAX_UNIT_BYTES};

void crok_unit_name(const crok_plan *plan, char out[CROK_UNIT_NAME])
{
    size_t n = (size_t)snprintf(out, CROK_UNIT_NAME, "crokeye-");
    /* as systemd-escape(1) does, but '-' stays for the space of our names */
    for (const char *p = plan->name; *p != '\0' && n + 16 < CROK_UNIT_NAME;
         p++) {
        if (isalnum((unsigned char)*p) || *p == '_' || *p == '.')
            out[n++] = *p;
        else if (*p == ' ' && p == strchr(plan->name, ' '))
            out[n++] = '-';
        else
            n += (size_t)snprintf(out + n, 5, "\\x%02x", (unsigned char)*p);
    }
    (void)snprintf(out + n, CROK_UNIT_NAME - n, ".service");
}

/* Append a text in quotation marks, in which systemd replaces nothing.
 *
 *   is_command  it is a word of a command line, where $ is replaced, too */
static void add_quoted(crok_str *t, const char *text, bool is_command)
{
    crok_str_add(t, "\"");
    for (const char *p = text; *p != '\0'; p++) {
        const char one[] = {*p, '\0'};
        if (*p == '"' || *p == '\\')
            crok_str_add(t, "\\");
        else if (*p == '%' || (*p == '$' && is_command))
            crok_str_add(t, one);
        crok_str_add(t, one);
    }
    crok_str_add(t, "\"");
}

/* Append a path as the whole value of a setting: nothing is quoted there. */
static void add_path(crok_str *t, const char *path)
{
    for (const char *p = path; *p != '\0'; p++) {
        const char one[] = {*p, '\0'};
        crok_str_add(t, *p == '%' ? "%%" : one);
    }
}

static void add_target(crok_str *t)
{
    crok_str_add(t, MARK "[Unit]\n"
                         "Description=crokeye: the tables of a hall\n\n"
                         "[Install]\n"
                         "WantedBy=multi-user.target\n");
}

/* The system may not be written to, the folder may, also below /etc. */
static void add_sandbox(crok_str *t, const crok_unit_place *place)
{
    if (place->user != 0)
        crok_str_addf(t, "User=%u\n", place->user);
    crok_str_add(t, "ProtectSystem=full\nReadWritePaths=");
    add_quoted(t, place->folder, false);
    crok_str_add(t, "\n");
    crok_str_add(t, crok_unit_sandbox);
}

static void add_service(crok_str *t, const crok_plan *plan,
                        const crok_unit_place *place)
{
    crok_str_add(t, MARK "[Unit]\nDescription=crokeye: ");
    add_path(t, plan->name);
    crok_str_add(t, "\nPartOf=" CROK_UNIT_TARGET "\n"
                    "After=network-online.target\n"
                    "Wants=network-online.target\n"
                    "# it is started again for as long as it takes\n"
                    "StartLimitIntervalSec=0\n\n"
                    "[Service]\n");
    if (strcmp(plan->words[1], "serve") == 0)
        crok_str_add(t, "Type=notify\nWatchdogSec=60\n");
    crok_str_add(t, "WorkingDirectory=");
    add_path(t, place->folder);
    crok_str_add(t, "\nExecStart=");
    add_quoted(t, place->program, true);
    for (int i = 1; i < plan->n_words; i++) {
        crok_str_add(t, " ");
        add_quoted(t, plan->words[i], true);
    }
    crok_str_add(t, "\nRestart=always\nRestartSec=2\n\n");
    add_sandbox(t, place);
    crok_str_add(t, "\n[Install]\nWantedBy=" CROK_UNIT_TARGET "\n");
}

crok_status crok_unit_text(const crok_plan *plan, const crok_unit_place *place,
                           char **out, crok_err *err)
{
    crok_str t = {0};
    char *text = NULL;
    if (plan != NULL && plan->source != NULL)
        return crok_fail(err, CROK_EARG,
                         "%.80s: everybody can read a unit: put the source's "
                         "address into a file, and say source = \"@FILE\"",
                         plan->name);
    if (plan == NULL)
        add_target(&t);
    else
        add_service(&t, plan, place);
    text = crok_str_take(&t);
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a unit");
    *out = text;
    return CROK_OK;
}
