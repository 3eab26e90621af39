/* <sys/inotify.h>, Linux: declared, without models */
#ifndef _SYS_INOTIFY_H
#define _SYS_INOTIFY_H

#include <stdint.h>

#define IN_CLOEXEC 02000000
#define IN_NONBLOCK 04000
#define IN_ACCESS 1
#define IN_MODIFY 2
#define IN_ATTRIB 4
#define IN_CLOSE_WRITE 8
#define IN_CLOSE_NOWRITE 16
#define IN_CLOSE (IN_CLOSE_WRITE | IN_CLOSE_NOWRITE)
#define IN_OPEN 32
#define IN_MOVED_FROM 64
#define IN_MOVED_TO 128
#define IN_MOVE (IN_MOVED_FROM | IN_MOVED_TO)
#define IN_CREATE 256
#define IN_DELETE 512
#define IN_DELETE_SELF 1024
#define IN_MOVE_SELF 2048
#define IN_ALL_EVENTS 4095
struct inotify_event {
	int wd;
	uint32_t mask;
	uint32_t cookie;
	uint32_t len;
	char name[];
};

int inotify_init(void);
int inotify_init1(int flags);
int inotify_add_watch(int fd, const char *path, uint32_t mask);
int inotify_rm_watch(int fd, int watch);

#define IN_DONT_FOLLOW 0x2000000
#define IN_EXCL_UNLINK 0x4000000
#define IN_IGNORED 0x8000
#define IN_ISDIR 0x40000000
#define IN_MASK_ADD 0x20000000
#define IN_MASK_CREATE 0x10000000
#define IN_ONESHOT (-2147483648)
#define IN_ONLYDIR 0x1000000
#define IN_Q_OVERFLOW 0x4000
#define IN_UNMOUNT 0x2000

#endif
