// 14.20: the model of gmtime_r yields any time, so the index may be out of bounds here
// only: an answer is unknown.
//
// expect: assert=violation race=safe deadlock=safe memory=violation
// alone: assert=unknown memory=unknown
#include <assert.h>
#include <time.h>

int main(void)
{
	static int of_months[1];
	struct tm tm;
	time_t t = 0;

	gmtime_r(&t, &tm);
	of_months[tm.tm_mon] = 1;
	assert(tm.tm_year == 70);
	return 0;
}
