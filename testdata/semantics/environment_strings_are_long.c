// 14.5: a string of the environment is as long as it likes.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <stdlib.h>

int main(void)
{
	char buffer[12];
	char *value = getenv("HOME");

	for (int i = 0; value && value[i]; i++)
		buffer[i] = value[i];
	return 0;
}
