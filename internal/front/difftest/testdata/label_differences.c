// Differences of the addresses of labels (GNU), also in static tables.
#include <stdio.h>

static int run(const int *code)
{
	static const int table[] = {&&stop - &&stop, &&inc - &&stop, (char *)&&dbl - (char *)&&stop};
	int x = 0;
	printf("%d\n", &&inc - &&stop == table[1]);
	printf("%d\n", (int)((&&inc - &&dbl) + (&&dbl - &&inc)));
	goto *(&&stop + table[*code++]);
inc:
	x++;
	goto *(&&stop + table[*code++]);
dbl:
	x *= 2;
	goto *(&&stop + table[*code++]);
stop:
	return x;
}

int main(void)
{
	int code[] = {1, 2, 1, 2, 0};
	printf("%d\n", run(code));
	return 0;
}
