// 9.9: copies of strings within one object, one behind the other.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char text[16] = "abc";

	strcpy(text + 4, text);
	strncpy(text + 8, text + 4, 4);
	strcat(text, text + 9);
	assert(strcmp(text, "abcbc") == 0);
	snprintf(text + 12, 4, "%s", text + 8);
	return 0;
}
