/*
 * printf.c - the printf family when lower does not see a literal format: the
 * run formats the text from the argument area. Strings are read and %n is
 * stored. The functions that write to strings are in format.c, and count the
 * characters for vprintf and vfprintf. Lower calls __heddle_print in their
 * place where the result is not used.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "channel.h"
#include "file.h"
#include "intrinsics.h"
#include "stream.h"

/* The value that %n stores: any count, within the length modifier. */
static void __heddle_store_count(void *to, int length)
{
	int n = (int)__heddle_pick(0, INT_MAX);

	__heddle_approximates();
	if (length >= 2)
		*(long long *)to = n;
	else if (length == 1)
		*(long *)to = n;
	else if (length == -1)
		*(short *)to = (short)n;
	else if (length < -1)
		*(signed char *)to = (signed char)n;
	else
		*(int *)to = n;
}

/* One argument; digits is the precision, -1: none. An unknown conversion ends the list. */
static int __heddle_use_argument(char conversion, int length, int digits, va_list *args)
{
	switch (conversion) {
	case '%':
	case 'm':
		return 1;
	case 'd':
	case 'i':
	case 'u':
	case 'o':
	case 'x':
	case 'X':
	case 'c':
		if (length >= 2)
			(void)va_arg(*args, long long);
		else if (length == 1)
			(void)va_arg(*args, long);
		else
			(void)va_arg(*args, int);
		return 1;
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		if (length >= 4)
			(void)va_arg(*args, long double);
		else
			(void)va_arg(*args, double);
		return 1;
	case 'p':
		(void)va_arg(*args, void *);
		return 1;
	case 's':
		if (length > 0)
			__heddle_unsupported("wide string in a format");
		__heddle_read_string(va_arg(*args, char *), digits);
		return 1;
	case 'n':
		__heddle_store_count(va_arg(*args, void *), length);
		return 1;
	}
	return 0;
}

void __heddle_use_arguments(const char *f, va_list list)
{
	va_list args;

	va_copy(args, list);
	for (; *f; f++) {
		int length = 0; /* -2 hh, -1 h, 1 l, 2 ll z j t, 4 L */
		int digits = -1;

		if (*f != '%')
			continue;
		for (f++;; f++) {
			if (*f == '*') {
				int n = va_arg(args, int);

				if (digits >= 0)
					digits = n;
			} else if (*f == '.')
				digits = 0;
			else if (*f >= '0' && *f <= '9')
				digits = digits < 0 ? -1 : digits * 10 + (*f - '0');
			else if (*f == 'l')
				length++;
			else if (*f == 'h')
				length--;
			else if (*f == 'z' || *f == 't')
				length = sizeof(size_t) == 8 ? 2 : 0;
			else if (*f == 'j' || *f == 'q')
				length = 2;
			else if (*f == 'L')
				length = 4;
			else if (*f != '-' && *f != '+' && *f != ' ' && *f != '#' && *f != '\'')
				break;
		}
		if (!*f || !__heddle_use_argument(*f, length, digits, &args))
			break;
	}
	va_end(args);
}

/* Prints to a file with contents: the characters become its bytes. */
static int __heddle_print_to(int fd, _Bool stream, const char *format, va_list args)
{
	char text[256];
	int n = vsnprintf(text, sizeof text, format, args);

	if (n >= (int)sizeof text)
		__heddle_unsupported("more than 255 characters of one call of printf in a file");
	return __heddle_write_file_hook(fd, text, (size_t)n, -1, stream) < 0 ? -1 : n;
}

void __heddle_print(int fd, const char *format, va_list args)
{
	if (__heddle_file_hook && HEDDLE_IS_FILE(fd)) {
		__heddle_print_to(fd, 1, format, args);
		return;
	}
	__heddle_use_arguments(format, args);
	__heddle_output_list(fd, format, args);
}

/* Whether format.c has all conversions of a format. */
static int __heddle_countable(const char *f)
{
	for (; *f; f++) {
		if (*f != '%')
			continue;
		for (f++; *f && strchr("-+ #0123456789.*lhzjtq", *f); f++)
			;
		if (!*f || !strchr("diuoxXcsp%", *f))
			return 0;
	}
	return 1;
}

static int __heddle_counted(int fd, const char *format, va_list args)
{
	va_list again;
	int n;

	va_copy(again, args);
	__heddle_print(fd, format, args);
	if (__heddle_flip(HEDDLE_CHOOSE_OUTPUT_FAIL))
		n = -1;
	else if (__heddle_countable(format)) {
		n = vsnprintf(0, 0, format, again);
	} else {
		__heddle_approximates();
		n = (int)__heddle_pick(0, INT_MAX);
	}
	va_end(again);
	return n;
}

int vprintf(const char *restrict format, va_list args)
{
	return __heddle_counted(1, format, args);
}

int vfprintf(FILE *restrict f, const char *restrict format, va_list args)
{
	if (__heddle_file_hook && HEDDLE_IS_FILE(HEDDLE_STREAM(f)->fd))
		return __heddle_print_to(HEDDLE_STREAM(f)->fd, 1, format, args);
	return __heddle_counted(HEDDLE_STREAM(f)->fd, format, args);
}

int vdprintf(int fd, const char *restrict format, va_list args)
{
	if (__heddle_file_hook && HEDDLE_IS_FILE(fd))
		return __heddle_print_to(fd, 0, format, args);
	return HEDDLE_REFUSED(fd, "dprintf", 0, 0) ? -1 : __heddle_counted(fd, format, args);
}

int printf(const char *restrict format, ...)
{
	va_list args;

	va_start(args, format);
	__heddle_print(1, format, args);
	va_end(args);
	return (int)__heddle_pick(0, INT_MAX);
}

int fprintf(FILE *restrict f, const char *restrict format, ...)
{
	va_list args;

	int n;

	va_start(args, format);
	if (__heddle_file_hook && HEDDLE_IS_FILE(HEDDLE_STREAM(f)->fd)) {
		n = __heddle_print_to(HEDDLE_STREAM(f)->fd, 1, format, args);
	} else {
		__heddle_print(HEDDLE_STREAM(f)->fd, format, args);
		n = (int)__heddle_pick(0, INT_MAX);
	}
	va_end(args);
	return n;
}

int dprintf(int fd, const char *restrict format, ...)
{
	va_list args;

	int n;

	if (HEDDLE_REFUSED(fd, "dprintf", 0, 0))
		return -1;
	va_start(args, format);
	if (__heddle_file_hook && HEDDLE_IS_FILE(fd)) {
		n = __heddle_print_to(fd, 0, format, args);
	} else {
		__heddle_print(fd, format, args);
		n = (int)__heddle_pick(0, INT_MAX);
	}
	va_end(args);
	return n;
}
