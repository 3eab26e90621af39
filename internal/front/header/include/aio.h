/* <aio.h>, POSIX */
#ifndef _AIO_H
#define _AIO_H

#include <sys/types.h>
#include <fcntl.h>
#include <signal.h>
#include <bits/types/struct_timespec.h>
#include <bits/types/sigevent_t.h>

struct aiocb {
	int aio_fildes;
	int aio_lio_opcode;
	int aio_reqprio;
	volatile void *aio_buf;
	size_t aio_nbytes;
	struct sigevent aio_sigevent;
	void *__next;
	int __priority;
	int __policy;
	int __error_code;
	ssize_t __return_value;
	off_t aio_offset;
	char __rest[32 + sizeof(long long) - sizeof(off_t)];
};
enum { AIO_CANCELED, AIO_NOTCANCELED, AIO_ALLDONE };
enum { LIO_READ, LIO_WRITE, LIO_NOP };
enum { LIO_WAIT, LIO_NOWAIT };

int aio_read(struct aiocb *request);
int aio_write(struct aiocb *request);
int aio_fsync(int operation, struct aiocb *request);
int aio_error(const struct aiocb *request);
ssize_t aio_return(struct aiocb *request);
int aio_cancel(int fd, struct aiocb *request);
int aio_suspend(const struct aiocb *const list[], int n, const struct timespec *limit);
int lio_listio(int mode, struct aiocb *const list[restrict], int n, struct sigevent *restrict event);

#endif
