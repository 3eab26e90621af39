/*
 * signalfd.c - descriptors from which threads read the signals that are pending for them or their process. In a program that sends
 * no signals any of the set arrives at any time, as for sigwait. One read yields one signal.
 */
#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include "channel.h"
#include "crossing.h"
#include "intrinsics.h"
#include "signals.h"

/* By channel. */
static unsigned long long __heddle_awaited[HEDDLE_ENDS / 2];

#define CHANNEL_OF(fd) (((fd) - HEDDLE_FIRST_CHANNEL) % HEDDLE_ENDS / 2)

int signalfd(int fd, const sigset_t *mask, int flags)
{
	unsigned long long signals = __heddle_members(mask) & ~(HEDDLE_SIGNAL_BIT(SIGKILL) | HEDDLE_SIGNAL_BIT(SIGSTOP));
	ssize_t kind;

	if (flags & ~(SFD_CLOEXEC | SFD_NONBLOCK))
		return __heddle_error(EINVAL);
	if (fd == -1) {
		fd = __heddle_open_channel(HEDDLE_SIGNALS, flags);
		if (fd == -1)
			return -1;
	} else {
		kind = __heddle_on_channel(fd, 0, HEDDLE_CHANNEL_KIND);
		if (kind != HEDDLE_SIGNALS)
			return kind == -1 ? -1 : __heddle_error(EINVAL);
	}
	__heddle_atomic_begin();
	__heddle_awaited[CHANNEL_OF(fd)] = signals;
	__heddle_atomic_end();
	return fd;
}

ssize_t __heddle_read_signal(int channel, void *to, size_t n, _Bool waits)
{
	struct signalfd_siginfo is = {0};
	struct __heddle_info info;
	unsigned long long signals;
	int signal;

	if (n < sizeof is)
		return __heddle_error(EINVAL);
	__heddle_atomic_begin();
	signals = __heddle_awaited[channel];
	__heddle_atomic_end();
	do
		signal = __heddle_wait_for(signals, &info, !waits);
	while (signal == HEDDLE_RESTARTS);
	if (signal <= 0)
		return __heddle_error(signal ? EINTR : EAGAIN);
	is.ssi_signo = (uint32_t)signal;
	is.ssi_code = info.code;
	if (info.code <= 0 || info.from)
		is.ssi_pid = (uint32_t)(info.from ? info.from : getpid());
	if (signal == SIGCHLD)
		is.ssi_status = info.value.sival_int;
	else
		is.ssi_int = info.value.sival_int;
	for (size_t i = 0; i < sizeof is; i++)
		((char *)to)[i] = ((char *)&is)[i];
	return sizeof is;
}

_Bool __heddle_has_signal(int channel)
{
	unsigned long long signals = __heddle_awaited[channel];

	return signals && __heddle_is_pending(signals);
}
