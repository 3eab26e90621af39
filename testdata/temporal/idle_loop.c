// A loop that does nothing others could see has no meaning here.
//
// ask: weak unknown termination
int main(void)
{
	for (;;)
		;
}
