// 14.7: an instruction moves as many bytes as it says, whatever type its operand in memory has.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <string.h>

__asm__(".symver size_of, size_of@VERSION_1");

struct any {
	unsigned long words[10];
};

static unsigned pair[2] = {1, 7};

int main(void)
{
	unsigned old = 1, with = 5, narrow[2] = {0x11111111, 0x22222222};

	__asm__ __volatile__("lock; cmpxchgl %2, %1" : "+a"(old), "+m"(*(struct any *)pair) : "r"(with) : "memory");
	assert(old == 1 && pair[0] == 5 && pair[1] == 7);
	__asm__ __volatile__("xchgl %0, %1" : "=r"(with), "+m"(*(struct any *)pair) : "0"(9) : "memory");
	assert(with == 5 && pair[0] == 9);
	__asm__ __volatile__("lock; addl %1, %0" : "=m"(*(struct any *)pair) : "ir"(3) : "memory");
	assert(pair[0] == 12 && pair[1] == 7);
	__asm__ __volatile__("movw %w1, %0" : "=m"(narrow[0]) : "r"(0x33334444) : "memory");
	assert(narrow[0] == 0x11114444 && narrow[1] == 0x22222222);
	__asm__ __volatile__("xchg %b0, %1" : "+q"(with), "+m"(*(char *)narrow) : : "memory");
	assert(narrow[0] == 0x11114405);
#ifdef __x86_64__
	static int x;
	static void *head;
	void *p = &x, *q;
	unsigned char equal;

	__asm__ __volatile__("movq %1, %0" : "=m"(*(char *)&head) : "r"(p) : "memory");
	assert(head == &x);
	__asm__ __volatile__("movq %1, %0" : "=r"(q) : "m"(*(char *)&head) : "memory");
	assert(q == &x && *(int *)q == 0);
	__asm__ __volatile__("lock cmpxchgq %3, %0; sete %1" : "+m"(*(char *)&head), "=a"(equal) : "a"(p), "q"((void *)0) : "memory", "cc");
	assert(equal && !head);
	__asm__ __volatile__("xchgq %0, %1" : "+m"(*(char *)&head), "+q"(p) : : "memory");
	assert(head == &x && !p);
#endif
	return 0;
}
