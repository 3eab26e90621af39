// 9.8: the object of a compound literal ends with its block, which an if is, too.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
int main(void)
{
	int *p = 0;
	if ((p = &(int){ 1 }) && *p != 1)
		return 1;
	return *p - 1;
}
