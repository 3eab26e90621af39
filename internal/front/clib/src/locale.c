/*
 * locale.c - the locales are "C" and "C.UTF-8": asked for another, setlocale fails. The locale that the
 * environment names is "C".
 */
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include "intrinsics.h"
#include "stream.h"
#include "wide.h"

/* The categories, LC_ALL among them. */
enum { CATEGORIES = LC_ALL + 1 };

/* A bit for each category, LC_ALL excepted, whose locale is C.UTF-8. */
static unsigned __heddle_utf8;

_Bool __heddle_is_utf8(void)
{
	_Bool is;

	__heddle_atomic_begin();
	is = (__heddle_utf8 & 1 << LC_CTYPE) != 0;
	__heddle_atomic_end();
	return is;
}

size_t __ctype_get_mb_cur_max(void)
{
	return __heddle_is_utf8() ? 6 : 1;
}

HEDDLE_STATE(setlocale);
static char __result_of_setlocale[8];

char *setlocale(int category, const char *name)
{
	unsigned bits, utf8;

	HEDDLE_NOT_THREAD_SAFE(setlocale);
	if (category < 0 || category >= CATEGORIES)
		return 0;
	bits = category == LC_ALL ? (1 << LC_ALL) - 1 : 1u << category;
	if (name) {
		_Bool wide = strcmp(name, "C.UTF-8") == 0 || strcmp(name, "C.utf8") == 0;

		if (!wide && name[0] && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0)
			return 0;
		__heddle_atomic_begin();
		__heddle_utf8 = wide ? __heddle_utf8 | bits : __heddle_utf8 & ~bits;
		__heddle_atomic_end();
	}
	__heddle_atomic_begin();
	utf8 = __heddle_utf8 & bits;
	__heddle_atomic_end();
	if (utf8 && utf8 != bits)
		__heddle_unsupported("name of a mixed locale");
	return strcpy(__result_of_setlocale, utf8 ? "C.UTF-8" : "C");
}

/* The locale "C" and C.UTF-8 have the same conventions. */
struct lconv *localeconv(void)
{
	static char point[] = ".", none[] = "";
	static struct lconv __result_of_localeconv;
	struct lconv *c = &__result_of_localeconv;

	c->decimal_point = point;
	c->thousands_sep = c->grouping = c->int_curr_symbol = c->currency_symbol = c->mon_decimal_point =
		c->mon_thousands_sep = c->mon_grouping = c->positive_sign = c->negative_sign = none;
	memset(&c->int_frac_digits, CHAR_MAX, 14);
	return c;
}
