/* name.c - names of objects that a process finds by name. Other processes have none. */
#include <errno.h>
#include "intrinsics.h"
#include "name.h"

int __heddle_read_name(const char *s, struct __heddle_name *to)
{
	int i = 0;

	for (int w = 0; w < HEDDLE_NAME_SIZE / 8; w++)
		to->words[w] = 0;
	while (*s == '/')
		s++;
	for (; s[i]; i++) {
		if (s[i] == '/')
			return EINVAL;
		if (i == 255)
			return ENAMETOOLONG;
		if (i < HEDDLE_NAME_SIZE)
			to->words[i / 8] |= (unsigned long long)(unsigned char)s[i] << i % 8 * 8;
	}
	if (i > HEDDLE_NAME_SIZE)
		__heddle_unsupported("name of a semaphore, a message queue or shared memory with more than 32 characters");
	return i == 0 ? EINVAL : 0;
}

int __heddle_find_name(const struct __heddle_name *names, int n, const struct __heddle_name *name)
{
	int found = -1;

	for (int i = 0; i < n; i++) {
		unsigned long long other = 0;

		for (int w = 0; w < HEDDLE_NAME_SIZE / 8; w++)
			other |= names[i].words[w] ^ name->words[w];
		if (!other)
			found = i;
	}
	return found;
}
