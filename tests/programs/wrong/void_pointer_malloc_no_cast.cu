#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* C habits in a .cu file */
__global__ void prefix_block(int *x)
{
	__shared__ int s[256];
	int t = threadIdx.x, d, v;
	s[t] = x[blockIdx.x * 256 + t];
	for (d = 1; d < 256; d <<= 1) {
		__syncthreads();
		v = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += v;
	}
	x[blockIdx.x * 256 + t] = s[t];
}

int main(void)
{
	int i, n = 256 * 12;
	int *h = malloc(n * sizeof *h); //~ 23:11 malloc gives a void*: in C++ a cast is needed, (int *)malloc(...)
	int *d;
	for (i = 0; i < n; i++)
		h[i] = i & 3;
	cudaMalloc(&d, n * sizeof *d);
	cudaMemcpy(d, h, n * sizeof *d, cudaMemcpyHostToDevice);
	prefix_block<<<n / 256, 256>>>(d);
	cudaMemcpy(h, d, n * sizeof *d, cudaMemcpyDeviceToHost);
	printf("%d\n", h[255]);
	free(h);
	cudaFree(d);
	return 0;
}
