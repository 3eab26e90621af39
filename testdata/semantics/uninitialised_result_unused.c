// 5.13: a call that ends without a return is no use of its result, if its caller makes none.
// Where the result is used, the function always returns one.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
int __VERIFIER_nondet_int(void);

static int sign(int n)
{
	if (n < 0)
		return -1;
	if (n > 0)
		return 1;
}

int main(void)
{
	int (*function)(int) = sign;

	sign(__VERIFIER_nondet_int());
	function(0);
	return sign(5) - 1;
}
