// 9.1: an access through a null pointer is a memory violation.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <stddef.h>

struct pair {
	int a, b;
};

static struct pair *p;

int main(void)
{
	p->b = 1;
	return 0;
}
