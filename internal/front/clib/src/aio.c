/*
 * aio.c - asynchronous input and output (POSIX.1-2017, aio_read). A thread of the model performs each request. The buffer is
 * accessed at any time between the request and its end, which happens before a call that sees it (channel 0 of the request).
 */
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include "channel.h"
#include "intrinsics.h"
#include "notify.h"
#include "thread.h"

enum { REQUESTS = 8, FSYNC = 3, MOST_PRIORITY = 20 };

enum { WAITING, STARTED, ENDED, CANCELLED };

/* A request. The program's object may be gone when the request has ended or is cancelled. */
struct __heddle_request {
	struct aiocb *of;
	int operation, fd;
	int state; /* WAITING or its like */
	struct __heddle_event event;
};

#define REQUEST_OF(r) ((struct __heddle_request *)(r)->__next)

struct __heddle_requests {
	int n;
	struct aiocb *of[REQUESTS];
	struct __heddle_event event;
};

/* The last requests, for aio_cancel. */
static struct __heddle_request *__heddle_requests[REQUESTS];
static int __heddle_request_count;

/* Performs a request; returns its result. */
static ssize_t __heddle_perform(const struct aiocb *r, int operation)
{
	int fd = r->aio_fildes;

	if (fd < 0)
		return __heddle_error(EBADF);
	if (operation == FSYNC)
		return fsync(fd);
	if (HEDDLE_IS_CHANNEL(fd))
		return operation == LIO_READ ? read(fd, (void *)r->aio_buf, r->aio_nbytes) : write(fd, (void *)r->aio_buf, r->aio_nbytes);
	if (r->aio_offset < 0)
		return __heddle_error(EINVAL);
	return operation == LIO_READ ? pread(fd, (void *)r->aio_buf, r->aio_nbytes, r->aio_offset) :
				       pwrite(fd, (void *)r->aio_buf, r->aio_nbytes, r->aio_offset);
}

static void *__heddle_run_request(void *arg)
{
	struct __heddle_request *q = arg;
	struct aiocb *r = q->of;
	ssize_t result;
	int cancelled, code;

	__heddle_atomic_begin();
	cancelled = q->state == CANCELLED;
	if (!cancelled)
		q->state = STARTED;
	__heddle_atomic_end();
	if (!cancelled) {
		result = __heddle_perform(r, q->operation);
		code = result < 0 ? errno : 0;
		__heddle_atomic_begin();
		r->__return_value = result;
		r->__error_code = code;
		q->state = ENDED;
		__heddle_send(r, 0);
		__heddle_atomic_end();
	}
	if (q->event.kind != SIGEV_NONE)
		__heddle_notify(&q->event, SI_ASYNCIO, 1);
	return 0;
}

/* Starts a request. */
static int __heddle_request(struct aiocb *r, int operation)
{
	struct __heddle_request *q;
	int n;

	if (r->aio_reqprio < 0 || r->aio_reqprio > MOST_PRIORITY)
		return __heddle_error(EINVAL);
	if (__heddle_flip(HEDDLE_CHOOSE_SPAWN_FAIL))
		return __heddle_error(EAGAIN);
	q = __heddle_alloc(sizeof *q, _Alignof(struct __heddle_request), HEDDLE_ALLOC_MODEL);
	q->of = r;
	q->operation = operation;
	q->fd = r->aio_fildes;
	q->state = WAITING;
	if (__heddle_read_event(&r->aio_sigevent, &q->event)) /* signal 0, as in a request of zeros */
		q->event.kind = SIGEV_NONE;
	__heddle_atomic_begin();
	r->__error_code = EINPROGRESS;
	r->__next = q;
	n = __heddle_request_count;
	__heddle_requests[n % REQUESTS] = q;
	__heddle_request_count = n + 1;
	__heddle_atomic_end();
	__heddle_start_own(__heddle_run_request, q);
	return 0;
}

int aio_read(struct aiocb *r)
{
	return __heddle_request(r, LIO_READ);
}

int aio_write(struct aiocb *r)
{
	return __heddle_request(r, LIO_WRITE);
}

int aio_fsync(int operation, struct aiocb *r)
{
	if (operation != O_SYNC && operation != O_DSYNC)
		return __heddle_error(EINVAL);
	if (r->aio_fildes < 0)
		return __heddle_error(EBADF);
	return __heddle_request(r, FSYNC);
}

int aio_error(const struct aiocb *r)
{
	int code;

	__heddle_atomic_begin();
	code = r->__error_code;
	if (code != EINPROGRESS)
		__heddle_recv((void *)r, 0);
	__heddle_atomic_end();
	return code;
}

ssize_t aio_return(struct aiocb *r)
{
	ssize_t result;

	__heddle_atomic_begin();
	result = r->__return_value;
	__heddle_recv(r, 0);
	__heddle_atomic_end();
	return result;
}

/* Copies a list of requests. */
static void __heddle_list(struct __heddle_requests *to, const struct aiocb *const from[], int n)
{
	if (n > REQUESTS)
		__heddle_unsupported("more than 8 requests in a list");
	to->n = n;
	for (int i = 0; i < REQUESTS; i++)
		to->of[i] = i < n ? (struct aiocb *)from[i] : 0;
}

/* The number of requests that are not complete; order: the others happened before. Inside a section. */
static int __heddle_incomplete(const struct __heddle_requests *l)
{
	int n = 0;

	for (int i = 0; i < REQUESTS; i++)
		if (l->of[i]) {
			if (l->of[i]->__error_code == EINPROGRESS)
				n++;
			else
				__heddle_recv(l->of[i], 0);
		}
	return n;
}

/* Waits until at most so many requests are incomplete, or the time limit ends the wait; returns how many are. */
static int __heddle_await_requests(const struct __heddle_requests *l, int most, int limited)
{
	int left, cancelled;

	__heddle_cancellation_point();
	__heddle_atomic_begin();
	left = __heddle_incomplete(l);
	cancelled = HEDDLE_IS_CANCELLED(left <= most || limited);
	__heddle_block_until(left <= most || limited || cancelled, HEDDLE_BLOCK_INPUT);
	__heddle_atomic_end();
	if (cancelled)
		__heddle_cancelled_hook();
	return left;
}

static int __heddle_count(const struct __heddle_requests *l)
{
	int n = 0;

	for (int i = 0; i < REQUESTS; i++)
		n += l->of[i] != 0;
	return n;
}

int aio_suspend(const struct aiocb *const requests[], int n, const struct timespec *timeout)
{
	struct __heddle_requests list;
	int count;

	if (n < 0 || (timeout && (timeout->tv_sec < 0 || (unsigned long)timeout->tv_nsec >= 1000000000)))
		return __heddle_error(EINVAL);
	__heddle_list(&list, requests, n);
	count = __heddle_count(&list);
	if (count == 0)
		return 0;
	return __heddle_await_requests(&list, count - 1, timeout != 0) < count ? 0 : __heddle_error(EAGAIN);
}

/* Cancels a request that no thread performs yet. Returns AIO_CANCELED or its like. Inside a section. */
static int __heddle_cancel_request(struct __heddle_request *q)
{
	if (q->state == STARTED)
		return AIO_NOTCANCELED;
	if (q->state != WAITING)
		return AIO_ALLDONE;
	q->state = CANCELLED;
	q->of->__error_code = ECANCELED;
	q->of->__return_value = -1;
	return AIO_CANCELED;
}

int aio_cancel(int fd, struct aiocb *request)
{
	int of[AIO_ALLDONE + 1] = {0};

	if (fd < 0)
		return __heddle_error(EBADF);
	if (request && request->aio_fildes != fd)
		return __heddle_error(EINVAL);
	__heddle_atomic_begin();
	if (request && REQUEST_OF(request))
		of[__heddle_cancel_request(REQUEST_OF(request))] = 1;
	else if (!request)
		for (int i = 0; i < REQUESTS; i++)
			if (i < __heddle_request_count && __heddle_requests[i]->fd == fd)
				of[__heddle_cancel_request(__heddle_requests[i])] = 1;
	__heddle_atomic_end();
	return of[AIO_NOTCANCELED] ? AIO_NOTCANCELED : of[AIO_CANCELED] ? AIO_CANCELED : AIO_ALLDONE;
}

static void *__heddle_run_list(void *arg)
{
	struct __heddle_requests *l = arg;

	__heddle_await_requests(l, 0, 0);
	__heddle_notify(&l->event, SI_ASYNCIO, 1);
	return 0;
}

int lio_listio(int mode, struct aiocb *const requests[restrict], int n, struct sigevent *restrict event)
{
	struct __heddle_requests *l = __heddle_alloc(sizeof *l, _Alignof(struct __heddle_requests), HEDDLE_ALLOC_MODEL);
	int failed = 0;

	if (mode != LIO_WAIT && mode != LIO_NOWAIT)
		return __heddle_error(EINVAL);
	__heddle_list(l, (const struct aiocb *const *)requests, n);
	l->event.kind = SIGEV_NONE;
	if (event && mode == LIO_NOWAIT && __heddle_read_event(event, &l->event))
		return __heddle_error(EINVAL);
	for (int i = 0; i < REQUESTS; i++) {
		struct aiocb *r = l->of[i];

		if (!r || r->aio_lio_opcode == LIO_NOP) {
			l->of[i] = 0;
		} else if ((r->aio_lio_opcode != LIO_READ && r->aio_lio_opcode != LIO_WRITE) || __heddle_request(r, r->aio_lio_opcode)) {
			failed = 1;
			l->of[i] = 0;
		}
	}
	if (mode == LIO_WAIT) {
		__heddle_await_requests(l, 0, 0);
		for (int i = 0; i < REQUESTS; i++)
			failed |= l->of[i] && aio_error(l->of[i]);
	} else if (l->event.kind != SIGEV_NONE) {
		__heddle_start_own(__heddle_run_list, l);
	}
	return failed ? __heddle_error(EIO) : 0;
}
