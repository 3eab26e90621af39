// 9.1: a static object that is defined const is read only as well, with all of its members.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
struct pair {
	int first, second;
};

static const struct pair pair = {1, 2};

int main(void)
{
	int *second = (int *)&pair.second;

	if (*second == 2)
		*second = 3;
	return 0;
}
