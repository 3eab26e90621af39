// 9.9: strcpy between places of one object that overlap is a memory error.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <string.h>

int main(void)
{
	char text[8] = "abc";

	strcpy(text, text + 1);
	return 0;
}
