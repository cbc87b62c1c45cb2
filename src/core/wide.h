/* SPDX-License-Identifier: Apache-2.0
 *
 * core/wide.h: loops that a processor with wider registers does faster.
 *
 * Such a loop is compiled twice, plainly and for AVX2, and the one that the
 * machine can run is picked when the program is loaded. Neither fuses a product
 * and a sum or changes their order: the results are the same to the last bit.
 *
 * Room     core. */
#ifndef CROK_CORE_WIDE_H
#define CROK_CORE_WIDE_H

/* Before a function that holds such loops. The sanitizers instrument the code
 * that picks, which runs before they are ready: they get the plain one. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__OPTIMIZE__) &&  \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&         \
    !defined(__clang__)
#define CROK_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define CROK_WIDE
#endif

/* In place of `static inline` before what such a loop calls: only a loop
 * without calls is done by wider registers. */
#if defined(__GNUC__)
#define CROK_INLINE static inline __attribute__((always_inline))
#else
#define CROK_INLINE static inline
#endif

#endif
