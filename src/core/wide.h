/* SPDX-License-Identifier: Apache-2.0
 *
 * core/wide.h: macros that compile selected loops also for wide vector
 * registers.
 *
 * Such a loop is compiled twice, once for the base processor and once for AVX2,
 * and the version for the machine is chosen when the program is loaded. Neither
 * version fuses a multiplication and an addition or changes the order of
 * operations, so both give the same results to the last bit.
 *
 * Room     core. */
#ifndef CROK_CORE_WIDE_H
#define CROK_CORE_WIDE_H

/* Put before a function whose loops are to be compiled for AVX2 too. With a
 * sanitizer only the plain version is built: the code that picks a version
 * runs before the sanitizer is ready. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__OPTIMIZE__) &&  \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&         \
    !defined(__clang__)
#define CROK_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define CROK_WIDE
#endif

/* Put in place of `static inline` before a function that is called inside a
 * loop to be vectorised. It forces inlining, because the compiler vectorises
 * only loops without calls. */
#if defined(__GNUC__)
#define CROK_INLINE static inline __attribute__((always_inline))
#else
#define CROK_INLINE static inline
#endif

#endif
