/* <sys/sem.h>, POSIX */
#ifndef _SYS_SEM_H
#define _SYS_SEM_H

#include <sys/ipc.h>

#define SEM_UNDO 0x1000
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define GETNCNT 14
#define GETZCNT 15
#define SETVAL 16
#define SETALL 17
struct semid_ds {
	struct ipc_perm sem_perm;
	time_t sem_otime;
	unsigned long __pad1;
	time_t sem_ctime;
	unsigned long __pad2;
	unsigned long sem_nsems;
	unsigned long __rest[2];
};
struct sembuf {
	unsigned short sem_num;
	short sem_op;
	short sem_flg;
};

int semget(key_t key, int n, int flags);
int semctl(int id, int number, int command, ...);
int semop(int id, struct sembuf *operations, size_t n);
#ifdef _GNU_SOURCE
int semtimedop(int id, struct sembuf *operations, size_t n, const struct timespec *limit);
#endif

#define SEM_INFO 19
#define SEM_STAT 18
#define SEM_STAT_ANY 20

#endif
