// 9.8: a compound literal is one object for each entry of its block, also where a jump or a loop evaluates it again.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

struct pair { int a, b; };

static int by_goto(void)
{
	struct pair *p = 0, *q;
	int j = 0;
again:
	q = p, p = &((struct pair){ j++ });
	if (j < 3)
		goto again;
	return p == q && q->a == 2 && q->b == 0;
}

static int by_loop(void)
{
	int *p = 0, *q = 0, i = 0;
	while (q = p, p = &(int){ i }, i < 2)
		i++;
	return p == q;
}

static int by_block(void)
{
	int *p[2];
	for (int i = 0; i < 2; i++) {
		p[i] = &(int){ i };
		if (*p[i] != i)
			return 0;
	}
	return 1;
}

static int by_declaration(void)
{
	int *first = 0, i = 0;
again:;
	int *p = (int[2]){ i };
	if (!first)
		first = p;
	if (i++ == 0)
		goto again;
	return first == p && first[0] == 1 && first[1] == 0;
}

int main(void)
{
	assert(by_goto());
	assert(by_loop());
	assert(by_block());
	assert(by_declaration());
	return 0;
}
