/* SPDX-License-Identifier: Apache-2.0
 *
 * core/save.h: write a file. Every file that a command writes beside its record
 * is written here (tests/layers), by one rule: what exists is replaced only if
 * this program wrote it.
 *
 * The kind of a document says how its own files are known: an annotated picture
 * by a mark in the JPEG, a JSON document by its schema. An empty file has
 * nothing to lose and is replaced too. Anything else is refused, unless a
 * person forces it. A database, as the record of a match is, is refused even
 * then: nobody can make it again.
 *
 * Where a path leads:
 *   a regular file    is replaced as a whole: the new one is written under
 *                     another name in its folder, flushed to the disk, and
 *                     exchanged with it. On failure, also by a full disk, a
 *                     kill or a power cut, the old file is there as it was.
 *                     The new one has the old one's permissions
 *   nothing           the file is made, and nothing that appears meanwhile is
 *                     replaced
 *   a symbolic link   is followed within its folder, and stays. One that leads
 *                     out of it is refused, unless to a stream
 *   a named pipe, a character device, /dev/stdout, /dev/fd/N
 *                     is written to as a stream, and stays what it is
 *   a folder, a disk, a socket   is refused
 *
 * Room     core.
 * Threads  any thread, also several for one path: one of their files remains.
 * Source   Linux renameat2(2): RENAME_NOREPLACE, RENAME_EXCHANGE. A file
 *          system without them gets link(2) and rename(2); there a file that
 *          appears between the last look and the rename may be replaced. */
#ifndef CROK_CORE_SAVE_H
#define CROK_CORE_SAVE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A kind of document. */
typedef struct crok_save_kind {
    const char *what;  /* in messages: "a calibration" */
    const char *known; /* by what a file of the kind is known, for is_own: a
                        * schema without its version, or a mark */
    /* Did this program write such a file? `bytes` is its beginning, n is at
     * most max_bytes + 1. */
    bool (*is_own)(const char *known, const char *bytes, size_t n);
    size_t max_bytes; /* a file of the kind is known from so many bytes */
} crok_save_kind;

/* Kinds of JSON documents, known by their field "schema". */
extern const crok_save_kind crok_save_board, crok_save_calib, crok_save_answers,
    crok_save_match, crok_save_next, crok_save_texts, crok_save_hall,
    crok_save_truth;

/* Where a document is to be written. */
typedef struct crok_save_to {
    const char *path; /* borrowed */
    const crok_save_kind *kind;
    bool force;    /* replace also a file that is not this program's own */
    bool waits;    /* wait until somebody reads the named pipe; else a pipe that
                    * nobody reads is an error */
    bool is_mine;  /* the file is for its owner only (mode 0600), else for whom
                    * the umask lets */
    bool is_loose; /* it need not survive a power cut: nobody waits for the
                    * disk. A file may then be there whose end is missing */
} crok_save_to;

/* Write n bytes.
 *
 *   err  may be NULL
 *
 * CROK_EARG    refused, as above: the message says what to do; nothing has
 *              changed
 * CROK_EIO     cannot be written; msg has errno's text
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_save(const crok_save_to *to, const void *bytes,
                                    size_t n, crok_err *err);

/* Write a text and a line feed. */
CROK_MUST_USE crok_status crok_save_text(const crok_save_to *to,
                                         const char *text, crok_err *err);

/* Would crok_save refuse? So a command can tell before its work. A folder that
 * is missing is told, too; a disk that is full is not.
 *
 *   is_stream  written on CROK_OK: it leads to a pipe or a device. May be NULL
 *
 * CROK_EARG, CROK_EIO, CROK_ENOMEM  as crok_save */
CROK_MUST_USE crok_status crok_save_check(const crok_save_to *to,
                                          bool *is_stream, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
