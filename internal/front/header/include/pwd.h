/* <pwd.h>, POSIX */
#ifndef _PWD_H
#define _PWD_H

#include <heddle/types.h>
#include <heddle/null.h>

struct passwd {
	char *pw_name;
	char *pw_passwd;
	uid_t pw_uid;
	gid_t pw_gid;
	char *pw_gecos;
	char *pw_dir;
	char *pw_shell;
};

struct passwd *getpwnam(const char *name);
struct passwd *getpwuid(uid_t id);
int getpwnam_r(const char *restrict name, struct passwd *restrict user, char *restrict buffer, size_t n,
	       struct passwd **restrict result);
int getpwuid_r(uid_t id, struct passwd *restrict user, char *restrict buffer, size_t n,
	       struct passwd **restrict result);
struct passwd *getpwent(void);
void setpwent(void);
void endpwent(void);

#endif
