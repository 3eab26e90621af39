#include <stdio.h>
/* __VA_OPT__: with and without variable arguments, with a name of their own, over several lines. */
#define LOG(fmt, ...) printf(fmt __VA_OPT__(,) __VA_ARGS__)
#define NAMED( fmt, args... ) printf(fmt __VA_OPT__(" %d",) args)
#define LONG(x, \
	...) \
	printf(x \
	__VA_OPT__(,) __VA_ARGS__)
#define DECLARE(type, name, ...) type name __VA_OPT__(= { __VA_ARGS__ })
#define CALL(...) call(0 __VA_OPT__(+ 5, ) __VA_ARGS__)
#define PAIR 1, 2
#define GNU(fmt, args...) printf(fmt "\n", ##args)
#define TIGHT(fmt,args...) printf(fmt "\n",##args)
#define STANDARD(fmt,...) printf(fmt "\n",##__VA_ARGS__)
#define ALL(args...) printf("%d\n" , ## args)
#define TEXT(args...) #args
#define SELECT_(_1, _2, name, ...) name
#define ONE(p) (p)
#define TWO(p, q) ((p) + (q))
#define SUM(p, more...) SELECT_(0, ##more, TWO, ONE)(p, ##more)

static int call(int a, ...) { return a + 1; }

int main(void)
{
	LOG("%d\n", 3);
	LOG("hello\n");
	LOG("%d %d\n", PAIR);
	NAMED("", 7);
	LONG("%s\n", "x");
	LONG("y\n");
	DECLARE(int, a[3], 1, PAIR);
	DECLARE(int, b);
	b = a[2];
	LOG("%d %d %d\n", b, CALL(), CALL(CALL(1)));
	GNU("a"), GNU("%d", 1), GNU("%d %d", PAIR);
	TIGHT("b"), TIGHT("%d", 1), TIGHT("%d %d", PAIR);
	STANDARD("c"), STANDARD("%d", (2)), STANDARD("%d %d", PAIR);
	ALL(4);
	GNU("%s|%s|%s", TEXT(), TEXT(a, b), TEXT("x"  y));
	GNU("%d %d", SUM(1), SUM(1, 2));
	return 0;
}
