/*
 * backtrace.c - the calls that led to a place: any number of them, at no place that means
 * anything. Their texts say so.
 */
#include <execinfo.h>
#include <stdlib.h>
#include "channel.h"
#include "file.h"
#include "intrinsics.h"

static char __heddle_frame[] = "?() [0x0]";

int backtrace(void **frames, int n)
{
	int got = n > 0 ? (int)__heddle_pick(0, (unsigned)n) : 0;

	for (int i = 0; i < got; i++)
		frames[i] = (void *)backtrace;
	return got;
}

/* One object: the pointers, and behind them the text. */
char **backtrace_symbols(void *const *frames, int n)
{
	char **list = malloc((unsigned)n * sizeof *list + sizeof __heddle_frame), *text;

	if (!list)
		return 0;
	text = (char *)(list + n);
	for (unsigned i = 0; i < sizeof __heddle_frame; i++)
		text[i] = __heddle_frame[i];
	for (int i = 0; i < n; i++) {
		(void)*(void *const volatile *)&frames[i];
		list[i] = text;
	}
	return list;
}

void backtrace_symbols_fd(void *const *frames, int n, int fd)
{
	if (HEDDLE_REFUSED(fd, "backtrace_symbols_fd", 0, 0))
		return;
	if (__heddle_lose_hook)
		__heddle_lose_hook();
	for (int i = 0; i < n; i++) {
		(void)*(void *const volatile *)&frames[i];
		__heddle_output(fd, "%s\n", __heddle_frame);
	}
}
