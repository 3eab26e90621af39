// 5.9: writing a bit-field gives a value to its own bits alone, and is no use of the others in its unit.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
struct flags {
	unsigned a : 3, b : 5, c : 20;
};

int main(void)
{
	struct flags f, g;

	f.a = 1;
	f.c = 5;
	f.c += f.a;
	g = f;
	return g.a + g.c == 7 ? 0 : 1;
}
