// 14.8: an undefined function that is declared not to return ends the process.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>

extern int level(void);
extern _Noreturn void give_up(const char *why);

int main(void)
{
	int n = level();

	if (n < 0)
		give_up("negative");
	assert(n >= 0);
	return 0;
}
