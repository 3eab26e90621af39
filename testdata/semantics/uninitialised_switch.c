// 5.12: a switch uses its operand, though it has one case only.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
int main(void)
{
	int which;

	switch (which) {
	default:
		return 0;
	}
}
