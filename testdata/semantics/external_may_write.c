// 14.8: a variable gets its value from an undefined function that
// also gets its address. With strict externals it may (14.9).
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
// strict: uninit=unknown
extern void read_level(int *level);

int main(void)
{
	int level;

	read_level(&level);
	return level + 1;
}
