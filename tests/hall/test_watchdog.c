/* SPDX-License-Identifier: Apache-2.0
 *
 * The watchdog: it lets work go on, and ends what hangs, as a TLS handshake
 * with a silent server does. */
#include <arpa/inet.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "hall/link.h"
#include "hall/watchdog.h"

enum { LIMIT_MS = 200, HUNG = 3, RETURNED = 4 };

static atomic_int n_hangs;

static void count_hang(void)
{
    (void)atomic_fetch_add(&n_hangs, 1);
}

static void end_process(void)
{
    _exit(HUNG);
}

static void nap(void)
{
    const struct timespec step = {.tv_nsec = 5 * 1000000L};
    (void)nanosleep(&step, NULL);
}

static void silence_is_noticed_once(void **state)
{
    crok_watchdog *w = NULL;
    crok_err err = {0};
    (void)state;
    atomic_store(&n_hangs, 0);
    CHECK_STATUS(crok_watchdog_start(LIMIT_MS, count_hang, &w, &err), CROK_OK,
                 &err);
    while (atomic_load(&n_hangs) == 0)
        nap();
    crok_watchdog_stop(&w);
    assert_null(w);
    assert_int_equal(atomic_load(&n_hangs), 1);
}

static void watchdog_can_be_stopped(void **state)
{
    crok_watchdog *w = NULL;
    crok_err err = {0};
    (void)state;
    atomic_store(&n_hangs, 0);
    CHECK_STATUS(crok_watchdog_start(3600000, count_hang, &w, &err), CROK_OK,
                 &err);
    crok_watchdog_beat(w);
    crok_watchdog_stop(&w);
    crok_watchdog_stop(&w);
    crok_watchdog_stop(NULL);
    assert_int_equal(atomic_load(&n_hangs), 0);
}

/* A server that asks for TLS and then says nothing. Returns its port. */
static int listen_silently(int *fd)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof a;
    *fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(*fd >= 0);
    assert_int_equal(bind(*fd, (struct sockaddr *)&a, sizeof a), 0);
    assert_int_equal(getsockname(*fd, (struct sockaddr *)&a, &len), 0);
    assert_int_equal(listen(*fd, 4), 0);
    return ntohs(a.sin_port);
}

/* In a process of its own: connect, with a watchdog. */
static void connect_watched(int port)
{
    char url[64];
    crok_watchdog *w = NULL;
    crok_hall_link link = {0};
    const crok_engine_options o = {.url = url, .name = "t", .wait_ms = 100};
    crok_err err = {0};
    (void)snprintf(url, sizeof url, "tls://127.0.0.1:%d", port);
    if (crok_watchdog_start(2000, end_process, &w, &err) != CROK_OK)
        _exit(RETURNED);
    if (crok_hall_link_open(&o, &link, &err) != CROK_OK)
        (void)fprintf(stderr, "%s\n", err.msg);
    _exit(RETURNED);
}

/* Returns the connection of the process, or -1 if its watchdog ended it before
 * it had one, as on a machine that is busy with other work. */
static int accept_from(pid_t pid, int fd)
{
    struct pollfd comes = {.fd = fd, .events = POLLIN};
    int status = 0;
    while (poll(&comes, 1, 50) == 0)
        if (waitpid(pid, &status, WNOHANG) == pid) {
            assert_true(WIFEXITED(status));
            assert_int_equal(WEXITSTATUS(status), HUNG);
            return -1;
        }
    return accept(fd, NULL, NULL);
}

static void silent_handshake_is_ended(void **state)
{
    enum { TRIES = 100 };
    static const char info[] =
        "INFO {\"server_id\":\"s\",\"version\":\"2.9.10\",\"proto\":1,"
        "\"max_payload\":1048576,\"tls_required\":true}\r\n";
    const crok_broker_calls *calls = NULL;
    crok_err err = {0};
    int fd = -1;
    int status = 0;
    int peer = -1;
    int port = listen_silently(&fd);
    pid_t pid = 0;
    (void)state;
    CHECK_STATUS(crok_broker_load(&calls, &err), CROK_OK, &err);
    for (int i = 0; i < TRIES && peer < 0; i++) {
        pid = fork();
        assert_true(pid >= 0);
        if (pid == 0)
            connect_watched(port);
        peer = accept_from(pid, fd);
    }
    assert_true(peer >= 0);
    assert_int_equal(send(peer, info, strlen(info), MSG_NOSIGNAL),
                     strlen(info));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), HUNG);
    (void)close(peer);
    (void)close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_is_noticed_once),
        cmocka_unit_test(watchdog_can_be_stopped),
        cmocka_unit_test(silent_handshake_is_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
