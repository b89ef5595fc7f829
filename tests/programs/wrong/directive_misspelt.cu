#inlcude <stdio.h> //~ 1:2 there is no directive '#inlcude': did you mean '#include'?
#include <stdlib.h>
#include <cuda_runtime.h>

__global__ void k(unsigned char *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] = (b[i] << 4) | (b[i] >> 4);
}

int main(void)
{
	unsigned char *b;
	int n = 4096;
	cudaMalloc(&b, n);
	cudaMemset(b, 0xA5, n);
	k<<<n / 64, 64>>>(b, n);
	cudaDeviceSynchronize();
	cudaFree(b);
	return EXIT_SUCCESS;
}
