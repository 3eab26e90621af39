/* <emmintrin.h>: as <immintrin.h> */
#include <immintrin.h>
