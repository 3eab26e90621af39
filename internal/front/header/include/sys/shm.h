/* <sys/shm.h>, POSIX */
#ifndef _SYS_SHM_H
#define _SYS_SHM_H

#include <sys/ipc.h>

#define SHM_R 0400
#define SHM_W 0200
#define SHM_RDONLY 010000
#define SHM_RND 020000
#define SHMLBA 4096

typedef unsigned long shmatt_t;
struct shmid_ds {
	struct ipc_perm shm_perm;
	size_t shm_segsz;
#ifdef __LP64__
	time_t shm_atime;
	time_t shm_dtime;
	time_t shm_ctime;
#else
	time_t shm_atime;
	unsigned long __high1;
	time_t shm_dtime;
	unsigned long __high2;
	time_t shm_ctime;
	unsigned long __high3;
#endif
	pid_t shm_cpid;
	pid_t shm_lpid;
	shmatt_t shm_nattch;
	unsigned long __reserved[2];
};

int shmget(key_t key, size_t size, int flags);
void *shmat(int id, const void *address, int flags);
int shmdt(const void *address);
int shmctl(int id, int command, struct shmid_ds *status);

#endif
