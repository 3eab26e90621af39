// 5.9: a bit-field has no value when only others in its unit were written, nor has its copy.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
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
	return g.a + g.b == 7 ? 0 : 1;
}
