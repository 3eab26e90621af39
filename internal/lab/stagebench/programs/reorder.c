/* N threads write a and then b; one thread looks at both in between. */
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *setter(void *unused)
{
	a = 1;
	b = -1;
	return 0;
}

static void *checker(void *unused)
{
	assert((a == 0 && b == 0) || (a == 1 && b == -1));
	return 0;
}

int main(void)
{
	pthread_t setters[N], check;
	for (int i = 0; i < N; i++)
		pthread_create(&setters[i], 0, setter, 0);
	pthread_create(&check, 0, checker, 0);
	for (int i = 0; i < N; i++)
		pthread_join(setters[i], 0);
	pthread_join(check, 0);
	return 0;
}
