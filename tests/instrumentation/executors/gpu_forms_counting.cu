#define TILESCOPE_COUNTING
#include "gpu_forms.cu"
