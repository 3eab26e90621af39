// 5.12: a product with zero uses both factors.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=violation
int main(void)
{
	int factor, product = factor * 0;

	return product;
}
