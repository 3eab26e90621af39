// 5.12: a switch uses its operand, though all of its cases lead to one place.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
int main(void)
{
	int which;

	switch (which) {
	case 1:
	default:
		return 0;
	}
}
