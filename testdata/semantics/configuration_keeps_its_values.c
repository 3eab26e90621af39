// 14.1: a configuration value stays the same while the process
// runs, for all threads; each name has a value of its own.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static long seen;

static void *look(void *arg)
{
	seen = sysconf(_SC_NPROCESSORS_ONLN);
	return arg;
}

int main(void)
{
	pthread_t t;
	long n;
	char none[3];

	pthread_create(&t, NULL, look, NULL);
	n = sysconf(_SC_NPROCESSORS_ONLN);
	sysconf(_SC_NPROCESSORS_CONF);
	pthread_join(t, NULL);
	assert(n >= 1 && seen == n && get_nprocs() == n);
	for (int i = 0; i < n && i < sysconf(_SC_NPROCESSORS_ONLN) && i < 3; i++)
		none[i] = 0;
	assert(none[0] == 0);
	assert(sysconf(_SC_PAGESIZE) == getpagesize());
	assert(sysconf(-1) == -1);
	return 0;
}
