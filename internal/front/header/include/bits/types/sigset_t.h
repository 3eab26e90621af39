#ifndef _SIGSET_T
#define _SIGSET_T

typedef struct {
	unsigned long __bits[128 / sizeof(unsigned long)];
} sigset_t;
typedef sigset_t __sigset_t;

#endif
