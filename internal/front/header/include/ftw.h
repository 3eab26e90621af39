/* <ftw.h>, POSIX */
#ifndef _FTW_H
#define _FTW_H

#include <sys/stat.h>

enum { FTW_F, FTW_D, FTW_DNR, FTW_NS, FTW_SL, FTW_DP, FTW_SLN };
enum { FTW_PHYS = 1, FTW_MOUNT = 2, FTW_CHDIR = 4, FTW_DEPTH = 8 };
struct FTW {
	int base;
	int level;
};

int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int descriptors);
int nftw(const char *path, int (*visit)(const char *, const struct stat *, int, struct FTW *), int descriptors,
	 int flags);

#define FTW_ACTIONRETVAL 16
#define FTW_CONTINUE 0
#define FTW_SKIP_SIBLINGS 3
#define FTW_SKIP_SUBTREE 2
#define FTW_STOP 1

#endif
