#ifndef _SIGEVENT_T
#define _SIGEVENT_T

#include <bits/types/sigval_t.h>

/* As large as glibc's: 64 bytes. */
struct sigevent {
	union sigval sigev_value;
	int sigev_signo;
	int sigev_notify;
	union {
		int __tid;
		struct {
			void (*__function)(union sigval value);
			void *__attributes;
		} __start;
		int __rest[(64 - 2 * sizeof(int) - sizeof(union sigval)) / sizeof(int)];
	} __to;
};
typedef struct sigevent sigevent_t;
#define sigev_notify_function __to.__start.__function
#define sigev_notify_attributes __to.__start.__attributes

#define SIGEV_SIGNAL 0
#define SIGEV_NONE 1
#define SIGEV_THREAD 2
#define SIGEV_THREAD_ID 4

#endif
