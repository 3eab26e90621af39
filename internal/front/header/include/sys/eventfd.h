/* <sys/eventfd.h>, Linux */
#ifndef _SYS_EVENTFD_H
#define _SYS_EVENTFD_H

typedef unsigned long long eventfd_t;

#define EFD_SEMAPHORE 1
#define EFD_NONBLOCK 04000
#define EFD_CLOEXEC 02000000

int eventfd(unsigned initial, int flags);
int eventfd_read(int fd, eventfd_t *value);
int eventfd_write(int fd, eventfd_t value);

#endif
