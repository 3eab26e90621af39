/* <utmpx.h>, POSIX */
#ifndef _UTMPX_H
#define _UTMPX_H

#include <sys/types.h>
#include <bits/types/struct_timeval.h>

struct utmpx {
	short ut_type;
	pid_t ut_pid;
	char ut_line[32];
	char ut_id[4];
	char ut_user[32];
	char ut_host[256];
	struct {
		short __termination;
		short __exit;
	} ut_exit;
	int ut_session;
#ifdef __LP64__
	struct {
		int tv_sec;
		int tv_usec;
	} ut_tv;
#else
	struct timeval ut_tv;
#endif
	int ut_addr_v6[4];
	char __rest[20];
};
#define EMPTY 0
#define BOOT_TIME 2
#define NEW_TIME 3
#define OLD_TIME 4
#define INIT_PROCESS 5
#define LOGIN_PROCESS 6
#define USER_PROCESS 7
#define DEAD_PROCESS 8

void setutxent(void);
void endutxent(void);
struct utmpx *getutxent(void);
struct utmpx *getutxid(const struct utmpx *entry);
struct utmpx *getutxline(const struct utmpx *entry);
struct utmpx *pututxline(const struct utmpx *entry);

#endif
