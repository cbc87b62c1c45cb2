/* SPDX-License-Identifier: Apache-2.0 */
#include "core/scratch.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/status.h"

/* Each function's memory begins on a cache line of its own. */
#define ALIGNMENT ((size_t)64)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key; /* frees a thread's block at its end */
static bool has_key;
static pthread_mutex_t placing = PTHREAD_MUTEX_INITIALIZER;
static size_t used = ALIGNMENT; /* bytes of the blocks that have been given to
                                 * functions; under `placing` */

static _Thread_local char *block; /* owned: this thread's; NULL: none */

static void free_block(void *bytes)
{
    block = NULL;
    free(bytes);
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, free_block) == 0;
}

bool crok_scratch_prepare(void)
{
    char *bytes = NULL;
    if (block != NULL)
        return true;
    (void)pthread_once(&once, make_key);
    bytes = has_key ? calloc(1, CROK_SCRATCH_BYTES) : NULL;
    if (bytes == NULL || pthread_setspecific(key, bytes) != 0) {
        free(bytes);
        return false;
    }
    block = bytes;
    return true;
}

/* Give a function its place, once. */
static size_t place(crok_scratch *memory)
{
    size_t room = (memory->n_bytes + ALIGNMENT - 1U) & ~(ALIGNMENT - 1U);
    size_t at = 0;
    (void)pthread_mutex_lock(&placing);
    at = memory->at;
    if (at == 0) {
        at = used;
        used += room;
    }
    CROK_ASSERT(used <= CROK_SCRATCH_BYTES);
    __atomic_store_n(&memory->at, at, __ATOMIC_RELAXED);
    (void)pthread_mutex_unlock(&placing);
    return at;
}

void *crok_scratch_of(crok_scratch *memory)
{
    size_t at = __atomic_load_n(&memory->at, __ATOMIC_RELAXED);
    bool is_ready = crok_scratch_prepare();
    CROK_ASSERT(is_ready);
    return block + (at == 0 ? place(memory) : at);
}
