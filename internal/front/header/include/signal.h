/* <signal.h>, C11 7.14 and POSIX */
#ifndef _SIGNAL_H
#define _SIGNAL_H

#include <heddle/types.h>
#include <bits/pthreadtypes.h>
#include <bits/types/struct_timespec.h>
#include <bits/types/sigset_t.h>
#include <bits/types/sigevent_t.h>

typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
typedef struct {
	int si_signo;
	int si_errno;
	int si_code;
	union {
		struct {
			pid_t si_pid;
			unsigned si_uid;
			union {
				int si_status;
				union sigval si_value;
			};
		};
		void *si_addr;
		struct {
			long si_band;
			int si_fd;
		};
		char __size[128 - (3 * sizeof(int) + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *)];
	};
} siginfo_t;
#define si_int si_value.sival_int
#define si_ptr si_value.sival_ptr
struct sigaction {
	union {
		__sighandler_t sa_handler;
		void (*sa_sigaction)(int, siginfo_t *, void *);
	} __handler;
	sigset_t sa_mask;
	int sa_flags;
	void (*sa_restorer)(void);
};
#define sa_handler __handler.sa_handler
#define sa_sigaction __handler.sa_sigaction
typedef struct {
	void *ss_sp;
	int ss_flags;
	size_t ss_size;
} stack_t;

#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_HOLD ((__sighandler_t)2)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGSYS 31
#define NSIG 65
#define SIGRTMIN 34
#define SIGRTMAX 64
#define SI_USER 0
#define SI_KERNEL 0x80
#define SI_QUEUE (-1)
#define SI_TIMER (-2)
#define SI_MESGQ (-3)
#define SI_ASYNCIO (-4)
#define SI_TKILL (-6)
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#define SS_ONSTACK 1
#define SS_DISABLE 2
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000

__sighandler_t signal(int sig, __sighandler_t handler);
int raise(int sig);
int kill(pid_t pid, int sig);
int killpg(pid_t group, int sig);
int sigaction(int sig, const struct sigaction *restrict action, struct sigaction *restrict old);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int sig);
int sigdelset(sigset_t *set, int sig);
int sigismember(const sigset_t *set, int sig);
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old);
int sigpending(sigset_t *set);
int sigsuspend(const sigset_t *mask);
int sigwait(const sigset_t *restrict set, int *restrict sig);
int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info);
int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict timeout);
int sigqueue(pid_t pid, int sig, const union sigval value);
int siginterrupt(int sig, int flag);
int sigaltstack(const stack_t *restrict stack, stack_t *restrict old);
int pthread_kill(pthread_t id, int sig);
#ifdef _GNU_SOURCE
int tgkill(pid_t process, pid_t thread, int sig);
#endif
int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old);

void psignal(int signal, const char *text);
void psiginfo(const siginfo_t *info, const char *text);
#if defined _XOPEN_SOURCE || defined _GNU_SOURCE
int sighold(int signal);
int sigrelse(int signal);
int sigignore(int signal);
void (*sigset(int signal, void (*handler)(int)))(int);
int sigpause(int signal) __asm__("__xpg_sigpause");
#endif

#define BUS_ADRALN 1
#define BUS_ADRERR 2
#define BUS_MCEERR_AO 5
#define BUS_MCEERR_AR 4
#define BUS_OBJERR 3
#define CLD_CONTINUED 6
#define CLD_DUMPED 3
#define CLD_EXITED 1
#define CLD_KILLED 2
#define CLD_STOPPED 5
#define CLD_TRAPPED 4
#define FPE_CONDTRAP 15
#define FPE_FLTDIV 3
#define FPE_FLTINV 7
#define FPE_FLTOVF 4
#define FPE_FLTRES 6
#define FPE_FLTSUB 8
#define FPE_FLTUND 5
#define FPE_FLTUNK 14
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define ILL_BADIADDR 9
#define ILL_BADSTK 8
#define ILL_COPROC 7
#define ILL_ILLADR 3
#define ILL_ILLOPC 1
#define ILL_ILLOPN 2
#define ILL_ILLTRP 4
#define ILL_PRVOPC 5
#define ILL_PRVREG 6
#define POLL_ERR 4
#define POLL_HUP 6
#define POLL_IN 1
#define POLL_MSG 3
#define POLL_OUT 2
#define POLL_PRI 5
#define SEGV_ACCADI 5
#define SEGV_ADIDERR 6
#define SEGV_ADIPERR 7
#define SEGV_BNDERR 3
#define SEGV_MTEAERR 8
#define SEGV_MTESERR 9
#define SEGV_PKUERR 4
#define SIGCLD 17
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSTKFLT 16
#define SI_ASYNCNL (-60)
#define SI_DETHREAD (-7)
#define SI_SIGIO (-5)
#define TRAP_BRANCH 3
#define TRAP_BRKPT 1
#define TRAP_HWBKPT 4
#define TRAP_TRACE 2
#define TRAP_UNK 5

#endif
