// 14.9: an object that an undefined function returned may be a
// lock as well, and null may stand for one.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
// alone: race=unknown
#include <pthread.h>

struct gate;
extern struct gate *gate_new(void);
extern void gate_enter(struct gate *g);
extern void gate_leave(struct gate *g);

static struct gate *gate;
static int x;

static void *add(void *arg)
{
	gate_enter(gate);
	x++;
	gate_leave(gate);
	return arg;
}

int main(void)
{
	pthread_t a;

	gate = gate_new();
	pthread_create(&a, 0, add, 0);
	add(0);
	return 0;
}
