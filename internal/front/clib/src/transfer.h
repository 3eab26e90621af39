/*
 * transfer.h - what channels hold: bytes, messages, or the value of an eventfd. channel.c makes channels and has their
 * descriptors; transfer.c moves the bytes.
 */
#ifndef HEDDLE_TRANSFER_H
#define HEDDLE_TRANSFER_H

#include <sys/types.h>
#include "channel.h"

enum {
	CHANNELS = HEDDLE_ENDS / 2,
	KEPT = 16,
	MESSAGES = 8,
	/* Linux has room for so many bytes in whatever parts, and for so many parts of a socket. */
	ROOM = 32768,
	PARTS = 128
};

/* The greatest value of an eventfd. */
#define MAX_COUNT 0xfffffffffffffffeull

struct __heddle_channel {
	unsigned long long held; /* bytes, or the value of an eventfd */
	int peer;                /* the channel that its first descriptor writes to */
	int kind;
	_Bool single;            /* EFD_SEMAPHORE: a read takes one */
	_Bool ended;             /* there are no more writes: a read of nothing yields nothing */
	_Bool broken;            /* there are no more reads: a write fails */
	_Bool reset;             /* the other end was closed with bytes unread: a read fails */
	_Bool vague;             /* the bytes are not known */
	unsigned first;          /* where the first byte is kept */
	unsigned parts;          /* messages, or writes to a stream socket since it was empty */
	unsigned next;           /* the first message */
	size_t lengths[MESSAGES];
	char bytes[KEPT];
};

extern struct __heddle_channel __heddle_channels[CHANNELS];

/* Of each end: whether its operations fail instead of waiting. */
extern unsigned __heddle_nonblocking;

/* A statement for each of KEPT bytes: sections have no loops, which some engines do not know there. */
#define FOUR(statement, i) statement(i) statement((i) + 1) statement((i) + 2) statement((i) + 3)
#define EACH(statement) FOUR(statement, 0) FOUR(statement, 4) FOUR(statement, 8) FOUR(statement, 12)

/* Whether a read of a channel would wait. Inside a section. */
#define IS_EMPTY(c) ((c)->kind & HEDDLE_MESSAGES ? (c)->parts == 0 : (c)->held == 0)

/* Move bytes: the count, or -1. The end is the bit of a descriptor's end, the flags are those of recv or send. */
ssize_t __heddle_read_channel(struct __heddle_channel *c, unsigned end, void *to, size_t n, int flags);
ssize_t __heddle_write_counter(struct __heddle_channel *c, unsigned end, const char *from, size_t n);
ssize_t __heddle_write_channel(struct __heddle_channel *c, const char *from, size_t n, int flags);

#endif
