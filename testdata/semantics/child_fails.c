// 14.15: a child's violations are the program's, also behind the end of the parent.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
#include <assert.h>
#include <unistd.h>

static int n;

int main(void)
{


	if (fork() == 0) {
		n++;
		assert(n == 0);
	}
	return 0;
}
