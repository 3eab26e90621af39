// 8.4: a run of adjacent bit-fields is one location, which a lock for each field does not guard.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
#include <assert.h>
#include <pthread.h>

struct guarded {
	unsigned a : 32, b : 32, c : 32;
	pthread_spinlock_t of_a, of_b;
};

static struct guarded all[2];

static void *set_a(void *arg)
{
	struct guarded *g = arg;

	pthread_spin_lock(&g->of_a);
	g->a = 1;
	pthread_spin_unlock(&g->of_a);
	return 0;
}

int main(void)
{
	pthread_t t;
	struct guarded *g = &all[1];

	pthread_create(&t, NULL, set_a, g);
	pthread_spin_lock(&g->of_b);
	g->b = 1;
	pthread_spin_unlock(&g->of_b);
	pthread_join(t, NULL);
	assert(g->c == 0);
	return 0;
}
