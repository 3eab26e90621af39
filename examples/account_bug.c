// Bank account: the balance is tested in one critical section and changed in
// another, so two withdrawals can both pass the test.
//
// Every access is under the lock: there is no data race, and still a bug.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

static int balance = 100;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int covers(int amount)
{
	int yes;

	pthread_mutex_lock(&lock);
	yes = balance >= amount;
	pthread_mutex_unlock(&lock);
	return yes;
}

static void *withdraw(void *arg)
{
	(void)arg;
	if (covers(60)) {
		pthread_mutex_lock(&lock);
		balance -= 60;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, withdraw, NULL);
	pthread_create(&b, NULL, withdraw, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(balance >= 0);
	return 0;
}
