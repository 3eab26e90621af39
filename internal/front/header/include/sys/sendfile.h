/* <sys/sendfile.h>, Linux */
#ifndef _SYS_SENDFILE_H
#define _SYS_SENDFILE_H

#include <sys/types.h>

ssize_t sendfile(int to_fd, int fd, off_t *offset, size_t n);

#endif
