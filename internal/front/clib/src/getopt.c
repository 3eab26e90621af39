/*
 * getopt.c - options of the command line, parsed as in glibc if POSIXLY_CORRECT is
 * not set: operands come after the options in the end, in their order. The variables
 * belong to the program: all threads share them, and accesses to them race. Further
 * state between calls is shared by all threads, and the calls are not thread-safe.
 */
#include <getopt.h>
#include <string.h>
#include "intrinsics.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

HEDDLE_STATE(getopt);

/* How far the words were taken apart. */
struct __heddle_scan {
	int begun;
	int order; /* '+', '-' or 0: what happens at operands */
	int first, last; /* operands that were passed over and stay between options: last is not one */
	char *rest;      /* of a word with several options in it; null or empty: none */
};

static struct __heddle_scan __heddle_scan;

/* The arguments of a call, and its own copy of the state. */
struct __heddle_words {
	struct __heddle_scan scan;
	char **argv;
	int argc;
	const char *options;
	const struct option *longs;
	int *index;
	int only; /* one dash is enough for a long option */
	int silent;
};

static void __heddle_complain(const struct __heddle_words *w, const char *what, const char *option, int n)
{
	if (!w->silent)
		__heddle_output(2, "%s: %s -- '%.*s'\n", w->argv[0], what, n, option);
}

/* Returns the code for a missing argument. */
static int __heddle_missing(const struct __heddle_words *w, const char *option, int n)
{
	__heddle_complain(w, "option requires an argument", option, n);
	return w->options[0] == ':' ? ':' : '?';
}

static int __heddle_is_option(const char *word)
{
	return word[0] == '-' && word[1] != 0;
}

/* Moves the options behind operands in front of them. */
static void __heddle_exchange(struct __heddle_words *w)
{
	struct __heddle_scan *s = &w->scan;
	int to = s->first;

	for (int i = s->last; i < optind; i++, to++) {
		char *word = w->argv[i];

		for (int j = i; j > to; j--)
			w->argv[j] = w->argv[j - 1];
		w->argv[to] = word;
	}
	s->first = to;
	s->last = optind;
}

/* Makes argv[optind] the next word with options. 0: it is; 1: an operand, which counts as one; -1: there is none. */
static int __heddle_next_word(struct __heddle_words *w, char order)
{
	struct __heddle_scan *s = &w->scan;

	if (s->last > optind)
		s->last = optind;
	if (s->first > optind)
		s->first = optind;
	if (!order) {
		if (s->first == s->last)
			s->first = optind;
		else if (s->last != optind)
			__heddle_exchange(w);
		while (optind < w->argc && !__heddle_is_option(w->argv[optind]))
			optind++;
		s->last = optind;
	}
	if (optind < w->argc && w->argv[optind][0] == '-' && w->argv[optind][1] == '-' && !w->argv[optind][2]) {
		optind++;
		if (s->first == s->last)
			s->first = optind;
		else if (s->last != optind)
			__heddle_exchange(w);
		s->last = optind = w->argc;
	}
	if (optind >= w->argc) {
		if (s->first != s->last)
			optind = s->first;
		return -1;
	}
	if (__heddle_is_option(w->argv[optind]))
		return 0;
	if (order == '+')
		return -1;
	optarg = w->argv[optind++];
	return 1;
}

/*
 * The long option that a name of so many characters means: its index; -1: none; -2: several. Several that do the same are one,
 * unless one dash is enough, as in glibc.
 */
static int __heddle_find_long(const struct __heddle_words *w, const char *name, size_t n)
{
	const struct option *longs = w->longs;
	int found = -1;

	for (int i = 0; longs[i].name; i++) {
		if (strncmp(longs[i].name, name, n))
			continue;
		if (!longs[i].name[n])
			return i;
		if (found == -1)
			found = i;
		else if (found >= 0 && (w->only || longs[i].has_arg != longs[found].has_arg ||
					longs[i].flag != longs[found].flag || longs[i].val != longs[found].val))
			found = -2;
	}
	return found;
}

/* The word at optind names a long option; -1: it does not, and may have short ones. */
static int __heddle_long(struct __heddle_words *w, char *name, int one_dash)
{
	size_t n = strcspn(name, "=");
	int i = __heddle_find_long(w, name, n);
	const struct option *o;

	if (i == -1 && one_dash && strchr(w->options, name[0]))
		return -1;
	w->scan.rest = 0;
	optind++;
	if (i < 0) {
		__heddle_complain(w, i == -1 ? "unrecognized option" : "option is ambiguous", name, (int)n);
		optopt = 0;
		return '?';
	}
	o = &w->longs[i];
	if (name[n]) {
		if (!o->has_arg) {
			__heddle_complain(w, "option doesn't allow an argument", name, (int)n);
			optopt = o->val;
			return '?';
		}
		optarg = name + n + 1;
	} else if (o->has_arg == required_argument) {
		if (optind >= w->argc) {
			optopt = o->val;
			return __heddle_missing(w, name, (int)n);
		}
		optarg = w->argv[optind++];
	}
	if (w->index)
		*w->index = i;
	if (!o->flag)
		return o->val;
	*o->flag = o->val;
	return 0;
}

/* The next option of a word. */
static int __heddle_short(struct __heddle_words *w)
{
	char *rest = w->scan.rest, *option = rest++;
	const char *known = strchr(w->options, *option);

	w->scan.rest = rest;
	if (!*rest)
		optind++;
	if (!known || *option == ':' || *option == ';') {
		__heddle_complain(w, "invalid option", option, 1);
		optopt = *option;
		return '?';
	}
	if (known[1] == ';')
		__heddle_unsupported("option of getopt with a semicolon behind it");
	if (known[1] != ':')
		return *option;
	w->scan.rest = 0;
	if (*rest) {
		optarg = rest;
		optind++;
	} else if (known[2] != ':') {
		if (optind >= w->argc) {
			optopt = *option;
			return __heddle_missing(w, option, 1);
		}
		optarg = w->argv[optind++];
	}
	return *option;
}

static int __heddle_next_option(struct __heddle_words *w, char order)
{
	char *word;
	int result;

	if (!w->scan.rest || !*w->scan.rest) {
		result = __heddle_next_word(w, order);
		if (result)
			return result;
		word = w->argv[optind];
		w->scan.rest = word + 1;
		if (w->longs) {
			if (word[1] == '-')
				return __heddle_long(w, word + 2, 0);
			if (w->only && (word[2] || !strchr(w->options, word[1]))) {
				result = __heddle_long(w, word + 1, 1);
				if (result != -1)
					return result;
			}
		}
	}
	return __heddle_short(w);
}

static int __heddle_getopt(int argc, char *const argv[], const char *options, const struct option *longs,
			   int *index, char order, int only)
{
	struct __heddle_words w = {.argv = (char **)argv, .argc = argc, .longs = longs, .index = index, .only = only};
	int result;

	HEDDLE_NOT_THREAD_SAFE(getopt);
	if (argc < 1)
		return -1;
	optarg = 0;
	__heddle_atomic_begin();
	w.scan = __heddle_scan;
	__heddle_atomic_end();
	if (!w.scan.begun)
		optopt = 0;
	/* Where no call had words that state is as it was, and nothing follows the program's name. */
	if (argc == 1 && !w.scan.begun) {
		if (optind == 0)
			optind = 1;
		return -1;
	}
	if (optind == 0 || !w.scan.begun) {
		if (optind == 0)
			optind = 1;
		w.scan.first = w.scan.last = optind;
		w.scan.rest = 0;
		w.scan.begun = 1;
		w.scan.order = *options == '+' || *options == '-' ? *options : order; /* of later calls, too */
	}
	options += *options == '+' || *options == '-';
	w.options = options;
	w.silent = !opterr || *options == ':';
	result = __heddle_next_option(&w, w.scan.order);
	__heddle_atomic_begin();
	__heddle_scan = w.scan;
	__heddle_atomic_end();
	return result;
}

int getopt(int argc, char *const argv[], const char *options)
{
	return __heddle_getopt(argc, argv, options, 0, 0, 0, 0);
}

/* The name of getopt in glibc's headers for programs that request POSIX only. */
int __posix_getopt(int argc, char *const argv[], const char *options)
{
	return __heddle_getopt(argc, argv, options, 0, 0, '+', 0);
}

int getopt_long(int argc, char *const argv[], const char *options,
		const struct option *longs, int *index)
{
	return __heddle_getopt(argc, argv, options, longs, index, 0, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *options,
		     const struct option *longs, int *index)
{
	return __heddle_getopt(argc, argv, options, longs, index, 0, 1);
}
