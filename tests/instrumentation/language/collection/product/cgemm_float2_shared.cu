#include <vector_types.h>
#define TS 8

static __device__ __forceinline__ void cfma(float2 &acc, const float2 a, const float2 b)
{
	acc.x += a.x * b.x - a.y * b.y;
	acc.y += a.x * b.y + a.y * b.x;
}

static __device__ __forceinline__ float2 cscale(float2 s, float2 z)
{
	float2 r = {0.f, 0.f};
	cfma(r, s, z);
	return r;
}

/* alpha and beta are complex numbers as well */
__global__ void cgemm(int M, int N, int K, float2 alpha, const float2 *A,
		      const float2 *B, float2 beta, float2 *C)
{
	__shared__ float2 sA[TS][TS], sB[TS][TS];
	const int i = threadIdx.y, j = threadIdx.x;
	const int row = blockIdx.y * TS + i, col = blockIdx.x * TS + j;
	const float2 zero = make_float2(0.f, 0.f);
	float2 acc = zero;

	for (int k0 = 0; k0 < K; k0 += TS) {
		sA[i][j] = (row < M && k0 + j < K) ? A[row * K + k0 + j] : zero;
		sB[i][j] = (k0 + i < K && col < N) ? B[(k0 + i) * N + col] : zero;
		__syncthreads();
		_Pragma("unroll 8")
		for (int k = 0; k < TS; k++)
			cfma(acc, sA[i][k], sB[k][j]);
		__syncthreads();
	}

	if (row < M && col < N) {
		float2 old = cscale(beta, C[row * N + col]);
		float2 now = cscale(alpha, acc);
		C[row * N + col].x = old.x + now.x;
		C[row * N + col].y = old.y + now.y;
	}
}
