#include <cuda_runtime.h>

#define RADIUS     3
#define BLOCK_SIZE 128

__constant__ float coeff[2 * RADIUS + 1];

__global__ void stencil_1d(const float *in, float *out, int n)
{
    alignas(16) __shared__ float temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x;
    int lindex = threadIdx.x + RADIUS;

    // Read input elements into shared memory
    temp[lindex] = gindex < n ? in[gindex] : 0.0f;
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS]     = gindex >= RADIUS         ? in[gindex - RADIUS]     : 0.0f;
        temp[lindex + BLOCK_SIZE] = gindex + BLOCK_SIZE < n  ? in[gindex + BLOCK_SIZE] : 0.0f;
    }

    // Synchronize (ensure all the data is available)
    __syncthreads();

    // Apply the stencil
    float result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += coeff[offset + RADIUS] * temp[lindex + offset];

    if (gindex < n)
        out[gindex] = result;
}

void upload(const float *c) { cudaMemcpyToSymbol(coeff, c, sizeof(coeff)); }
