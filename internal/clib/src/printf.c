/*
 * printf.c - the printf family when lower does not see a literal format: the
 * run formats the text from the argument area. The result is any count.
 * The functions that write to strings are in format.c.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include "intrinsics.h"
#include "stream.h"

static int __heddle_print(int fd, const char *format, va_list args)
{
	__heddle_read_string(format, -1);
	__heddle_output_list(fd, format, args);
	return (int)__heddle_pick(0, INT_MAX);
}

int vprintf(const char *restrict format, va_list args)
{
	return __heddle_print(1, format, args);
}

int vfprintf(FILE *restrict f, const char *restrict format, va_list args)
{
	return __heddle_print(HEDDLE_STREAM(f)->fd, format, args);
}

int vdprintf(int fd, const char *restrict format, va_list args)
{
	return __heddle_print(fd, format, args);
}

int printf(const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = __heddle_print(1, format, args);
	va_end(args);
	return n;
}

int fprintf(FILE *restrict f, const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = __heddle_print(HEDDLE_STREAM(f)->fd, format, args);
	va_end(args);
	return n;
}

int dprintf(int fd, const char *restrict format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = __heddle_print(fd, format, args);
	va_end(args);
	return n;
}
