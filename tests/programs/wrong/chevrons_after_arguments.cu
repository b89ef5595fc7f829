#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* heaviside.cu -- zweiter Versuch */

__global__ void heavi(double *y, double *x, int n)
{
	int i;
	i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = (x[i] < 0.0) ? 0.0 : 1.0;
}

int main(void)
{
	int n = 2500, nb, nt = 250;
	double *x, *y;
	cudaMalloc((void **)&x, n * sizeof(double));
	cudaMalloc((void **)&y, n * sizeof(double));
	cudaMemset(x, 0, n * sizeof(double));
	nb = n / nt;
	heavi(y, x, n)<<<nb, nt>>>; //~ 23:7 the launch's <<<grid, block>>> stand before the arguments: heavi<<<nb, nt>>>(y, x, n)
	cudaDeviceSynchronize();
	cudaFree(x);
	cudaFree(y);
	return 0;
}
