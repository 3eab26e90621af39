// 14.8: a pointer that an undefined function returns may be null.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
extern int *cell(void);

int main(void)
{
	*cell() = 1;
	return 0;
}
