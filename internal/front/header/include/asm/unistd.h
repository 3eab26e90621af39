/* <asm/unistd.h>, Linux: numbers of system calls */
#include <sys/syscall.h>
