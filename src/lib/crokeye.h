/* SPDX-License-Identifier: Apache-2.0
 *
 * crokeye.h: libcrokeye scores crokinole from a camera above the board, as the
 * program crokeye does.
 *
 *   scorer    a picture in, its discs and its score out
 *   follower  the frames of a camera in, shots and the match out
 *   judge     shots in, decisions out; events in, the match out
 *
 * Each is a handle: _new makes it, _set gives it options, _free frees it.
 * Documents are JSON, the same byte for byte as the program prints.
 *
 * Handles   There is no global state. Any number of handles, each used by one
 *           thread at a time, which needs 1 MB of stack.
 * NULL      Without a handle, picture, path, text or option's name a call does
 *           nothing and returns CROKEYE_ARGUMENT, NULL, "" or zeros.
 * Failure   A call that can fail returns a status; then _message says for a
 *           person what is wrong and what to do. The handle can be used on. A
 *           bug of the library itself ends the program with abort.
 * Memory    By malloc, free and C++'s new; a caller's own allocator is used
 *           where it takes their place. CROKEYE_NO_MEMORY says that there was
 *           none: nothing has changed, except where a call says otherwise.
 * Texts     UTF-8, ended by a zero byte. What a call returns belongs to the
 *           handle until a call whose handle is not const. Arguments are
 *           borrowed for the call.
 * Files     Only those that options and paths name. HEIC and AVIF are decoded
 * in a copy of the process (fork), which is gone when the call returns. Source
 * docs/LIBRARY.md for the options, docs/FORMATS.md for documents. */
#ifndef CROKEYE_H
#define CROKEYE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CROKEYE_API __attribute__((visibility("default")))

/* The number of this interface. It changes whenever a program that was built
 * with an older header would no longer work; it is also the number in the
 * shared library's name. */
#define CROKEYE_ABI 0

/* Returns CROKEYE_ABI of the library that is loaded. */
CROKEYE_API int crokeye_abi(void);

/* Returns the library's version, like "0.2.0". */
CROKEYE_API const char *crokeye_version(void);

typedef enum crokeye_status {
    CROKEYE_OK = 0,
    CROKEYE_ARGUMENT,    /* an option, or a call that makes no sense */
    CROKEYE_NO_MEMORY,   /* no memory */
    CROKEYE_UNREADABLE,  /* a file or the record: the message has the reason */
    CROKEYE_FORMAT,      /* an input is damaged, or not what it should be */
    CROKEYE_UNSUPPORTED, /* an input of a kind that is not read */
    CROKEYE_TOO_LARGE,   /* an input is above the limit that the message says */
    CROKEYE_NO_DEVICE,   /* a device is gone */
    CROKEYE_VISION,      /* OpenCV failed: the message has its text */
    CROKEYE_NO_BOARD,    /* the picture shows no crokinole board */
    CROKEYE_CUT_OFF,     /* too much of the board is outside the picture */
    CROKEYE_COVERED,     /* too much of the board is covered */
    CROKEYE_SIDES,       /* the discs cannot be separated into sides */
    CROKEYE_CONFLICT     /* it does not fit what was before */
} crokeye_status;

/* Returns a status as documents have it: "no_board". Never NULL. */
CROKEYE_API const char *crokeye_status_code(crokeye_status status);

/* ---- pictures ---- */

typedef enum crokeye_format {
    CROKEYE_FILE = 0, /* the bytes of a JPEG, PNG, WebP, HEIC or AVIF file */
    CROKEYE_RGB,      /* 3 bytes a pixel: red, green, blue (sRGB) */
    CROKEYE_BGR,      /* 3 bytes a pixel: blue, green, red */
    CROKEYE_GREY,     /* 1 byte a pixel: luma */
    CROKEYE_YUYV,     /* Y U Y V: 4 bytes for two pixels */
    CROKEYE_NV12,     /* a plane of Y, then one of U V pairs, half as high */
    CROKEYE_MJPEG     /* a JPEG of a camera, perhaps without Huffman tables */
} crokeye_format;

/* How luma is coded in GREY, YUYV, NV12; 0: 16 to 235, BT.601. */
#define CROKEYE_FULL_RANGE 1U /* 0 is black, 255 is white */
#define CROKEYE_BT709 2U      /* YUYV, NV12: BT.709 */

/* A picture. Its memory is the caller's, and only read during a call. */
typedef struct crokeye_picture {
    crokeye_format format;
    const void *bytes;
    size_t n_bytes;
    int width, height; /* pixels; not used by FILE */
    size_t stride;     /* bytes from row to row; not used by FILE, MJPEG */
    unsigned flags;    /* CROKEYE_FULL_RANGE | CROKEYE_BT709 */
    const char *name;  /* for messages and documents; NULL: "picture" */
} crokeye_picture;

/* ---- scorer ---- */

typedef struct crokeye_scorer crokeye_scorer;

/* Returns a scorer, or NULL if there is no memory. */
CROKEYE_API crokeye_scorer *crokeye_scorer_new(void);

/* Free a scorer. NULL is allowed. */
CROKEYE_API void crokeye_scorer_free(crokeye_scorer *scorer);

/* Set an option of `crokeye score`: rules, model, board, calib, sides,
 * count-sides, twenties or player; or answer, ID=VALUE, a person's answer to a
 * question of the next picture. An option that may be given several times is
 * added. Files are read now. A value NULL takes the option back.
 *
 * After a failure the options are as before. */
CROKEYE_API crokeye_status crokeye_scorer_set(crokeye_scorer *scorer,
                                              const char *option,
                                              const char *value);

/* Score a picture, or the picture in a file. After every status there is a
 * document, except CROKEYE_NO_MEMORY. */
CROKEYE_API crokeye_status crokeye_scorer_score(crokeye_scorer *scorer,
                                                const crokeye_picture *picture);
CROKEYE_API crokeye_status crokeye_scorer_score_file(crokeye_scorer *scorer,
                                                     const char *path);

/* Returns the crokeye.score/1 of the last picture, or NULL. */
CROKEYE_API const char *crokeye_scorer_json(const crokeye_scorer *scorer);

/* Returns why the last call failed; "" if it did not. */
CROKEYE_API const char *crokeye_scorer_message(const crokeye_scorer *scorer);

typedef struct crokeye_side {
    char name[24];        /* its colour: "red" */
    int total, low, high; /* its points, and what they may be by close calls */
    int twenties;         /* its discs in the hole and those taken off it */
} crokeye_side;

typedef enum crokeye_place {
    CROKEYE_ON_BOARD = 0,
    CROKEYE_IN_HOLE,
    CROKEYE_LEANING, /* half in the hole */
    CROKEYE_OUT      /* in the ditch, or on the outer line */
} crokeye_place;

/* A disc. Board frame: mm from the centre of the hole, x right and y away from
 * the seat at the picture's lower edge. */
typedef struct crokeye_disc {
    double x_mm, y_mm;      /* centre of its bottom edge */
    double sigma_mm;        /* one standard deviation of its place */
    double margin_mm;       /* from its bottom edge to the nearest line; above
                             * zero: clear of it */
    double margin_sigma_mm; /* one standard deviation of the margin */
    double confidence;      /* that it is a disc, 0 to 1 */
    crokeye_place place;
    int side;             /* its index among the sides; -1: unknown */
    int value, low, high; /* points, and what they may be */
} crokeye_disc;

/* Return how many sides or discs the last picture has; 0 if it was not scored.
 * Then return one of them, counted from 0; all zero if there is none. */
CROKEYE_API int crokeye_scorer_n_sides(const crokeye_scorer *scorer);
CROKEYE_API int crokeye_scorer_n_discs(const crokeye_scorer *scorer);
CROKEYE_API crokeye_side crokeye_scorer_side(const crokeye_scorer *scorer,
                                             int i);
CROKEYE_API crokeye_disc crokeye_scorer_disc(const crokeye_scorer *scorer,
                                             int i);

/* ---- follower ---- */

typedef struct crokeye_follower crokeye_follower;

/* As those of a scorer. The options are those of `crokeye watch`: rules, set,
 * sides, players, seats, first, title, table, calib, board; and match, the file
 * of the record (without it the match is in memory only), and recorded, yes or
 * no: the frames' times are those of a film. They are set before the first
 * frame or event; later ones return CROKEYE_CONFLICT. */
CROKEYE_API crokeye_follower *crokeye_follower_new(void);
CROKEYE_API void crokeye_follower_free(crokeye_follower *follower);
CROKEYE_API crokeye_status crokeye_follower_set(crokeye_follower *follower,
                                                const char *option,
                                                const char *value);
CROKEYE_API const char *
crokeye_follower_message(const crokeye_follower *follower);

/* Process the next frame. A frame that cannot be read is counted as damaged,
 * and the next one can be processed.
 *
 *   t_ns  when it was taken, in ns of any clock that runs evenly; above that of
 *         the frame before
 *
 * CROKEYE_NO_MEMORY, CROKEYE_UNREADABLE: no event that crokeye_follower_event
 * gave is lost. If following cannot go on, every later call says so. */
CROKEYE_API crokeye_status crokeye_follower_frame(crokeye_follower *follower,
                                                  const crokeye_picture *frame,
                                                  int64_t t_ns);

/* Say that no more frames come: the round and the match end as those of a film
 * do, and the record is complete. */
CROKEYE_API crokeye_status crokeye_follower_finish(crokeye_follower *follower);

/* Add what a person enters: a crokeye.event/1 without seq and time (a shot, a
 * ruling, a correction, an undo), or a crokeye.score/1 as a round's count. The
 * next frame is judged with it. */
CROKEYE_API crokeye_status crokeye_follower_add(crokeye_follower *follower,
                                                const char *json);

/* Return the next line, in order, that was not returned yet; NULL: there is
 * none. _line: crokeye.match/1 at each change, as `crokeye watch --json` prints
 * it. _event: crokeye.event/1, as `crokeye export` prints it: a shot, its
 * decision, a round's end. _words: what a person should know or do. */
CROKEYE_API const char *crokeye_follower_line(crokeye_follower *follower);
CROKEYE_API const char *crokeye_follower_event(crokeye_follower *follower);
CROKEYE_API const char *crokeye_follower_words(crokeye_follower *follower);

/* Returns the match as it is now, crokeye.match/1; NULL: there is no memory, or
 * neither a frame nor an event came yet. */
CROKEYE_API const char *crokeye_follower_json(crokeye_follower *follower);

/* ---- judge ---- */

typedef struct crokeye_judge crokeye_judge;

/* As those of a scorer. The options are those of `crokeye rules`: rules, set,
 * and each, yes or no; and name, of the input in messages. Setting an option
 * begins a new match. */
CROKEYE_API crokeye_judge *crokeye_judge_new(void);
CROKEYE_API void crokeye_judge_free(crokeye_judge *judge);
CROKEYE_API crokeye_status crokeye_judge_set(crokeye_judge *judge,
                                             const char *option,
                                             const char *value);
CROKEYE_API const char *crokeye_judge_message(const crokeye_judge *judge);

/* Judge shots, crokeye.shot/1, or play events, crokeye.event/1, one document
 * after the other. Events go on with the match of the call before. A document
 * that is refused stops none behind it; the status and the message are those of
 * the first that was.
 *
 * _json has the lines that `crokeye rules judge` or `rules play` prints. */
CROKEYE_API crokeye_status crokeye_judge_shots(crokeye_judge *judge,
                                               const char *text,
                                               size_t n_bytes);
CROKEYE_API crokeye_status crokeye_judge_events(crokeye_judge *judge,
                                                const char *text,
                                                size_t n_bytes);
CROKEYE_API const char *crokeye_judge_json(const crokeye_judge *judge);

#ifdef __cplusplus
}
#endif
#endif
