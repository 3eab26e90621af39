#include <stdio.h>
#include <stdatomic.h>
/* GNU C and atomics in one thread. */

#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })

static _Atomic int counter;
static atomic_uint flags = ATOMIC_VAR_INIT(3);
static _Atomic unsigned char small = 250;
static int *_Atomic cursor;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static inline int twice(int x) { return 2 * x; }
static void before(void) __attribute__((constructor));
static int started;
static void before(void) { started = 41; }

static int order(int *p, int o) { int v = __atomic_load_n(p, o); return v * 10 + __atomic_fetch_add(p, 2, o); }

int main(void)
{
	int i = 3;
	printf("%d ", max(i++, 2));
	printf("%d\n", i);
	printf("%d\n", max(max(1, 5), ({ int t = 0; for (int k = 0; k < 4; k++) t += k; t; })));
	counter++;
	counter += 5;
	counter *= 3;
	counter <<= 1;
	printf("%d ", counter--);
	printf("%d\n", --counter);
	small += 10;
	printf("%d ", small++);
	small = ~small;
	printf("%d\n", small);
	int a[4] = { 1, 2, 3, 4 };
	cursor = a;
	cursor++;
	cursor += 2;
	printf("%d\n", *cursor--);
	printf("%d\n", *cursor);
	unsigned old = atomic_fetch_or(&flags, 12);
	printf("%u %u ", old, atomic_load(&flags));
	old = 15;
	printf("%d ", atomic_compare_exchange_strong(&flags, &old, 1));
	printf("%d ", atomic_compare_exchange_weak(&flags, &old, 2));
	printf("%u\n", old);
	printf("%d ", atomic_flag_test_and_set(&flag));
	printf("%d ", atomic_flag_test_and_set(&flag));
	atomic_flag_clear(&flag);
	printf("%d\n", atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
	int plain = 1, want = 1;
	printf("%d ", __sync_fetch_and_add(&plain, 4));
	printf("%d ", __sync_add_and_fetch(&plain, 1));
	printf("%d ", __sync_bool_compare_and_swap(&plain, 6, 8));
	printf("%d ", __sync_val_compare_and_swap(&plain, 6, 9));
	printf("%d ", __atomic_exchange_n(&plain, 3, __ATOMIC_SEQ_CST));
	printf("%d\n", __atomic_compare_exchange_n(&plain, &want, 5, 0, 5, 0));
	printf("%d %d\n", want, plain);
	for (int o = 0; o < 6; o++)
		if (o == 0 || o == 5)
			printf("%d ", order(&plain, o));
	printf("%d\n", plain);
	__sync_synchronize();
	__auto_type z = 2.5f;
	printf("%d %d\n", (int)sizeof z, twice(4));
	switch (i) {
	case 1 ... 3: puts("low"); break;
	case 4 ... 9: puts("high"); break;
	}
	printf("%d %s\n", started, __func__);
	printf("%s\n", _Generic(i, int: "int", default: "other"));
	void *p = &&label;
	goto *p;
	puts("skipped");
label:
	printf("%d\n", __builtin_expect(i == 4, 1));
	return 0;
}
