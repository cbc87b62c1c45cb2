/* SPDX-License-Identifier: Apache-2.0
 *
 * Key files, and what a broker lets their users do. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../capture/scratch.h"
#include "hall/link.h"
#include "hall/subjects.h"
#include "nats_server.h"

static nats_server server;
static char key_path[256];

/* One user may do all, the other publish the events of table 1 and read its
 * last one. */
static const char USERS[] =
    "authorization { users = [\n"
    "  { user: hall, password: all }\n"
    "  { user: t1, password: one, permissions: {\n"
    "      publish: [ \"crok.h.event.1\",\n"
    "                 \"$JS.API.DIRECT.GET.EVENT.crok.h.event.1\" ]\n"
    "      subscribe: \"_INBOX_t1.>\" } }\n"
    "] }\n";

static void write_key(const char *text)
{
    FILE *f = fopen(key_path, "w");
    assert_non_null(f);
    (void)fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static crok_status open_link(crok_hall_link *link, crok_err *err)
{
    const crok_engine_options o = {
        .url = server.url, .key_path = key_path, .name = "t", .wait_ms = 1000};
    return crok_hall_link_open(&o, link, err);
}

static int setup(void **state)
{
    if (scratch_make(state) != 0)
        return -1;
    nats_server_start(&server, scratch_file("nats"), USERS);
    (void)snprintf(key_path, sizeof key_path, "%s", scratch_file("key"));
    return 0;
}

static int teardown(void **state)
{
    nats_server_remove(&server);
    (void)unlink(key_path);
    return scratch_remove(state);
}

static void a_user_may_do_its_own_only(void **state)
{
    crok_hall_link hall = {0};
    crok_hall_link table = {0};
    crok_message m = {0};
    crok_err err = {0};
    crok_post post = {.stream = "EVENT",
                      .subject = "crok.h.event.1",
                      .data = "x",
                      .len = 1,
                      .expected = 0};
    (void)state;
    write_key("user = \"hall\"; password = \"all\";\n");
    CHECK_STATUS(open_link(&hall, &err), CROK_OK, &err);
    CHECK_STATUS(crok_hall_stream_make(hall.calls, hall.broker, CROK_HALL_EVENT,
                                       1, &err),
                 CROK_OK, &err);
    write_key("user = \"t1\"; password = \"one\"; inbox = \"_INBOX_t1\";\n");
    CHECK_STATUS(open_link(&table, &err), CROK_OK, &err);
    CHECK_STATUS(table.calls->publish(table.broker, &post, NULL, &err), CROK_OK,
                 &err);
    CHECK_STATUS(
        table.calls->last(table.broker, "EVENT", "crok.h.event.1", &m, &err),
        CROK_OK, &err);
    assert_int_equal(m.number, 1);
    table.calls->drop(&m);
    post.subject = "crok.h.event.2";
    CHECK_STATUS(table.calls->publish(table.broker, &post, NULL, &err),
                 CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "ermissions"));
    crok_hall_link_close(&table);
    crok_hall_link_close(&hall);
}

static void check_refused(const char *key, crok_status want, const char *word)
{
    crok_hall_link link = {0};
    crok_err err = {0};
    write_key(key);
    CHECK_STATUS(open_link(&link, &err), want, &err);
    assert_non_null(strstr(err.msg, word));
}

static void bad_keys_are_told(void **state)
{
    crok_hall_link link = {0};
    crok_err err = {0};
    (void)state;
    check_refused("user = \"hall\"; password = \"wrong\";", CROK_EIO,
                  "uthorization");
    check_refused("user = \"hall\";", CROK_EFORMAT, "password");
    check_refused("user = 5;\n", CROK_EFORMAT, ":1:");
    check_refused("\nusers = \"x\";\n", CROK_EFORMAT, ":2:");
    check_refused("user = \"x\n", CROK_EFORMAT, "key:");
    check_refused("authority = \"none.pem\";", CROK_EARG, "none.pem");
    assert_int_equal(unlink(key_path), 0);
    CHECK_STATUS(open_link(&link, &err), CROK_EIO, &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_user_may_do_its_own_only),
        cmocka_unit_test(bad_keys_are_told),
    };
    if (!nats_server_is_there())
        return 77;
    return cmocka_run_group_tests(tests, setup, teardown);
}
