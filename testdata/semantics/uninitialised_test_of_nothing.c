// 5.12: an if uses what it tests, though both of its ways lead to one place.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
int main(void)
{
	_Bool yes;

	if (yes)
		;
	return 0;
}
