#define TILESCOPE_OPERATIONS operations_avx2
#define TILESCOPE_FIND &find_body
#include "instrumentation/machine/lanes/bodies.inc"
#include "instrumentation/machine/lanes/operations.inc"
