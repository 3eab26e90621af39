// 14.15: named semaphores and message queues are objects of all processes, whenever these open them.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	struct mq_attr a = {.mq_maxmsg = 1, .mq_msgsize = 4};
	mqd_t q = mq_open("/queue", O_CREAT | O_RDWR, 0600, &a);
	char text[4];
	sem_t *s;
	pid_t child = fork();

	if (child == 0) {
		s = sem_open("/ready", O_CREAT, 0600, 0);
		assert(mq_send(q, "yes", 4, 0) == 0);
		sem_wait(s);
		_exit(0);
	}
	assert(mq_receive(q, text, 4, 0) == 4 && text[0] == 'y');
	s = sem_open("/ready", 0);
	assert(s != SEM_FAILED);
	sem_post(s);
	assert(wait(0) == child);
	return 0;
}
