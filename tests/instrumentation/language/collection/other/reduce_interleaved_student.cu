// my first reduction!! it works on my laptop
#include <stdio.h>
#include <cuda_runtime.h>

#define BLOCK 256

__global__ void sumArray(int *input, int *output, int n)
{
	__shared__ int cache[BLOCK];
	int tid = threadIdx.x;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		cache[tid] = input[i];
	}
	else {
		cache[tid] = 0;
	}
	__syncthreads();

	// add neighbours, then neighbours of neighbours ...
	for (int s = 1; s < blockDim.x; s = s * 2) {
		if (tid % (2 * s) == 0) {
			cache[tid] = cache[tid] + cache[tid + s];
		}
		__syncthreads();
	}

	if (tid == 0) {
		output[blockIdx.x] = cache[0];
		// printf("block %d sum %d\n", blockIdx.x, cache[0]);
	}
}
