#include <stdio.h>
#include <stdlib.h>

#define RADIUS     3
#define BLOCK_SIZE 256
#define NUM_ELEMENTS (4096*2)

__global__ void stencil_1d(int *in, int *out)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + (blockIdx.x * blockDim.x);
    int lindex = threadIdx.x + RADIUS;

    // Read input elements into shared memory
    temp[lindex] = in[gindex];
    if (threadIdx.x < RADIUS)
    {
        temp[lindex - RADIUS]     = in[gindex - RADIUS];
        temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
    }

    __syncthreads();

    // Apply the stencil
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[lindex + offset];

    out[gindex] = result;
}

int main()
{
    int i;
    int h_in[NUM_ELEMENTS + 2 * RADIUS], h_out[NUM_ELEMENTS];
    int *d_in, *d_out;

    for (i = 0; i < (NUM_ELEMENTS + 2 * RADIUS); ++i)
        h_in[i] = 1;

    cudaMalloc((void **)&d_in,  (NUM_ELEMENTS + 2 * RADIUS) * sizeof(int));
    cudaMalloc((void **)&d_out, NUM_ELEMENTS * sizeof(int));
    cudaMemcpy(d_in, h_in, (NUM_ELEMENTS + 2 * RADIUS) * sizeof(int), cudaMemcpyHostToDevice);

    stencil_1d<<<NUM_ELEMENTS / BLOCK_SIZE, BLOCK_SIZE>>>(d_in + RADIUS, d_out);

    cudaMemcpy(h_out, d_out, NUM_ELEMENTS * sizeof(int), cudaMemcpyDeviceToHost);

    for (i = 0; i < NUM_ELEMENTS; ++i)
        if (h_out[i] != 7) {
            printf("Element h_out[%d] == %d != 7\n", i, h_out[i]);
            return 1;
        }
    printf("SUCCESS!\n");

    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
