// 5.14: what is written to a file is used, bytes between members included.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
#include <stdio.h>

struct record {
	char kind;
	int n;
};

int main(void)
{
	struct record r;

	r.kind = 'x';
	r.n = 1;
	return fwrite(&r, sizeof r, 1, stdout) != 1;
}
