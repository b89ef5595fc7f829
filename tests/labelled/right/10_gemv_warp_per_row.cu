#include <cuda_runtime.h>
#include <stdio.h>

// y = A x, one warp handles one row
__global__ void gemv_warp(const float* __restrict__ A, const float* __restrict__ x,
                          float* __restrict__ y, int rows, int cols)
{
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
	int lane = threadIdx.x & 31;
	if (warp >= rows)
		return;

	float sum = 0.f;
	for (int c = lane; c < cols; c += warpSize)
		sum += A[(size_t)warp * cols + c] * x[c];

	for (int off = 16; off; off >>= 1)
		sum += __shfl_down_sync(0xffffffffu, sum, off);

	if (!lane)
		y[warp] = sum;
}

int main(int argc, char *argv[])
{
	const int rows = 77, cols = 135;
	float *hA = new float[rows * cols], *hx = new float[cols], *hy = new float[rows];
	for (int i = 0; i < rows * cols; ++i) hA[i] = (i % 11) - 5.f;
	for (int i = 0; i < cols; ++i) hx[i] = 1.f / (i + 1);
	float *A, *x, *y;
	cudaMalloc(&A, rows * cols * sizeof(float));
	cudaMalloc(&x, cols * sizeof(float));
	cudaMalloc(&y, rows * sizeof(float));
	cudaMemcpy(A, hA, rows * cols * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(x, hx, cols * sizeof(float), cudaMemcpyHostToDevice);

	int threads = 128;
	int warpsPerBlock = threads / 32;
	gemv_warp<<<(rows + warpsPerBlock - 1) / warpsPerBlock, threads>>>(A, x, y, rows, cols);

	cudaMemcpy(hy, y, rows * sizeof(float), cudaMemcpyDeviceToHost);
	printf("y[0]=%f y[%d]=%f\n", hy[0], rows - 1, hy[rows - 1]);
	cudaFree(A); cudaFree(x); cudaFree(y);
	delete[] hA; delete[] hx; delete[] hy;
	return 0;
}
