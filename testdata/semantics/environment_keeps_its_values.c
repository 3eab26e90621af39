// 14.1: a variable of the environment keeps its value while no
// thread changes it, and variables differ.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	char *once = getenv("HOME");
	char *again = getenv("HOME");

	assert(once == again);
	unsetenv("HOME");
	assert(getenv("HOME") == NULL);
	putenv("SHELL=sh");
	assert(getenv("SHELL")[0] == 's');
	assert(getenv("HOME") == NULL);
	return 0;
}
