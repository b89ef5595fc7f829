#include <cuda_runtime.h>

/* X := L * X, in place, L lower triangular (unit diagonal on request).
 * Rows are done from the bottom up by ONE thread per column, so that a value is
 * overwritten only when nobody needs it any more. */
__global__ void trmm_inplace(const float *L, int ldl, float *X, int ldx, int m, int n, int unit)
{
	const int col = blockIdx.x * blockDim.x + threadIdx.x;

	if (col >= n)
		return;
	for (int row = m - 1; row >= 0; --row) {
		float v = X[row * ldx + col];
		if (!unit)
			v *= L[row * ldl + row];
		for (int k = 0; k < row; ++k)
			v += L[row * ldl + k] * X[k * ldx + col];
		X[row * ldx + col] = v;
	}
}

/* U1 * U2 for upper triangular factors: only k = row..col counts, and below
 * the diagonal there are zeros */
__global__ void upper_times_upper(const float *U1, const float *U2, float *U, int n)
{
	const int row = blockIdx.y * blockDim.y + threadIdx.y;
	const int col = blockIdx.x * blockDim.x + threadIdx.x;
	float v = 0;

	if (row >= n || col >= n)
		return;
	for (int k = row; k <= col; ++k)
		v += U1[row * n + k] * U2[k * n + col];
	U[row * n + col] = v;
}

/* L^T * L, the result is symmetric: threads above the diagonal write twice */
__global__ void lauum(const float *L, float *S, int n)
{
	int i = threadIdx.y + blockDim.y * blockIdx.y, j = threadIdx.x + blockDim.x * blockIdx.x;
	if (i > j || j >= n) return;
	float v = 0;
	for (int k = j; k < n; ++k)
		v += L[k * n + i] * L[k * n + j];
	S[i * n + j] = S[j * n + i] = v;
}
