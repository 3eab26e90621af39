// Ganai and Gupta, Efficient modeling of concurrent systems in BMC,
// SPIN 2008, Fig. 1(a): two threads with local variables x and y, a
// lock and a shared variable. Both threads give the shared variable the
// same value first. The labels are the paper's. Races: 3a/7b, 4a/7b
#include <assert.h>
#include <pthread.h>

int g1;
pthread_mutex_t l1 = PTHREAD_MUTEX_INITIALIZER;

void *p1(void *arg)
{
	int x = 0;
	pthread_mutex_lock(&l1);   // 2a
	if (g1 == 1)               // 3a
		goto out;
	g1 = 1;                    // 4a
	x++;                       // 5a
out:
	pthread_mutex_unlock(&l1); // 6a
	assert(x > 0);             // 7a
	return 0;
}

void *p2(void *arg)
{
	int y = 0;
	pthread_mutex_lock(&l1);   // 2b
	if (g1 == 0)               // 3b
		goto out;
	g1 = 0;                    // 4b
	y++;                       // 5b
out:
	pthread_mutex_unlock(&l1); // 6b
	g1 = 1;                    // 7b
	return 0;
}

int main(void)
{
	pthread_t t1, t2;
	pthread_create(&t1, 0, p1, 0);
	pthread_create(&t2, 0, p2, 0);
	pthread_join(t1, 0);
	pthread_join(t2, 0);
	return 0;
}
