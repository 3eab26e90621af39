/* <sys/shm.h>, POSIX */
#ifndef _SYS_SHM_H
#define _SYS_SHM_H

#include <sys/ipc.h>

typedef unsigned long shmatt_t;
#define SHM_RDONLY 010000
#define SHM_RND 020000
#define SHM_R 0400
#define SHM_W 0200
#define SHMLBA 4096
struct shmid_ds {
	struct ipc_perm shm_perm;
	size_t shm_segsz;
	time_t shm_atime;
#ifndef __LP64__
	unsigned long __atime_high;
#endif
	time_t shm_dtime;
#ifndef __LP64__
	unsigned long __dtime_high;
#endif
	time_t shm_ctime;
#ifndef __LP64__
	unsigned long __ctime_high;
#endif
	pid_t shm_cpid;
	pid_t shm_lpid;
	shmatt_t shm_nattch;
	unsigned long __rest[2];
};

int shmget(key_t key, size_t n, int flags);
void *shmat(int id, const void *address, int flags);
int shmdt(const void *address);
int shmctl(int id, int command, struct shmid_ds *state);

#define SHM_DEST 512
#define SHM_EXEC 0x8000
#define SHM_HUGETLB 2048
#define SHM_INFO 14
#define SHM_LOCK 11
#define SHM_LOCKED 1024
#define SHM_NORESERVE 4096
#define SHM_REMAP 0x4000
#define SHM_STAT 13
#define SHM_STAT_ANY 15
#define SHM_UNLOCK 12

#endif
