/* 4 orders. The deque of Chase and Lev for C11 (Lê, Pop, Cohen, Zappa Nardelli, PPoPP 2013), for a buffer that is large enough. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Order N is weaker if WEAK is N. */
#define O(n, strong, weak) (WEAK == (n) ? memory_order_##weak : memory_order_##strong)

static atomic_int top, bottom, buffer[4];
static int taken[3];
static int values[3];

static void push(int v)
{
	int b = atomic_load_explicit(&bottom, memory_order_relaxed);

	values[v] = 7;
	atomic_store_explicit(&buffer[b], v, memory_order_relaxed);
	atomic_thread_fence(O(1, release, relaxed));
	atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void)
{
	int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1, t, v = 0;

	atomic_store_explicit(&bottom, b, memory_order_relaxed);
	atomic_thread_fence(O(2, seq_cst, acq_rel));
	t = atomic_load_explicit(&top, memory_order_relaxed);
	if (t <= b) {
		v = atomic_load_explicit(&buffer[b], memory_order_relaxed);
		if (t == b) {
			if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
				v = 0;
			atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
		}
	} else
		atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
	return v;
}

static int steal(void)
{
	int t = atomic_load_explicit(&top, memory_order_acquire), b, v = 0;

	atomic_thread_fence(O(3, seq_cst, acq_rel));
	b = atomic_load_explicit(&bottom, O(4, acquire, relaxed));
	if (t < b) {
		v = atomic_load_explicit(&buffer[t], memory_order_relaxed);
		if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
			return 0;
	}
	return v;
}

static void *thief(void *arg)
{
	for (int i = 0; i < 2; i++) {
		int v = steal();

		if (v) {
			assert(values[v] == 7);
			taken[v]++;
		}
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, thief, 0);
	push(1);
	push(2);
	int v = take(), w = take();
	pthread_join(t, 0);
	if (v)
		taken[v]++;
	if (w)
		taken[w]++;
	assert(taken[1] == 1 && taken[2] == 1);
	return 0;
}
