// 9.1: a write to a string literal is a memory error.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <assert.h>

int main(void)
{
	char *word = "word";

	if (word[0] == 'w')
		word[0] = 'c';
	assert(word[0] == 'w');
	return 0;
}
