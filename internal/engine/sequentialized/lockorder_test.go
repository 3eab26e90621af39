package sequentialized

import (
	"testing"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/testprog"
)

// TestLockOfSeveral checks that locking through a pointer is one step together with the update of the
// lock's model.
func TestLockOfSeveral(t *testing.T) {
	for _, c := range []struct {
		name, condition, number string
		want                    verdict.Verdict
	}{
		{"exclusion", "x == 1", "0", verdict.Safe},
		{"one of both", "x == 1", "1", verdict.Violation},
	} {
		code := testprog.Code(t, `
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m[2];
int which, x;
void *thread(void *p)
{
	int i = which;
	pthread_mutex_lock(&m[i]);
	x++;
	assert(`+c.condition+`);
	x--;
	pthread_mutex_unlock(&m[i]);
	return 0;
}
int main(void)
{
	pthread_t t[2];
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m[0], &a);
	pthread_mutex_init(&m[1], &a);
	pthread_create(&t[0], 0, thread, 0);
	which = `+c.number+`;
	pthread_create(&t[1], 0, thread, 0);
	return 0;
}
`)
		for _, name := range []string{"mu:fine-explicit", "mu:inter"} {
			if out := within(t, name, 12, code); out.Verdict != c.want {
				t.Errorf("%s: %s: %s (%s %s), want %s", c.name, name, out.Verdict, out.Reason, out.Detail, c.want)
			}
		}
	}
}
