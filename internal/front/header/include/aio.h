/* <aio.h>, POSIX */
#ifndef _AIO_H
#define _AIO_H

#include <sys/types.h>
#include <bits/types/struct_timespec.h>
#include <bits/types/sigevent_t.h>

/* As large as glibc's. */
struct aiocb {
	int aio_fildes;
	int aio_lio_opcode;
	int aio_reqprio;
	volatile void *aio_buf;
	size_t aio_nbytes;
	struct sigevent aio_sigevent;
	struct aiocb *__next_prio;
	int __abs_prio;
	int __policy;
	int __error_code;
	ssize_t __return_value;
	off_t aio_offset;
	char __rest[32 + 8 - sizeof(off_t)];
};

#define AIO_CANCELED 0
#define AIO_NOTCANCELED 1
#define AIO_ALLDONE 2
#define LIO_READ 0
#define LIO_WRITE 1
#define LIO_NOP 2
#define LIO_WAIT 0
#define LIO_NOWAIT 1

int aio_read(struct aiocb *request);
int aio_write(struct aiocb *request);
int aio_fsync(int operation, struct aiocb *request);
int aio_error(const struct aiocb *request);
ssize_t aio_return(struct aiocb *request);
int aio_suspend(const struct aiocb *const requests[], int n, const struct timespec *timeout);
int aio_cancel(int fd, struct aiocb *request);
int lio_listio(int mode, struct aiocb *restrict const requests[restrict], int n, struct sigevent *restrict event);

#endif
