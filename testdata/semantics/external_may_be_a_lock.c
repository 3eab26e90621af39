// 14.9: two threads that give one object to undefined functions
// may be ordered by it: a violation without this order is unknown.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
// alone: assert=unknown race=unknown
#include <assert.h>
#include <pthread.h>

struct gate {
	int word;
};

extern void gate_enter(struct gate *g);
extern void gate_leave(struct gate *g);

static struct gate gate;
static int x;

static void *add(void *arg)
{
	gate_enter(&gate);
	x++;
	gate_leave(&gate);
	return arg;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(x == 2);
	return 0;
}
