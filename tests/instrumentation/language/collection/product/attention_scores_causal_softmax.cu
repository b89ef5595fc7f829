// scores = softmax(Q K^T / sqrt(d)) with causal mask, a block per query row.
// Dynamic shared memory: `len` floats.
#include <cfloat>
#include <cmath>

#define WARPS 4

template <bool IS_MAX>
__device__ float block_reduce(float v, float* partial)
{
	const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
	for (int o = 16; o; o >>= 1) {
		const float w = __shfl_xor_sync(0xFFFFFFFFU, v, o);
		v = IS_MAX ? fmaxf(v, w) : v + w;
	}
	if (lane == 0)
		partial[warp] = v;
	__syncthreads();
	v = partial[0];
	for (int i = 1; i < WARPS; ++i)
		v = IS_MAX ? max(v, partial[i]) : v + partial[i];
	__syncthreads();
	return v;
}

__global__ void __launch_bounds__(WARPS * 32)
attention_row(const float* __restrict__ Q, const float* __restrict__ K,
              float* __restrict__ scores, const unsigned char* __restrict__ padding,
              int len, int dim)
{
	extern __shared__ float row[];
	__shared__ float partial[WARPS];
	__shared__ float q_cache[128];

	const int query = blockIdx.x;
	const long head = blockIdx.y;
	Q += head * len * dim;
	K += head * len * dim;

	for (int i = threadIdx.x; i < dim; i += blockDim.x)
		q_cache[i] = Q[query * dim + i];
	__syncthreads();

	const float scale = rsqrtf(static_cast<float>(dim));
	float top = -FLT_MAX;
	for (int key = threadIdx.x; key < len; key += blockDim.x) {
		float s = -FLT_MAX;
		if (key <= query && !padding[key]) {
			s = 0.f;
			for (int i = 0; i < dim; i++)
				s = fmaf(q_cache[i], K[key * dim + i], s);
			s *= scale;
		}
		row[key] = s;
		top = fmaxf(top, s);
	}
	top = block_reduce<true>(top, partial);

	float sum = 0.f;
	for (int key = threadIdx.x; key < len; key += blockDim.x)
		sum += row[key] = __expf(row[key] - top);
	sum = block_reduce<false>(sum, partial);

	const float inv = 1.f / (sum + 1e-20f);
	for (int key = threadIdx.x; key < len; key += blockDim.x)
		scores[(head * len + query) * len + key] = row[key] * inv;
}
