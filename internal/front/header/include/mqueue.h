/* <mqueue.h>, POSIX */
#ifndef _MQUEUE_H
#define _MQUEUE_H

#include <sys/types.h>
#include <fcntl.h>
#include <bits/types/struct_timespec.h>
#include <bits/types/sigevent_t.h>

typedef int mqd_t;
struct mq_attr {
	long mq_flags;
	long mq_maxmsg;
	long mq_msgsize;
	long mq_curmsgs;
	long __rest[4];
};

mqd_t mq_open(const char *name, int flags, ...);
int mq_close(mqd_t queue);
int mq_unlink(const char *name);
int mq_getattr(mqd_t queue, struct mq_attr *attr);
int mq_setattr(mqd_t queue, const struct mq_attr *restrict attr, struct mq_attr *restrict old);
int mq_notify(mqd_t queue, const struct sigevent *event);
int mq_send(mqd_t queue, const char *message, size_t n, unsigned priority);
ssize_t mq_receive(mqd_t queue, char *message, size_t n, unsigned *priority);
int mq_timedsend(mqd_t queue, const char *message, size_t n, unsigned priority, const struct timespec *when);
ssize_t mq_timedreceive(mqd_t queue, char *restrict message, size_t n, unsigned *restrict priority,
			const struct timespec *restrict when);

#endif
