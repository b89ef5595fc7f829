#include "shared.h"

enum { BLOCK = 256, PER_THREAD = 4 };

static __global__ void apply(float *x, unsigned n, float lo, float hi)
{
    unsigned base = blockIdx.x * BLOCK * PER_THREAD + threadIdx.x;
    for (int k = 0; k < PER_THREAD; ++k) {
        unsigned i = base + k * BLOCK;
        if (i < n) x[i] = fminf(fmaxf(x[i], lo), hi);
    }
}

static __global__ void reverse(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n - 1 - i] = in[i];
}

static unsigned blocks(int n) { return (n + BLOCK * PER_THREAD - 1) / (BLOCK * PER_THREAD); }

static void launch(float *x, int n)
{
    apply<<<blocks(n), BLOCK>>>(x, n, -0.5f, g_gain / 2);
}

void phase_b(float *data, float *scratch)
{
    launch(data, g_elements);
    const int half = g_elements / 2;
    reverse<<<(half + BLOCK - 1) / BLOCK, BLOCK>>>(data, scratch, half);
    cudaMemcpy(data, scratch, half * sizeof(float), cudaMemcpyDeviceToDevice);
}
