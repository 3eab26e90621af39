/* <syscall.h>, as glibc's */
#include <sys/syscall.h>
