/* <immintrin.h> and its kin: what spin loops use of them, none of the vectors */
#ifndef _IMMINTRIN_H
#define _IMMINTRIN_H

#define _mm_pause() ((void)0)
#define _mm_mfence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define _mm_lfence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define _mm_sfence() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define _mm_clflush(p) ((void)(p))

unsigned long long __rdtsc(void);

#endif
