/* <dirent.h>, POSIX */
#ifndef _DIRENT_H
#define _DIRENT_H

#include <sys/types.h>

typedef struct __dirstream DIR;
struct dirent {
	ino_t d_ino;
	off_t d_off;
	unsigned short d_reclen;
	unsigned char d_type;
	char d_name[256];
};

DIR *opendir(const char *path);
struct dirent *readdir(DIR *dir);
int closedir(DIR *dir);
void rewinddir(DIR *dir);

#endif
