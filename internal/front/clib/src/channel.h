/*
 * channel.h - descriptors with both ends in the program; see channel.c.
 *
 * Every function with a descriptor among its parameters passes it to __heddle_on_channel or
 * HEDDLE_REFUSED, or has no model. A test of clibgen calls all functions of the headers (TestDescriptors).
 */
#ifndef HEDDLE_CHANNEL_H
#define HEDDLE_CHANNEL_H

#include <sys/types.h>

/* The operations on a descriptor. */
enum {
	HEDDLE_CHANNEL_CLOSE,
	HEDDLE_CHANNEL_COPY,      /* the size is the least descriptor */
	HEDDLE_CHANNEL_COPY_TO,   /* the size is the descriptor */
	HEDDLE_CHANNEL_GET_FLAGS, /* those of fcntl */
	HEDDLE_CHANNEL_SET_FLAGS, /* the size has them */
	HEDDLE_CHANNEL_GET_EXEC,  /* FD_CLOEXEC */
	HEDDLE_CHANNEL_SET_EXEC,
	HEDDLE_CHANNEL_SHUT,      /* the size is SHUT_RD or its like */
	HEDDLE_CHANNEL_KIND       /* a bit of those below */
};

/* The kinds of channels. */
enum {
	HEDDLE_PIPE = 1,
	HEDDLE_STREAM_SOCKET = 2,
	HEDDLE_PACKET_SOCKET = 4,   /* SOCK_SEQPACKET */
	HEDDLE_DATAGRAM_SOCKET = 8, /* SOCK_DGRAM */
	HEDDLE_COUNTER = 16,        /* of eventfd */
	HEDDLE_EPOLL = 32,          /* holds nothing, but has a descriptor that is copied and closed as others */
	HEDDLE_SIGNALS = 64,        /* of signalfd: holds nothing, reads take pending signals */
	HEDDLE_SOCKETS = HEDDLE_STREAM_SOCKET | HEDDLE_PACKET_SOCKET | HEDDLE_DATAGRAM_SOCKET,
	HEDDLE_MESSAGES = HEDDLE_PACKET_SOCKET | HEDDLE_DATAGRAM_SOCKET
};

enum {
	HEDDLE_NO_CHANNEL = -2,     /* the descriptor leads outside */
	HEDDLE_ENDS = 32,           /* two for each of 16 channels */
	HEDDLE_COPIES = 4,          /* descriptors of one end */
	HEDDLE_FIRST_CHANNEL = 512, /* those outside are below */
	HEDDLE_LAST_CHANNEL = HEDDLE_FIRST_CHANNEL + HEDDLE_ENDS * HEDDLE_COPIES - 1
};

#define HEDDLE_IS_CHANNEL(fd) ((fd) >= HEDDLE_FIRST_CHANNEL && (fd) <= HEDDLE_LAST_CHANNEL)

/* Of a descriptor: the bit of its end, and the number of the copy. */
#define HEDDLE_END_BIT(fd) (1u << ((fd) - HEDDLE_FIRST_CHANNEL) % HEDDLE_ENDS)
#define HEDDLE_COPY_OF(fd) (((fd) - HEDDLE_FIRST_CHANNEL) / HEDDLE_ENDS)

/*
 * Whether another process has an end open, which the running process closes for good; a child gets copies of all open
 * descriptors; a process ends, and closes them. Inside sections. Hooks, null in programs without fork or without channels, and
 * their targets.
 */
extern _Bool (*__heddle_keep_end_hook)(int end);
extern void (*__heddle_inherit_hook)(void);
extern void (*__heddle_leave_hook)(void);
_Bool __heddle_keep_end(int end);
void __heddle_inherit_ends(void);
void __heddle_leave_ends(void);

/* The states of all ends, a bit for each: what poll reports, and which descriptors are open. */
struct __heddle_ready {
	unsigned in, out, err, hup, rdhup;
	unsigned open[HEDDLE_COPIES];
	unsigned epoll; /* those of epoll, whose readiness is not known */
};

/* Executes an operation on any descriptor; returns the call's result, or HEDDLE_NO_CHANNEL. */
ssize_t __heddle_on_channel(int fd, size_t n, int operation);

/*
 * The same for bytes, with flags of recv or send, and HEDDLE_OF_SOCKET. These are functions of their own, so that
 * pointers to buffers that are read do not meet pointers to buffers that are written.
 */
enum { HEDDLE_OF_SOCKET = 0x10000 };
ssize_t __heddle_read_from(int fd, void *to, size_t n, int flags);
ssize_t __heddle_write_to(int fd, const void *from, size_t n, int flags);

/* The hooks for them (package link), null in programs without channels, and their targets. */
extern ssize_t (*__heddle_channel_hook)(int fd, size_t n, int operation);
extern ssize_t (*__heddle_read_hook)(int fd, void *to, size_t n, int flags);
extern ssize_t (*__heddle_write_hook)(int fd, const void *from, size_t n, int flags);
ssize_t __heddle_channel(int fd, size_t n, int operation);
ssize_t __heddle_read_end(int fd, void *to, size_t n, int flags);
ssize_t __heddle_write_end(int fd, const void *from, size_t n, int flags);

/* Stores the states of all ends, inside a section: a hook as those, and its target. */
extern void (*__heddle_ready_hook)(struct __heddle_ready *);
void __heddle_note_ready(struct __heddle_ready *);

/*
 * Reads a signal from a descriptor of signalfd, given by its channel; whether there is one for the running thread (inside a section):
 * hooks, null in programs without signalfd, and their targets.
 */
extern ssize_t (*__heddle_read_signal_hook)(int channel, void *to, size_t n, _Bool waits);
extern _Bool (*__heddle_has_signal_hook)(int channel);
ssize_t __heddle_read_signal(int channel, void *to, size_t n, _Bool waits);
_Bool __heddle_has_signal(int channel);

/*
 * For a function that does nothing with a channel: 0 if the descriptor leads outside, else -1, and
 * the error is set. An error of 0 (for pipes and eventfd, or for sockets) is unsupported.
 */
#define HEDDLE_REFUSED(fd, function, of_pipe, of_socket)                                                 \
	__extension__({                                                                                  \
		int __fate = __heddle_refused((fd), (of_pipe), (of_socket));                             \
		if (__fate > 0)                                                                          \
			__heddle_unsupported(function " with a descriptor of a pipe, a pair of sockets, " \
						      "eventfd or epoll");                               \
		__fate;                                                                                  \
	})
int __heddle_refused(int fd, int of_pipe, int of_socket);

/* Returns the requested events that an end has, and its errors. */
unsigned __heddle_end_events(const struct __heddle_ready *ready, unsigned end, unsigned events);

/* Makes a channel; returns its first descriptor, or -1. */
int __heddle_open_channel(int kind, int flags);

/*
 * A byte of a channel that holds more than it keeps. Package check looks for calls of this function:
 * an assertion that fails behind it is unknown.
 */
char __heddle_forgotten_byte(void);

#endif
