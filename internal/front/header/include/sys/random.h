/* <sys/random.h>, Linux */
#ifndef _SYS_RANDOM_H
#define _SYS_RANDOM_H

#include <heddle/types.h>

#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
#define GRND_INSECURE 4

ssize_t getrandom(void *to, size_t n, unsigned flags);
int getentropy(void *to, size_t n);

#endif
