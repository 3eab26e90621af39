/* The status of a child, for <sys/wait.h> and <stdlib.h>. */
#ifndef _HEDDLE_WAIT_H
#define _HEDDLE_WAIT_H

#define WNOHANG 1
#define WUNTRACED 2
#define WCONTINUED 8
#define WSTOPPED 2
#define WEXITED 4
#define WNOWAIT 0x1000000
#define WEXITSTATUS(status) (((status) >> 8) & 0xff)
#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (((signed char)(((status) & 0x7f) + 1) >> 1) > 0)
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
#define WIFCONTINUED(status) ((status) == 0xffff)
#define WCOREDUMP(status) ((status) & 0x80)

#endif
