// 13.1: Duff's device passes each of its cases as often as the count says.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

static char from[11] = "0123456789", to[11];

static void copy(int count)
{
	char *p = to, *q = from;
	int rounds = (count + 3) / 4;

	switch (count % 4) {
	case 0: do { *p++ = *q++;
	case 3:      *p++ = *q++;
	case 2:      *p++ = *q++;
	case 1:      *p++ = *q++;
		} while (--rounds > 0);
	}
}

int main(void)
{
	copy(10);
	assert(to[0] == '0' && to[9] == '9' && to[10] == 0);
	return 0;
}
