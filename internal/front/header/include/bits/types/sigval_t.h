#ifndef _SIGVAL_T
#define _SIGVAL_T

union sigval {
	int sival_int;
	void *sival_ptr;
};
typedef union sigval sigval_t;

#endif
