// 1.5: printf reads the strings that it prints, also where the format comes from elsewhere.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

static char name[4] = "abc";

static void say(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
}

static void *rename_it(void *arg)
{
	(void)arg;
	name[0] = 'x';
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, rename_it, NULL);
	say("%5d %-8.2f %s\n", 7, 1.5, name);
	pthread_join(t, NULL);
	return 0;
}
