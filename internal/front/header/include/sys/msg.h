/* <sys/msg.h>, POSIX: declared, without models */
#ifndef _SYS_MSG_H
#define _SYS_MSG_H

#include <sys/ipc.h>

typedef unsigned long msgqnum_t;
typedef unsigned long msglen_t;
#define MSG_NOERROR 010000
struct msqid_ds {
	struct ipc_perm msg_perm;
	time_t msg_stime;
#ifndef __LP64__
	unsigned long __stime_high;
#endif
	time_t msg_rtime;
#ifndef __LP64__
	unsigned long __rtime_high;
#endif
	time_t msg_ctime;
#ifndef __LP64__
	unsigned long __ctime_high;
#endif
	unsigned long __msg_cbytes;
	msgqnum_t msg_qnum;
	msglen_t msg_qbytes;
	pid_t msg_lspid;
	pid_t msg_lrpid;
	unsigned long __rest[2];
};

int msgget(key_t key, int flags);
int msgctl(int id, int command, struct msqid_ds *state);
int msgsnd(int id, const void *message, size_t n, int flags);
ssize_t msgrcv(int id, void *message, size_t n, long type, int flags);

#define MSG_COPY 0x4000
#define MSG_EXCEPT 0x2000
#define MSG_INFO 12
#define MSG_STAT 11
#define MSG_STAT_ANY 13

#endif
