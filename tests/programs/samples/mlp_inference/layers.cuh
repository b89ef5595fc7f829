#ifndef LAYERS_CUH
#define LAYERS_CUH
#include "tensor.h"

#ifndef HIDDEN
#define HIDDEN 64
#endif
#ifndef INPUTS
#define INPUTS 50
#endif
#define OUTPUTS 10

void linear(const Tensor &x, const Tensor &w, const Tensor &b, Tensor &y);
void activate(Tensor &t, Activation a);
void argmaxRows(const Tensor &t, int *result);

#endif
