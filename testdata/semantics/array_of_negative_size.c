// 9.7: an array of variable length has no negative size, also if nothing in it is used.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
static int size(int n)
{
	int a[n];

	return sizeof a == 0;
}

int main(void)
{
	return size(-3);
}
