#ifndef NULL
#define NULL ((void *)0)
#endif
