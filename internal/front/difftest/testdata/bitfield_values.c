#include <stdio.h>
struct s { unsigned f:5; unsigned h:20; unsigned long long g:40; } s;
int main(void){ s.f=3; s.g=7;
 printf("%d %d %zu %zu\n", (s.f |= 1) >= (signed char)-1, (0,s.f) > -1, sizeof((s.h = 1) + 1), sizeof((0,s.h)+0));
 printf("%d %d %d\n", s.g >= -1LL, s.g > -1, (s.f++) > -1); return 0;}
