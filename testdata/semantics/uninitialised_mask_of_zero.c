// 5.12: a conjunction with zero uses both operands; if one has no value, that is a use of it
// only on the path that computes it.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
int __VERIFIER_nondet_int(void);

int main(void)
{
	int bits, given = __VERIFIER_nondet_int();

	if (given)
		bits = given;
	if (!given)
		return 0;
	return (bits & 0) + 1 == 2;
}
