/* <stropts.h>, POSIX: without STREAMS, as Linux has none */
#ifndef _STROPTS_H
#define _STROPTS_H

int ioctl(int fd, unsigned long request, ...);
int isastream(int fd);
int fattach(int fd, const char *path);
int fdetach(const char *path);

#endif
