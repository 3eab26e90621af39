// An interruption is a signal, SIGINT or SIGTERM. Only one thread gets it: this thread waits for it,
// saves the table, and ends the program. The others continue meanwhile; blocks that they fetch
// after the table was copied are fetched again the next time.
#include "download.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

// The thread that holds this lock ends the program, and never releases it.
static pthread_mutex_t ending = PTHREAD_MUTEX_INITIALIZER;

// interruptions returns the signals for which the thread waits.
static sigset_t interruptions(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	return set;
}

static void *wait_and_save(void *name)
{
	sigset_t set = interruptions();
	struct snapshot now;
	int which;

	if (sigwait(&set, &which) != 0)
		return NULL;
	pthread_mutex_lock(&ending);
	progress_take(&now);
	if (resume_save(&now, name) != DONE) {
		fprintf(stderr, "download: cannot save what has come\n");
		exit(2);
	}
	fprintf(stderr, "download: interrupted after %d of %d blocks\n", now.whole, now.blocks);
	exit(1);
}

enum outcome interrupt_begin(const char *name)
{
	sigset_t set = interruptions();
	pthread_t thread;

	if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0) // also of the threads that are started later
		return FAILED;
	if (pthread_create(&thread, NULL, wait_and_save, (void *)name) != 0)
		return FAILED;
	return pthread_detach(thread) == 0 ? DONE : FAILED;
}

void interrupt_end(void)
{
	pthread_mutex_lock(&ending);
}
