// 18.5: critical does not exclude threads of other teams of a league.
//
// expect: assert=safe race=violation deadlock=safe memory=safe
int main(void)
{
	int x = 0;

#pragma omp target teams num_teams(2)
#pragma omp critical
	x++;
	return x;
}
