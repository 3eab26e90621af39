/* <assert.h>, C11 7.2; included again, it obeys the NDEBUG of that moment */
#undef assert
#undef static_assert

#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((void)__heddle_assert((condition) != 0, #condition, 0))
#endif
#define static_assert _Static_assert
