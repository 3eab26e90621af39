// 14.15: a child has copies of all objects, the same pointers, and the one thread that called fork.
// It ends on its own, with its own handlers.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int shared = 1, order;
static int *heap;

static void prepare(void) { order = order * 10 + 1; }
static void parent(void) { order = order * 10 + 2; }
static void child(void) { order = order * 10 + 3; }

int main(void)
{
	int local = 4, status;
	int *at = &local;
	pid_t pid;

	heap = malloc(sizeof *heap);
	if (!heap)
		return 0;
	*heap = 9;
	pthread_atfork(prepare, parent, child);
	pid = fork();
	if (pid == 0) {
		assert(order == 13 && *at == 4 && *heap == 9);
		shared = 2;
		*at = 5;
		free(heap);
		exit(shared + local);
	}
	assert(order == 12 && shared == 1 && local == 4 && *heap == 9);
	free(heap);
	assert(waitpid(pid, &status, 0) == pid);
	assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
	assert(wait(NULL) == -1);
	return 0;
}
