/* fnmatch.c - <fnmatch.h> in the "C" locale. */
#include <ctype.h>
#include <fnmatch.h>
#include <string.h>
#include <wctype.h>
#include "intrinsics.h"

static int __heddle_same(unsigned char a, unsigned char b, int flags)
{
	return a == b || (flags & FNM_CASEFOLD && tolower(a) == tolower(b));
}

/*
 * Whether a character belongs to a bracket expression that begins behind its bracket; *end is behind it. Without a
 * closing bracket the result is -1.
 */
static int __heddle_in_bracket(const char *p, unsigned char c, int flags, const char **end)
{
	int not = *p == '!' || *p == '^', found = 0;

	p += not;
	for (int first = 1; first || *p != ']'; first = 0) {
		unsigned char from, to;

		if (!*p)
			return -1;
		if (p[0] == '[' && p[1] == ':') {
			char name[8];
			int n = 0;

			for (p += 2; *p && *p != ':'; p++)
				if (n < 7) /* no class has so many letters */
					name[n++] = *p;
			name[n] = 0;
			if (p[0] != ':' || p[1] != ']')
				return -1;
			p += 2;
			if (iswctype(c, wctype(name)))
				found = 1;
			continue;
		}
		if (p[0] == '[' && (p[1] == '.' || p[1] == '='))
			__heddle_unsupported("collating element in a pattern");
		if (*p == '\\' && !(flags & FNM_NOESCAPE) && p[1])
			p++;
		from = to = (unsigned char)*p++;
		if (p[0] == '-' && p[1] && p[1] != ']') {
			p++;
			if (*p == '\\' && !(flags & FNM_NOESCAPE) && p[1])
				p++;
			to = (unsigned char)*p++;
		}
		if ((c >= from && c <= to) || (flags & FNM_CASEFOLD && tolower(c) >= from && tolower(c) <= to) ||
		    (flags & FNM_CASEFOLD && toupper(c) >= from && toupper(c) <= to))
			found = 1;
	}
	*end = p + 1;
	return found != not;
}

/* A mismatch goes back to the last star: stars do not match a slash of a path, or match anything. */
int fnmatch(const char *pattern, const char *name, int flags)
{
	const char *p = pattern, *s = name, *star = 0, *from = 0;

	if (flags & ~(FNM_PATHNAME | FNM_NOESCAPE | FNM_PERIOD | FNM_LEADING_DIR | FNM_CASEFOLD))
		__heddle_unsupported("flag of fnmatch");
	for (;;) {
		int hidden = *s == '.' && flags & FNM_PERIOD && (s == name || (flags & FNM_PATHNAME && s[-1] == '/'));
		int slash = *s == '/' && flags & FNM_PATHNAME, matches;
		const char *end = p + 1;

		if (*p == '*' && !hidden) {
			star = ++p;
			from = s;
			continue;
		}
		if (!*p && (!*s || (*s == '/' && flags & FNM_LEADING_DIR)))
			return 0;
		if (!*s) {
			matches = 0;
		} else if (*p == '?') {
			matches = !hidden && !slash;
		} else if (*p == '[' && (matches = __heddle_in_bracket(p + 1, (unsigned char)*s, flags, &end)) >= 0) {
			matches = matches && !hidden && !slash;
		} else if (*p == '\\' && !(flags & FNM_NOESCAPE)) { /* nothing matches one at the end */
			matches = p[1] && __heddle_same((unsigned char)p[1], (unsigned char)*s, flags);
			end = p + 2;
		} else {
			matches = *p && __heddle_same((unsigned char)*p, (unsigned char)*s, flags);
		}
		if (matches) {
			p = end;
			s++;
			continue;
		}
		if (!star || !*from || (*from == '/' && flags & FNM_PATHNAME))
			return FNM_NOMATCH;
		s = ++from;
		p = star;
	}
}
