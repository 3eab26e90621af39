// 8.5: a vector operation accesses element by element: threads may write different elements.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int beside __attribute__((vector_size(8))), all __attribute__((vector_size(8)));

static void *write_first(void *arg)
{
	beside[0] = 1;
	all[0] = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, write_first, NULL);
	beside[1] = 2;
	all += 1; /* race on its first element */
	pthread_join(t, NULL);
	assert(beside[0] == 1 && beside[1] == 2);
	return 0;
}
