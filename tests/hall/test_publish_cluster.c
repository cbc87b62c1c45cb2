/* SPDX-License-Identifier: Apache-2.0
 *
 * test_publish_cluster EVENTS KILLS: `crokeye publish` with three brokers that
 * keep three copies, of which one after the other is killed, KILLS times, and
 * started again: a reader has all EVENTS events, each once and in order. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../journal/game.h"
#include "nats_server.h"
#include "publishing.h"

enum { N_SERVERS = 3, EVENTS_OF_A_MATCH = 201 };

static int n_events, n_kills;
static nats_server server[N_SERVERS];
static int route[N_SERVERS];
static char urls[256], match[256], log_path[256];
static publishing_reader reader;

/* Ports that nobody listens on now. They are held until all are found. */
static void find_ports(void)
{
    int fd[N_SERVERS];
    for (int i = 0; i < N_SERVERS; i++) {
        struct sockaddr_in a = {.sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        socklen_t len = sizeof a;
        fd[i] = socket(AF_INET, SOCK_STREAM, 0);
        assert_int_equal(bind(fd[i], (struct sockaddr *)&a, sizeof a), 0);
        assert_int_equal(getsockname(fd[i], (struct sockaddr *)&a, &len), 0);
        route[i] = ntohs(a.sin_port);
    }
    for (int i = 0; i < N_SERVERS; i++)
        (void)close(fd[i]);
}

static void start_servers(void)
{
    find_ports();
    for (int i = 0; i < N_SERVERS; i++) {
        char name[16];
        char more[512];
        (void)snprintf(name, sizeof name, "nats%d", i);
        (void)snprintf(more, sizeof more,
                       "server_name: %s\ncluster { name: hall, listen: "
                       "\"127.0.0.1:%d\", routes: [\n"
                       "  \"nats://127.0.0.1:%d\", \"nats://127.0.0.1:%d\", "
                       "\"nats://127.0.0.1:%d\" ] }\n",
                       name, route[i], route[0], route[1], route[2]);
        nats_server_start(&server[i], scratch_file(name), more);
    }
    (void)snprintf(urls, sizeof urls, "%s,%s,%s", server[0].url, server[1].url,
                   server[2].url);
}

/* Make the streams with three copies, when the brokers have found each other.
 */
static void make_streams(void)
{
    const crok_engine_options o = {.url = urls, .name = "t", .wait_ms = 5000};
    crok_hall_link link = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_hall_link_open(&o, &link, &err), CROK_OK, &err);
    for (int i = CROK_HALL_EVENT; i <= CROK_HALL_NEXT; i++) {
        int waited = 0;
        while (crok_hall_stream_make(link.calls, link.broker,
                                     (crok_hall_stream)i, N_SERVERS,
                                     &err) != CROK_OK) {
            if ((waited += PUBLISHING_STEP_MS) > PUBLISHING_PATIENCE_MS)
                fail_msg("%s", err.msg);
            publishing_nap();
        }
    }
    crok_hall_link_close(&link);
}

/* Do all brokers that run have all rows? A broker is killed only when the one
 * before it has caught up: with one copy left nothing could be kept. */
static void await_rows(long n)
{
    publishing_read_all(&reader, n);
    for (int i = 0; i < N_SERVERS; i++) {
        const crok_engine_options o = {
            .url = server[i].url, .name = "t", .wait_ms = 2000};
        crok_hall_link link = {0};
        crok_stream_figures f = {0};
        for (int waited = 0; f.messages < (uint64_t)n;
             waited += PUBLISHING_STEP_MS) {
            if (waited > PUBLISHING_PATIENCE_MS)
                fail_msg("broker %d has not all rows", i);
            if (link.broker == NULL &&
                crok_hall_link_open(&o, &link, NULL) != CROK_OK)
                publishing_nap();
            else if (link.calls->figures(link.broker, "EVENT", &f, NULL) !=
                     CROK_OK)
                publishing_nap();
        }
        crok_hall_link_close(&link);
    }
}

static void read_anew(void)
{
    publishing_close(&reader);
    reader = (publishing_reader){.url = urls,
                                 .hall = "h",
                                 .n_tables = 1,
                                 .table = calloc(1, sizeof *reader.table)};
    assert_non_null(reader.table);
}

static void brokers_are_killed_in_turn(void **state)
{
    const char *const args[] = {match, "--engine", urls, "--hall", "h", NULL};
    crok_journal *j = NULL;
    int publisher = 0;
    (void)state;
    (void)snprintf(match, sizeof match, "%s", scratch_file("a.db"));
    (void)snprintf(log_path, sizeof log_path, "%s", scratch_file("log"));
    start_servers();
    make_streams();
    read_anew();
    j = game_open("a.db", CROK_JOURNAL_WRITE);
    publisher = publishing_start(log_path, args);
    for (int n = 0, k = 0; n < n_events; n++) {
        game_append(j, game_woodestic, n, n + 1);
        if (k < n_kills && n == (k + 1) * n_events / (n_kills + 1)) {
            nats_server *s = &server[k % N_SERVERS];
            await_rows(n - 2);
            nats_server_kill(s);
            k++;
            /* events come while it is away */
            for (int i = 0; i < 3 && n + 1 < n_events; i++, n++)
                game_append(j, game_woodestic, n + 1, n + 2);
            nats_server_again(s);
        }
    }
    crok_journal_close(&j);
    publishing_read_all(&reader, n_events);
    read_anew();
    publishing_read_all(&reader, n_events);
    print_message("%d events, three brokers, %d kills in turn: two readers "
                  "have all, each once, in order\n",
                  n_events, n_kills);
    (void)publishing_kill(publisher);
    publishing_close(&reader);
    for (int i = 0; i < N_SERVERS; i++)
        nats_server_remove(&server[i]);
    game_remove("a.db");
    (void)unlink(log_path);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brokers_are_killed_in_turn),
    };
    n_events = argc == 3 ? (int)strtol(argv[1], NULL, 10) : 0;
    n_kills = argc == 3 ? (int)strtol(argv[2], NULL, 10) : 0;
    if (n_events < 1 || n_events > EVENTS_OF_A_MATCH || n_kills < 0) {
        (void)fprintf(stderr, "usage: test_publish_cluster EVENTS KILLS, at "
                              "most 201 events\n");
        return 2;
    }
    if (!nats_server_is_there())
        return 77;
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
