// 14.9: an undefined function without parameters and result may be a lock.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
// alone: race=unknown
#include <pthread.h>

extern void enter_kernel(void);
extern void leave_kernel(void);

static int x;

static void *add(void *arg)
{
	enter_kernel();
	x++;
	leave_kernel();
	return arg;
}

int main(void)
{
	pthread_t a;

	pthread_create(&a, 0, add, 0);
	add(0);
	return 0;
}
