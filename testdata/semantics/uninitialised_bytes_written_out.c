// 5.14: the bytes written to a file are used, also those between members.
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
