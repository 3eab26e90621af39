// 14.5: main gets a few arguments, and a name of any length; a program that looks at them
// bears a mark.
//
// expect: assert=violation race=bounded deadlock=bounded memory=violation
#include <assert.h>

int main(int argc, char **argv)
{
	char name[6];
	int i;

	assert(argc == 1);
	for (i = 0; argv[0][i]; i++)
		name[i] = argv[0][i];
	return 0;
}
