// 9.8: a jump to before the declaration of an array of variable length ends the array.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
int main(void)
{
	int n = 3, rounds = 0, *p = 0, x = 0;
back:
	if (rounds == 1)
		x = *p;
	int a[n];
	a[0] = 0;
	if (rounds++ == 0) {
		p = a;
		goto back;
	}
	return x;
}
