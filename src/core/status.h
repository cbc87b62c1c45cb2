/* SPDX-License-Identifier: Apache-2.0
 *
 * core/status.h: how a call reports that it failed, and what a person should
 * do.
 *
 * Three kinds are kept apart: a failure (a status other than CROK_OK, with a
 * message), no result (CROK_OK and a count of zero), and our own bug
 * (CROK_ASSERT, on in every build).
 *
 * Room     core: uses the C library only.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_STATUS_H
#define CROK_CORE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MUST_USE __attribute__((warn_unused_result))
#define CROK_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

typedef enum crok_status {
    CROK_OK = 0,
    CROK_EARG,         /* caller broke the contract */
    CROK_ENOMEM,       /* no memory; nothing was changed */
    CROK_EIO,          /* file, device or kernel; msg has errno's text */
    CROK_EFORMAT,      /* input is not what its format promises */
    CROK_EUNSUPPORTED, /* a valid input of a kind that we do not read */
    CROK_ETOOLARGE,    /* input is larger than the limit named in msg */
    CROK_ENODEV,       /* the camera is gone; the caller may try again */
    CROK_EVISION,      /* the vision library threw; msg has its text */
    CROK_ENOBOARD,     /* the picture holds no crokinole board */
    CROK_ECUTOFF,      /* too much of the board lies outside the picture */
    CROK_ECOVERED,     /* too much of the board is covered */
    CROK_ESIDES,       /* the discs cannot be separated into sides */
    CROK_ECONFLICT,    /* the state has moved on since the caller looked */
    CROK_N_STATUS
} crok_status;

typedef struct crok_err {
    crok_status status;
    char msg[256]; /* for a person: what, which file or frame, what to do */
} crok_err;

/* Fill err (may be NULL) and return st, so that a failure is one line:
 * `return crok_fail(err, CROK_EIO, "%s: cannot open: %s", path, why);`
 * A message longer than crok_err.msg is cut, never overrun. */
crok_status crok_fail(crok_err *err, crok_status st, const char *fmt, ...)
    CROK_PRINTF(3, 4);

/* For the static analyzer, which does not read the function's body in another
 * file: crok_fail returns st. */
#ifdef __clang_analyzer__
#define crok_fail(err, st, ...) ((void)(err), (st))
#endif

/* The status as a word for JSON ("no_board", "unreadable", ...); the words of
 * crokeye.score/1 where that format has one. Never NULL. */
const char *crok_status_code(crok_status st);

/* End the program with file, line and condition on stderr. */
void crok_assert_failed(const char *cond, const char *file, int line)
    __attribute__((noreturn));

/* A condition that only our own bug can break. Stays on in every build. */
#define CROK_ASSERT(cond)                                                      \
    ((cond) ? (void)0 : crok_assert_failed(#cond, __FILE__, __LINE__))

#ifdef __cplusplus
}
#endif
#endif
