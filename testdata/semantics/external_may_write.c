// 14.9: a variable may get its value from a function that nobody defines and that gets its
// address.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
// alone: uninit=unknown
extern void read_level(int *level);

int main(void)
{
	int level;

	read_level(&level);
	return level + 1;
}
