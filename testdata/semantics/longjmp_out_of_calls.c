// 13.3: longjmp ends the calls between, and setjmp returns once more, with its value; the
// result of a call that did not return is assigned to nothing.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf failed;
static int entered, left;

static int parse(int n)
{
	entered++;
	if (n == 0)
		longjmp(failed, 7);
	left++;
	return n;
}

static int read_one(int n)
{
	int v = parse(n);

	left++;
	return v;
}

int main(void)
{
	int v = 3, code = setjmp(failed);

	if (code == 0) {
		v = read_one(0);
		assert(0);
	}
	assert(code == 7 && v == 3);
	assert(entered == 1 && left == 0);
	return 0;
}
