// Use after free: the message dies while its reader may still need it.
//
// expect: assert=safe race=violation deadlock=safe memory=violation
#include <pthread.h>
#include <stdlib.h>

struct message {
	int length;
};

static void *reader(void *arg)
{
	struct message *m = arg;

	return m->length > 0 ? arg : NULL;
}

int main(void)
{
	struct message *m = malloc(sizeof *m);
	pthread_t t;

	if (!m)
		return 0;
	m->length = 5;
	pthread_create(&t, NULL, reader, m);
	free(m);
	pthread_join(t, NULL);
	return 0;
}
