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

int alphasort(const struct dirent **a, const struct dirent **b);
int dirfd(DIR *dir);
DIR *fdopendir(int fd);
int readdir_r(DIR *restrict dir, struct dirent *restrict entry, struct dirent **restrict result);
int scandir(const char *path, struct dirent ***list, int (*select)(const struct dirent *),
	    int (*compare)(const struct dirent **, const struct dirent **));
void seekdir(DIR *dir, long place);
long telldir(DIR *dir);
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12

#endif
