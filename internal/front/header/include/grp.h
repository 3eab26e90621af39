/* <grp.h>, POSIX */
#ifndef _GRP_H
#define _GRP_H

#include <heddle/types.h>
#include <heddle/null.h>

struct group {
	char *gr_name;
	char *gr_passwd;
	gid_t gr_gid;
	char **gr_mem;
};

struct group *getgrgid(gid_t id);
struct group *getgrnam(const char *name);
int getgrgid_r(gid_t id, struct group *restrict group, char *restrict buffer, size_t n,
	       struct group **restrict result);
int getgrnam_r(const char *restrict name, struct group *restrict group, char *restrict buffer, size_t n,
	       struct group **restrict result);
struct group *getgrent(void);
void setgrent(void);
void endgrent(void);
int initgroups(const char *user, gid_t group);
int setgroups(size_t n, const gid_t *groups);

#endif
