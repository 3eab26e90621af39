/*
 * getopt.c - options of the command line. main gets none (argc is 1), so that
 * there is nothing to take apart; other vectors are unsupported. The variables are
 * the program's: all threads share them, and accesses to them race.
 */
#include <getopt.h>
#include "intrinsics.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

HEDDLE_STATE(getopt);

static int __heddle_no_option(int argc)
{
	HEDDLE_NOT_THREAD_SAFE(getopt);
	if (optind < argc)
		__heddle_unsupported("getopt with arguments");
	return -1;
}

int getopt(int argc, char *const argv[], const char *options)
{
	(void)argv, (void)options;
	return __heddle_no_option(argc);
}

int getopt_long(int argc, char *const argv[], const char *options,
		const struct option *longs, int *index)
{
	(void)argv, (void)options, (void)longs, (void)index;
	return __heddle_no_option(argc);
}

int getopt_long_only(int argc, char *const argv[], const char *options,
		     const struct option *longs, int *index)
{
	(void)argv, (void)options, (void)longs, (void)index;
	return __heddle_no_option(argc);
}
