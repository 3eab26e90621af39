// 14.2: getopt splits the words that it is given, and sets the
// program's variables to its findings; operands follow the options.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <unistd.h>

int main(void)
{
	char *words[] = {"name", "one", "-ax", 0};

	assert(getopt(3, words, "a:") == 'a');
	assert(*optarg == 'x' && optind == 3);
	assert(getopt(3, words, "a:") == -1);
	assert(optind == 2 && *words[2] == 'o');
	return 0;
}
