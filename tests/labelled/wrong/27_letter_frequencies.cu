#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define BINS 256

/* counts every byte value of a buffer */
__global__ void countBytes(const unsigned char *buf, long size, unsigned int *total)
{
	__shared__ unsigned int cnt[BINS];
	cnt[threadIdx.x] = 0;
	__syncthreads();

	long i = threadIdx.x + (long)blockIdx.x * blockDim.x;
	long step = (long)blockDim.x * gridDim.x;
	while (i < size) {
		atomicAdd(&cnt[buf[i]], 1);
		i += step;
	}
	__syncthreads();

	for (int b = threadIdx.x; b < BINS; b += blockDim.x)
		atomicAdd(&total[b], cnt[b]);
}

int main(void)
{
	const long size = 9000;
	unsigned char *h = (unsigned char *)malloc(size);
	for (long i = 0; i < size; i++)
		h[i] = (unsigned char)(i * i % 256);
	unsigned char *d;
	unsigned int *t, res[BINS];
	cudaMalloc((void **)&d, size);
	cudaMalloc((void **)&t, BINS * sizeof(unsigned int));
	cudaMemcpy(d, h, size, cudaMemcpyHostToDevice);
	cudaMemset(t, 0, BINS * sizeof(unsigned int));
	countBytes<<<8, 128>>>(d, size, t);
	cudaMemcpy(res, t, sizeof(res), cudaMemcpyDeviceToHost);
	for (int b = 0; b < 8; b++)
		printf("%3d: %u\n", b, res[b]);
	free(h);
	cudaFree(d);
	cudaFree(t);
	return 0;
}
