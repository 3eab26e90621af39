// Use after free, fixed: the message is freed when its reader has ended.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
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
	pthread_join(t, NULL);
	free(m);
	return 0;
}
