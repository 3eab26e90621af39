/* <x86intrin.h>: as <immintrin.h> */
#include <immintrin.h>
