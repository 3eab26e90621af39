/*
 * err.c - messages to standard error, of BSD and of glibc; the program's name in front of them
 * is left out.
 */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdlib.h>
#include "intrinsics.h"
#include "stream.h"

static void __heddle_message(const char *format, va_list list)
{
	if (!format)
		return;
	__heddle_use_arguments(format, list);
	__heddle_output_list(2, format, list);
}

void vwarnx(const char *format, va_list list)
{
	__heddle_message(format, list);
	__heddle_output(2, "\n");
}

void vwarn(const char *format, va_list list)
{
	int code = errno;

	__heddle_message(format, list);
	__heddle_output(2, format ? ": %s\n" : "%s\n", __heddle_error_text(code));
	errno = code;
}

void warn(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vwarn(format, list);
	va_end(list);
}

void warnx(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vwarnx(format, list);
	va_end(list);
}

_Noreturn void verr(int status, const char *format, va_list list)
{
	vwarn(format, list);
	exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list list)
{
	vwarnx(format, list);
	exit(status);
}

_Noreturn void err(int status, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	verr(status, format, list);
}

_Noreturn void errx(int status, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	verrx(status, format, list);
}

/* Prints the end of a message of glibc. */
static void __heddle_end_message(int status, int code)
{
	if (code)
		__heddle_output(2, ": %s", __heddle_error_text(code));
	__heddle_output(2, "\n");
	if (status)
		exit(status);
}

void error(int status, int code, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	__heddle_message(format, list);
	va_end(list);
	__heddle_end_message(status, code);
}

void error_at_line(int status, int code, const char *file, unsigned line, const char *format, ...)
{
	va_list list;

	if (file) {
		__heddle_read_string(file, -1);
		__heddle_output(2, "%s:%u: ", file, line);
	}
	va_start(list, format);
	__heddle_message(format, list);
	va_end(list);
	__heddle_end_message(status, code);
}
