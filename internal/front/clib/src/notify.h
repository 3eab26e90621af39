/* notify.h - the notifications of sigevent; see notify.c. */
#ifndef HEDDLE_NOTIFY_H
#define HEDDLE_NOTIFY_H

#include <signal.h>

/* The parts of a sigevent that a notification needs. */
struct __heddle_event {
	int kind; /* SIGEV_SIGNAL and its like */
	int signal;
	union sigval value;
	void (*function)(union sigval value);
};

/* Stores a sigevent; returns 0, or EINVAL if it is invalid. */
int __heddle_read_event(const struct sigevent *from, struct __heddle_event *to);

/* Sends the signal, or starts the thread. The code is SI_MESGQ or its like; outside: as below. */
void __heddle_notify(const struct __heddle_event *e, int code, int outside);

/* Sends a signal to the process. Outside: the running thread is none of the program, and does not take it. */
void __heddle_send_to_process(int signal, int code, union sigval value, int outside);

/* Starts a detached thread (thread.c). The second kind takes no signals. */
void __heddle_async(void *(*start)(void *), void *arg);
void __heddle_start_own(void *(*start)(void *), void *arg);

#endif
