/* C[M][N] = A[M][K] * B[K][N] */
#include <stdio.h>
#include <cuda_runtime.h>

#define M 48
#define K 32
#define N 64

__global__ void mm(const float* A, const float* B, float* C)
{
	__shared__ float rowOfA[K];
	int m = blockIdx.x;
	int n = threadIdx.x;

	if (n < K)
		rowOfA[n] = A[m * K + n];
	__syncthreads();

	float v = 0.0f;
	for (int k = 0; k < K; k++)
		v += rowOfA[k] * B[k * K + n];
	C[m * N + n] = v;
}

int main(void)
{
	static float hA[M * K], hB[K * N], hC[M * N];
	for (int i = 0; i < M * K; i++) hA[i] = (float)(i % 10);
	for (int i = 0; i < K * N; i++) hB[i] = (float)(i % 7) - 3.0f;

	float *dA, *dB, *dC;
	cudaMalloc((void**)&dA, sizeof(hA));
	cudaMalloc((void**)&dB, sizeof(hB));
	cudaMalloc((void**)&dC, sizeof(hC));
	cudaMemcpy(dA, hA, sizeof(hA), cudaMemcpyHostToDevice);
	cudaMemcpy(dB, hB, sizeof(hB), cudaMemcpyHostToDevice);

	int blocks = M, threads = N;
	mm<<<blocks, threads>>>(dA, dB, dC);

	cudaMemcpy(hC, dC, sizeof(hC), cudaMemcpyDeviceToHost);
	printf("C[1][1] = %g\n", hC[N + 1]);
	return 0;
}
