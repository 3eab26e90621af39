// 5.19: a discarded value is not used, in a register or in memory.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
struct flags {
	unsigned a : 3, b : 5;
};

int main(void)
{
	int x, y, *p = &y, list[2];
	struct flags f, *q = &f;
	volatile int v;

	(void)x;
	(void)*p;
	(void)list[1];
	(void)q->b;
	(void)v;
	return 0;
}
