#include <stdio.h>
#include <cuda_runtime.h>

/* équation de la chaleur, une dimension */
#define N 1024
#define PAS 500

static __global__ void etape(const float *u, float *v, float k)
{
	int i = blockIdx.x*blockDim.x + threadIdx.x;
	if (i > 0 && i < N-1) v[i] = u[i] + k*(u[i-1] - 2.f*u[i] + u[i+1]);
}

int main()
{
	float *u, *v, *tmp;
	int t;
	cudaMallocManged(&u, N*sizeof(float)); //~ 18:2 unknown function 'cudaMallocManged': perhaps 'cudaMallocManaged'
	cudaMallocManaged(&v, N*sizeof(float));
	for (t = 0; t < N; t++) u[t] = v[t] = 0.f;
	u[N/2] = v[N/2] = 100.f;
	for (t = 0; t < PAS; t++) {
		etape<<<N/128, 128>>>(u, v, 0.25f);
		tmp = u; u = v; v = tmp;
	}
	cudaDeviceSynchronize();
	printf("centre : %g\n", u[N/2]);
	cudaFree(u); cudaFree(v);
	return 0;
}
