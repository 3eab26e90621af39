/*
 * locale.c - the "C" locale is the only one: asked for another, setlocale fails.
 */
#include <locale.h>
#include "intrinsics.h"
#include "stream.h"

HEDDLE_STATE(setlocale);
static char __result_of_setlocale[2];

char *setlocale(int category, const char *name)
{
	(void)category;
	HEDDLE_NOT_THREAD_SAFE(setlocale);
	if (name) {
		__heddle_read_string(name, -1);
		if (name[0] && !(name[0] == 'C' && !name[1]))
			return 0;
	}
	__result_of_setlocale[0] = 'C';
	__result_of_setlocale[1] = 0;
	return __result_of_setlocale;
}
