// Jobs, and the waits for them. A lock guards stages, numbers and lengths. The bytes of a job
// belong to one thread: main while the job is free, a worker while it is taken, the writer while
// it is ready.
//
//     FREE ──▶ FILLED ──▶ TAKEN ──▶ READY ──▶ FREE
//     main    (queue)     worker    writer
//
// Every wait is for a change of a stage, and one condition variable signals all changes.
#include "compress.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct job jobs[JOBS];
static int filled;  // jobs that were ever filled
static bool closed; // no more will be

// find returns the first job of a stage, the one with the smallest number; a null pointer: none.
static struct job *find(enum stage stage)
{
	struct job *found = NULL;

	for (int i = 0; i < JOBS; i++)
		if (jobs[i].stage == stage && (found == NULL || jobs[i].number < found->number))
			found = &jobs[i];
	return found;
}

// turn moves a job on, and tells all who wait.
static void turn(struct job *job, enum stage from, enum stage to)
{
	assert(job->stage == from);
	job->stage = to;
	pthread_cond_broadcast(&changed);
}

struct job *pool_get(void)
{
	struct job *job;

	pthread_mutex_lock(&lock);
	while ((job = find(FREE)) == NULL)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	return job; // nobody else takes what is free
}

void pool_fill(struct job *job, int number, int length)
{
	pthread_mutex_lock(&lock);
	assert(number == filled);
	job->number = number;
	job->length = length;
	job->result_length = 0;
	filled++;
	turn(job, FREE, FILLED);
	pthread_mutex_unlock(&lock);
}

void pool_close(void)
{
	pthread_mutex_lock(&lock);
	assert(!closed);
	closed = true;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

struct job *pool_take(void)
{
	struct job *job;

	pthread_mutex_lock(&lock);
	while ((job = find(FILLED)) == NULL && !closed)
		pthread_cond_wait(&changed, &lock);
	if (job != NULL)
		turn(job, FILLED, TAKEN);
	pthread_mutex_unlock(&lock);
	return job;
}

void pool_done(struct job *job, int result_length)
{
	pthread_mutex_lock(&lock);
	turn(job, TAKEN, READY);
#ifdef BUG
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
#endif
	job->result_length = result_length;
	pthread_mutex_unlock(&lock);
}

// ready returns the job of a number, if it is ready.
static struct job *ready(int number)
{
	struct job *job = find(READY);

	return job != NULL && job->number == number ? job : NULL;
}

struct job *pool_next(int number)
{
	struct job *job;

	pthread_mutex_lock(&lock);
	while ((job = ready(number)) == NULL && !(closed && number == filled))
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	return job;
}

void pool_free(struct job *job)
{
	pthread_mutex_lock(&lock);
	turn(job, READY, FREE);
	pthread_mutex_unlock(&lock);
}
