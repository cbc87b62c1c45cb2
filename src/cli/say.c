/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/say.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* Format a text. Returned: free with free(). NULL: no memory. */
static char *format(const char *fmt, va_list args) CROK_PRINTF(1, 0);

static char *format(const char *fmt, va_list args)
{
    va_list again;
    char *text = NULL;
    int n = 0;
    va_copy(again, args);
    n = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (n >= 0)
        text = malloc((size_t)n + 1);
    if (text != NULL)
        (void)vsnprintf(text, (size_t)n + 1, fmt, args);
    return text;
}

/* Print a text that has no line end. */
static void print_clean(FILE *to, const char *text)
{
    char *clean = crok_text_printable(text);
    (void)fputs(clean == NULL ? "no memory for a message" : clean, to);
    free(clean);
}

void crok_say(const char *fmt, ...)
{
    va_list args;
    char *text = NULL;
    va_start(args, fmt);
    text = format(fmt, args);
    va_end(args);
    print_clean(stderr, text == NULL ? fmt : text);
    (void)fputc('\n', stderr);
    free(text);
}

void crok_show(FILE *to, const char *fmt, ...)
{
    va_list args;
    char *text = NULL;
    va_start(args, fmt);
    text = format(fmt, args);
    va_end(args);
    for (char *line = text; line != NULL;) {
        char *end = strchr(line, '\n');
        bool is_crlf = end != NULL && end > line && end[-1] == '\r';
        if (end != NULL)
            end[is_crlf ? -1 : 0] = '\0';
        print_clean(to, line);
        if (end != NULL)
            (void)fputs(is_crlf ? "\r\n" : "\n", to);
        line = end == NULL ? NULL : end + 1;
    }
    free(text);
}

bool crok_output_is_written(void)
{
    return fflush(stdout) == 0 && ferror(stdout) == 0;
}

void crok_say_refused(char **argv, const struct option *options)
{
    while (options->name != NULL && options->val != optopt)
        options++;
    if (optopt == 0)
        crok_say("%s: unrecognized option '%s'", argv[0], argv[optind - 1]);
    else if (options->name != NULL && options->has_arg == required_argument)
        crok_say("%s: option '--%s' requires an argument", argv[0],
                 options->name);
    else if (options->name != NULL)
        crok_say("%s: option '--%s' doesn't allow an argument", argv[0],
                 options->name);
    else
        crok_say("%s: invalid option -- '%c'", argv[0], optopt);
}
