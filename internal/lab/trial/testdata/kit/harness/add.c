#include <assert.h>
#include <pthread.h>
#include "counter.h"

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, NULL);
	assert(read_counter() < 2); /* WRONG */
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
