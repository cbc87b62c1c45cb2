/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/state_file.h"

#include "core/draft.h"

crok_status crok_state_file_write(const char *path, const char *json,
                                  size_t len, crok_err *err)
{
    crok_draft d;
    crok_status st = crok_draft_open(&d, path, err);
    if (st != CROK_OK)
        return st;
    (void)fwrite(json, 1, len, d.file);
    (void)fputc('\n', d.file);
    return crok_draft_close(&d, st, err);
}
