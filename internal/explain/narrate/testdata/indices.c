// An index that is a variable has its value, if it is clear which variable of its name is
// meant; else the memory says which element it is.
//
// expect: assert=violation
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct list {
	int used;
	int items[4];
};

static void *worker(void *arg)
{
	struct list *l = arg;

	for (unsigned char i = 0; i < 2; i++)
		l->items[i] = 1;
	for (int k = 2; k < 3; k++)
		l->items[k] = 2;
	if (l->used == 0) {
		static int k = 3;
		l->items[k] = 3;
		l->items[l->used] = 4;
	}
	return NULL;
}

int main(void)
{
	pthread_t t;
	struct list *mine = calloc(1, sizeof *mine);
	if (mine == NULL)
		return 1;
	pthread_create(&t, NULL, worker, mine);
	pthread_join(t, NULL);
	int copy = mine->used;
	assert(mine->items[copy] == 0);
	free(mine);
	return 0;
}
