/*
 * environment.c - the variables of the environment. The initial value of a variable
 * is chosen when it is first read: unset, or any string of less than 4096
 * characters. From then on the program's changes define it. Four names can be
 * distinguished.
 *
 * The functions need not be thread-safe: unordered calls race. The strings belong to
 * the program as well.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "intrinsics.h"

enum { VARIABLES = 4, UNKNOWN_BYTES = 4096 };

/* The list that the variable and main's third parameter show is empty. */
static char *__heddle_environment[1];
char **environ = __heddle_environment;

HEDDLE_STATE(getenv_and_setenv);

/* Defined nowhere, so that nothing is known of their bytes. */
extern char __environment_0[UNKNOWN_BYTES], __environment_1[UNKNOWN_BYTES],
	__environment_2[UNKNOWN_BYTES], __environment_3[UNKNOWN_BYTES];

static struct {
	char *name;
	char *value; /* null: unset */
} __heddle_variables[VARIABLES];

static unsigned __heddle_known; /* how many were asked for or set */
static int __heddle_cleared;    /* clearenv: the others are unset */

static char *__heddle_unknown(unsigned i)
{
	char *s = i == 0 ? __environment_0 : i == 1 ? __environment_1
		: i == 2 ? __environment_2 : __environment_3;

	s[UNKNOWN_BYTES - 1] = 0;
	return s;
}

/* The first n characters of a string, for the models alone. */
static char *__heddle_own(const char *s, size_t n)
{
	char *own = __heddle_alloc(n + 1, 1, HEDDLE_ALLOC_MODEL);

	for (size_t i = 0; i < n; i++)
		own[i] = s[i];
	own[n] = 0;
	return own;
}

/* A string that setenv gives to a variable. None is ever freed, as in glibc. */
struct __heddle_string {
	struct __heddle_string *next;
	char text[];
};

static struct __heddle_string *__heddle_strings;

static char *__heddle_keep(const char *s)
{
	size_t n = strlen(s) + 1;
	struct __heddle_string *kept = __heddle_alloc(sizeof *kept + n, _Alignof(struct __heddle_string),
						      HEDDLE_ALLOC_HEAP);

	for (size_t i = 0; i < n; i++)
		kept->text[i] = s[i];
	__heddle_atomic_begin();
	kept->next = __heddle_strings;
	__heddle_strings = kept;
	__heddle_atomic_end();
	return kept->text;
}

/* The variable of a name, or VARIABLES. Inside sections only. */
static unsigned __heddle_variable(char *name)
{
	unsigned i = 0;

	for (; i < __heddle_known; i++) {
		const char *other = __heddle_variables[i].name;
		size_t k = 0;

		while (name[k] && name[k] == other[k])
			k++;
		if (name[k] == other[k])
			return i;
	}
	if (i < VARIABLES) {
		__heddle_known = i + 1;
		__heddle_variables[i].name = name;
		__heddle_variables[i].value = 0;
		if (!__heddle_cleared && __heddle_flip(HEDDLE_CHOOSE_IO))
			__heddle_variables[i].value = __heddle_unknown(i);
	}
	return i;
}

/* Gives a variable a value, null for none, unless it has a value that is to be kept. */
static void __heddle_set(char *name, char *value, int overwrite)
{
	unsigned i;

	__heddle_atomic_begin();
	i = __heddle_variable(name);
	if (i < VARIABLES && (overwrite || !__heddle_variables[i].value))
		__heddle_variables[i].value = value;
	__heddle_atomic_end();
	if (i == VARIABLES)
		__heddle_unsupported("more than 4 variables of the environment");
}

char *getenv(const char *name)
{
	char *value = 0, *own = __heddle_own(name, strlen(name));
	unsigned i;

	HEDDLE_NOT_THREAD_SAFE(getenv_and_setenv);
	__heddle_atomic_begin();
	i = __heddle_variable(own);
	if (i < VARIABLES)
		value = __heddle_variables[i].value;
	__heddle_atomic_end();
	if (i == VARIABLES)
		__heddle_unsupported("more than 4 variables of the environment");
	return value;
}

char *secure_getenv(const char *name)
{
	return getenv(name);
}

/* The length of a variable's name, or 0 if it is none. */
static size_t __heddle_name_length(const char *name)
{
	size_t n = 0;

	for (; name[n]; n++)
		if (name[n] == '=')
			return 0;
	return n;
}

int setenv(const char *name, const char *value, int overwrite)
{
	size_t n = name ? __heddle_name_length(name) : 0;

	if (!n)
		return __heddle_error(EINVAL);
	HEDDLE_NOT_THREAD_SAFE(getenv_and_setenv);
	__heddle_set(__heddle_own(name, n), __heddle_keep(value), overwrite);
	return 0;
}

int unsetenv(const char *name)
{
	size_t n = name ? __heddle_name_length(name) : 0;

	if (!n)
		return __heddle_error(EINVAL);
	HEDDLE_NOT_THREAD_SAFE(getenv_and_setenv);
	__heddle_set(__heddle_own(name, n), 0, 1);
	return 0;
}

/* The string itself becomes the variable; without '=' the name is unset, as in glibc. */
int putenv(char *entry)
{
	size_t n = 0;

	while (entry[n] && entry[n] != '=')
		n++;
	HEDDLE_NOT_THREAD_SAFE(getenv_and_setenv);
	__heddle_set(__heddle_own(entry, n), entry[n] ? entry + n + 1 : 0, 1);
	return 0;
}

int clearenv(void)
{
	HEDDLE_NOT_THREAD_SAFE(getenv_and_setenv);
	__heddle_atomic_begin();
	__heddle_cleared = 1;
	for (unsigned i = 0; i < __heddle_known; i++)
		__heddle_variables[i].value = 0;
	__heddle_atomic_end();
	return 0;
}
