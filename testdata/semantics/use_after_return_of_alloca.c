// 9.1: what alloca made lives as long as the frame of the function that called it.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <alloca.h>

static int *make(void)
{
	int *p = alloca(sizeof *p);

	*p = 1;
	return p;
}

int main(void)
{
	return *make();
}
