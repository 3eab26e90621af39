// 9.3: a pointer of which a byte was overwritten reaches nothing.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <stdlib.h>

static struct {
	char before;
	int *p;
} __attribute__((packed)) kept;

int main(void)
{
	kept.p = malloc(4);
	((char *)&kept)[3] = 'x';
	return 0;
}
