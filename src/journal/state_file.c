/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/state_file.h"

#include <stdlib.h>
#include <string.h>

#include "core/save.h"

static crok_save_to target(const crok_state_file *file)
{
    return (crok_save_to){
        .path = file->path, .kind = &crok_save_match, .force = file->force};
}

crok_status crok_state_file_check(const crok_state_file *file, crok_err *err)
{
    crok_save_to to = target(file);
    return crok_save_check(&to, NULL, err);
}

crok_status crok_state_file_write(const crok_state_file *file, const char *json,
                                  size_t len, crok_err *err)
{
    crok_save_to to = target(file);
    char *line = malloc(len + 1);
    crok_status st = CROK_OK;
    if (line == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", file->path);
    memcpy(line, json, len);
    line[len] = '\n';
    st = crok_save(&to, line, len + 1, err);
    free(line);
    return st;
}
