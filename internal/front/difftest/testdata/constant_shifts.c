// Constant left shifts out of a signed type have gcc's values.
#include <stdio.h>

enum { TOP = 1 << 31 };
static int top = 1 << 31, list[] = {3 << 30};
static const long long bits[sizeof(int[1 << 4])] = {[1 << 3] = 1 << 31};

int main(void)
{
	switch (top) {
	case 1 << 31:
		printf("top\n");
	}
	printf("%d %d %d %lld %d %d\n", TOP, top, list[0], bits[8], 1 << 31, -(1 << 30));
	printf("%lld %d\n", 1LL << 63, (1 << 31) >> 30);
	return 0;
}
