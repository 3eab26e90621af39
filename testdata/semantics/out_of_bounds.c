// 9.1: an access outside its object is a memory violation, although another object lies there.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
static int a[2], b[2];

int main(void)
{
	int i = 2;

	b[0] = 1;
	return a[i];
}
