/* <sys/select.h>, POSIX */
#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H

#include <heddle/types.h>
#include <bits/types/struct_timespec.h>
#include <bits/types/struct_timeval.h>
#include <bits/types/sigset_t.h>

#define FD_SETSIZE 1024
typedef struct {
	long fds_bits[FD_SETSIZE / (8 * sizeof(long))];
} fd_set;
#define __HEDDLE_FD_WORD(fd) ((fd) / (8 * (int)sizeof(long)))
#define __HEDDLE_FD_BIT(fd) ((long)(1UL << ((fd) % (8 * (int)sizeof(long)))))
#define FD_ZERO(set) ((void)(*(set) = (fd_set){{0}}))
#define FD_SET(fd, set) ((void)((set)->fds_bits[__HEDDLE_FD_WORD(fd)] |= __HEDDLE_FD_BIT(fd)))
#define FD_CLR(fd, set) ((void)((set)->fds_bits[__HEDDLE_FD_WORD(fd)] &= ~__HEDDLE_FD_BIT(fd)))
#define FD_ISSET(fd, set) (((set)->fds_bits[__HEDDLE_FD_WORD(fd)] & __HEDDLE_FD_BIT(fd)) != 0)

int select(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict except,
	   struct timeval *restrict timeout);
int pselect(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict except,
	    const struct timespec *restrict timeout, const sigset_t *restrict mask);

#endif
