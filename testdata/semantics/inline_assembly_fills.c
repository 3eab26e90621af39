// 14.7: a repeated stos stores a register, and leaves the address behind the last place.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
#include <assert.h>

typedef struct {
	long words[2];
} set;

int main(void)
{
#ifdef __x86_64__
	set s;
	int left, end;
	__asm__ __volatile__("cld; rep; stosq" : "=c"(left), "=D"(end) : "a"(0), "0"(sizeof(s) / sizeof(long)), "1"(&s.words[0]) : "memory");
	assert(!left && !s.words[0] && !s.words[1]);

	unsigned char bytes[4] = {9, 9, 9, 9}, *next = bytes + 1;
	unsigned long count = 2;
	__asm__ __volatile__("rep stosb" : "+c"(count), "+D"(next) : "a"(0x105) : "memory");
	assert(!count && next == bytes + 3 && bytes[0] == 9 && bytes[1] == 5 && bytes[2] == 5 && bytes[3] == 9);

	count = 0;
	__asm__ __volatile__("rep stosb" : "+c"(count), "+D"(next) : "a"(1) : "memory");
	assert(bytes[3] == 9);
#endif
	return 0;
}
