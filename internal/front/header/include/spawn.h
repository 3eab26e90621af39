/* <spawn.h>, POSIX: declared, without models */
#ifndef _SPAWN_H
#define _SPAWN_H

#include <heddle/null.h>
#include <sched.h>
#include <sys/types.h>
#include <bits/types/sigset_t.h>

typedef struct {
	short __flags;
	pid_t __group;
	sigset_t __default;
	sigset_t __mask;
	struct sched_param __param;
	int __policy;
	int __pad[16];
} posix_spawnattr_t;
typedef struct {
	int __allocated;
	int __used;
	void *__actions;
	int __pad[16];
} posix_spawn_file_actions_t;
#define POSIX_SPAWN_RESETIDS 1
#define POSIX_SPAWN_SETPGROUP 2
#define POSIX_SPAWN_SETSIGDEF 4
#define POSIX_SPAWN_SETSIGMASK 8
#define POSIX_SPAWN_SETSCHEDPARAM 16
#define POSIX_SPAWN_SETSCHEDULER 32

int posix_spawn(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *actions,
		const posix_spawnattr_t *restrict attr, char *const args[restrict], char *const env[restrict]);
int posix_spawnp(pid_t *restrict pid, const char *restrict file, const posix_spawn_file_actions_t *actions,
		 const posix_spawnattr_t *restrict attr, char *const args[restrict], char *const env[restrict]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict actions, int fd, const char *restrict path,
				     int flags, mode_t mode);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int fd);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int fd, int to);
int posix_spawnattr_init(posix_spawnattr_t *attr);
int posix_spawnattr_destroy(posix_spawnattr_t *attr);
int posix_spawnattr_getflags(const posix_spawnattr_t *restrict attr, short *restrict flags);
int posix_spawnattr_setflags(posix_spawnattr_t *attr, short flags);
int posix_spawnattr_getpgroup(const posix_spawnattr_t *restrict attr, pid_t *restrict group);
int posix_spawnattr_setpgroup(posix_spawnattr_t *attr, pid_t group);
int posix_spawnattr_getsigdefault(const posix_spawnattr_t *restrict attr, sigset_t *restrict set);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *restrict attr, const sigset_t *restrict set);
int posix_spawnattr_getsigmask(const posix_spawnattr_t *restrict attr, sigset_t *restrict set);
int posix_spawnattr_setsigmask(posix_spawnattr_t *restrict attr, const sigset_t *restrict set);
int posix_spawnattr_getschedparam(const posix_spawnattr_t *restrict attr, struct sched_param *restrict param);
int posix_spawnattr_setschedparam(posix_spawnattr_t *restrict attr, const struct sched_param *restrict param);
int posix_spawnattr_getschedpolicy(const posix_spawnattr_t *restrict attr, int *restrict policy);
int posix_spawnattr_setschedpolicy(posix_spawnattr_t *attr, int policy);

#define POSIX_SPAWN_SETSID 128
#define POSIX_SPAWN_USEVFORK 64

#endif
