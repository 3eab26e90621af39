/* <sys/wait.h>, POSIX */
#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H

#include <heddle/types.h>
#include <heddle/wait.h>
#include <signal.h>

typedef enum { P_ALL, P_PID, P_PGID, P_PIDFD } idtype_t;

pid_t wait(int *status);
pid_t waitpid(pid_t pid, int *status, int options);
int waitid(idtype_t kind, id_t id, siginfo_t *info, int options);

#endif
