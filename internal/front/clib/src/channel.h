/* channel.h - descriptors with both ends in the program; see channel.c. */
#ifndef HEDDLE_CHANNEL_H
#define HEDDLE_CHANNEL_H

#include <sys/types.h>

/* The operations on a descriptor. */
enum {
	HEDDLE_CHANNEL_READ,
	HEDDLE_CHANNEL_WRITE,
	HEDDLE_CHANNEL_CLOSE,
	HEDDLE_CHANNEL_FLAGS, /* the flags are the size */
	HEDDLE_CHANNEL_COPY,
	HEDDLE_CHANNEL_READABLE /* whether a read would not wait */
};

enum {
	HEDDLE_NO_CHANNEL = -2,    /* the descriptor leads outside */
	HEDDLE_FIRST_CHANNEL = 512 /* those are below */
};

/* Executes an operation on any descriptor; returns the call's result, or HEDDLE_NO_CHANNEL. */
ssize_t __heddle_on_channel(int fd, void *data, size_t n, int operation);

/* The hook for it (package link), null in programs without channels, and its target. */
extern ssize_t (*__heddle_channel_hook)(int fd, void *data, size_t n, int operation);
ssize_t __heddle_channel(int fd, void *data, size_t n, int operation);

/* Whether there may be input: from outside there is at any time. */
int __heddle_readable(int fd);

#endif
