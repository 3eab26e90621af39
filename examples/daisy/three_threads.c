// Three threads and one file: one makes it, one writes to it, one unlinks it.
//
// They run in any order. The writer may find no file, or the file is unlinked before
// it writes; but it never finds a file that is only partly created.
#include "daisy.h"

#include <assert.h>

static void *writer(void *arg)
{
	int file, status;

	file = daisy_open(0);
	if (file >= 0) {
		status = daisy_write(file, 0, 1);
		assert(status == 0 || status == DAISY_MISSING);
	}
	return arg;
}

static void *remover(void *arg)
{
	int status;

	status = daisy_unlink(0);
	assert(status == 0 || status == DAISY_MISSING);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, remover, NULL);
	assert(daisy_create(0) >= 0);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
#ifdef DAISY_CHECK
	assert(daisy_is_sound());
#endif
	return 0;
}
