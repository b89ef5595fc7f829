// Pure instructions are not faster than with AVX2; moving and recording words is.
#define TILESCOPE_OPERATIONS operations_avx512
#define TILESCOPE_FIND operations_avx2()->find
#include "instrumentation/machine/lanes/operations.inc"
