// 9.9: a string that is printed into itself is a memory error (C11 7.21.6.5p2).
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <stdio.h>

int main(void)
{
	char text[16] = "abc";

	snprintf(text, sizeof text, "%s,%d", text, 1);
	return 0;
}
