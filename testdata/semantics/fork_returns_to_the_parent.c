// 14.15: fork returns to the parent; a child has ended at each wait for it,
// and only one wait reports its end. Handlers run before and after fork.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static int order, jobs = 2;

static void prepare(void)
{
	assert(order == 0);
	order = 1;
}

static void parent(void)
{
	assert(order == 1);
	order = 2;
}

static void *work(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;
	pid_t child, found;
	int status;

	pthread_create(&t, NULL, work, NULL);
	pthread_atfork(prepare, parent, NULL);
	assert(wait(NULL) == -1);
	child = fork();
	if (child == 0)
		jobs--;
	assert(order == 2 && jobs == 2 && child > 0);
	found = waitpid(child, &status, WNOHANG);
	if (found == 0)
		found = wait(&status);
	assert(found == child);
	assert(WIFEXITED(status) || WIFSIGNALED(status));
	assert(waitpid(child, NULL, 0) == -1);
	pthread_join(t, NULL);
	return 0;
}
