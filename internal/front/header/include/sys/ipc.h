/* <sys/ipc.h>, POSIX */
#ifndef _SYS_IPC_H
#define _SYS_IPC_H

#include <sys/types.h>

#define IPC_CREAT 01000
#define IPC_EXCL 02000
#define IPC_NOWAIT 04000
#define IPC_RMID 0
#define IPC_SET 1
#define IPC_STAT 2
#define IPC_PRIVATE ((key_t)0)

struct ipc_perm {
	key_t __key;
	uid_t uid;
	gid_t gid;
	uid_t cuid;
	gid_t cgid;
#ifdef __LP64__
	mode_t mode;
	unsigned short __seq;
	unsigned short __pad;
#else
	unsigned short mode;
	unsigned short __pad1;
	unsigned short __seq;
	unsigned short __pad2;
#endif
	unsigned long __rest[2];
};

key_t ftok(const char *path, int id);

#endif
