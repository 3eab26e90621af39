// 9.1: an access is outside an object if its last byte is.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <string.h>

static char a[6];

int main(void)
{
	int n = 1;

	memcpy(a + 2, &n, sizeof n);
	*(int *)(a + 3) = n;
	return 0;
}
