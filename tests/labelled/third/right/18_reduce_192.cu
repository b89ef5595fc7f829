#include <cuda_runtime.h>
#include <cstdio>

__global__ void sum192(const int *v, int n, int *total)
{
	__shared__ int acc[192];
	const int t = threadIdx.x;
	const int i = blockIdx.x * blockDim.x + t;

	acc[t] = i < n ? v[i] : 0;
	__syncthreads();

	int active = blockDim.x;
	while (active > 1) {
		int half = (active + 1) / 2;
		if (t + half < active)
			acc[t] += acc[t + half];
		__syncthreads();
		active = half;
	}

	if (t == 0)
		atomicAdd(total, acc[0]);
}

int main()
{
	const int n = 1700;
	const int threads = 192;
	const int blocks = (n + threads - 1) / threads;
	int *v, *total;

	cudaMallocManaged(&v, n * sizeof(int));
	cudaMallocManaged(&total, sizeof(int));
	for (int i = 0; i < n; i++)
		v[i] = i;
	*total = 0;

	sum192<<<blocks, threads>>>(v, n, total);
	cudaDeviceSynchronize();

	printf("%d, expected %d\n", *total, n * (n - 1) / 2);
	cudaFree(v);
	cudaFree(total);
	return 0;
}
