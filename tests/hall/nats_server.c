/* SPDX-License-Identifier: Apache-2.0 */
#include "nats_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

#define PROGRAM "/usr/sbin/nats-server"
/* A server on a loaded machine needs seconds; this only ends a test that would
 * wait for ever. */
enum { PATIENCE_MS = 60000, STEP_MS = 20 };

bool nats_server_is_there(void)
{
    if (access(PROGRAM, X_OK) == 0)
        return true;
    print_message("skipped: no nats-server\n");
    return false;
}

int nats_server_free_port(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof a;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof a), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &len), 0);
    (void)close(fd);
    return ntohs(a.sin_port);
}

static bool answers(int port)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_port = htons((uint16_t)port),
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char word[4] = "";
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bool is_up = connect(fd, (struct sockaddr *)&a, sizeof a) == 0 &&
                 recv(fd, word, sizeof word, 0) == 4 &&
                 memcmp(word, "INFO", 4) == 0;
    (void)close(fd);
    return is_up;
}

static void in_dir(const nats_server *s, const char *name, char out[320])
{
    (void)snprintf(out, 320, "%s/%s", s->dir, name);
}

void nats_server_again(nats_server *s)
{
    char config[320];
    const struct timespec step = {.tv_nsec = STEP_MS * 1000000L};
    in_dir(s, "nats.conf", config);
    assert_int_equal(s->pid, 0);
    s->pid = fork();
    assert_true(s->pid >= 0);
    if (s->pid == 0) {
        char log[320];
        int fd = 0;
        in_dir(s, "nats.log", log);
        fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        (void)dup2(fd, 1);
        (void)dup2(fd, 2);
        (void)execl(PROGRAM, PROGRAM, "-c", config, (char *)NULL);
        _exit(127);
    }
    for (int waited = 0; !answers(s->port); waited += STEP_MS) {
        assert_int_equal(waitpid(s->pid, NULL, WNOHANG), 0);
        assert_true(waited < PATIENCE_MS);
        (void)nanosleep(&step, NULL);
    }
}

void nats_server_start(nats_server *s, const char *dir, const char *more)
{
    char config[320];
    FILE *f = NULL;
    *s = (nats_server){.port = nats_server_free_port()};
    (void)snprintf(s->dir, sizeof s->dir, "%s", dir);
    (void)snprintf(s->url, sizeof s->url, "nats://127.0.0.1:%d", s->port);
    assert_int_equal(mkdir(dir, 0700), 0);
    in_dir(s, "nats.conf", config);
    f = fopen(config, "w");
    assert_non_null(f);
    (void)fprintf(f,
                  "listen: \"127.0.0.1:%d\"\n"
                  "jetstream { store_dir: \"%s/streams\" }\n%s\n",
                  s->port, s->dir, more);
    assert_int_equal(fclose(f), 0);
    nats_server_again(s);
}

void nats_server_start_with(nats_server *s, const char *dir, int port)
{
    *s = (nats_server){.port = port};
    (void)snprintf(s->dir, sizeof s->dir, "%s", dir);
    (void)snprintf(s->url, sizeof s->url, "tls://127.0.0.1:%d", port);
    nats_server_again(s);
}

void nats_server_kill(nats_server *s)
{
    if (s->pid == 0)
        return;
    (void)kill(s->pid, SIGKILL);
    (void)waitpid(s->pid, NULL, 0);
    s->pid = 0;
}

void nats_server_remove(nats_server *s)
{
    char command[300];
    nats_server_kill(s);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", s->dir);
    assert_int_equal(system(command), 0);
}
