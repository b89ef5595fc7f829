#include <cuda_runtime.h>
#include <stdint.h>

// Two home-made generators behind one interface, picked by a template argument.
struct Xorshift32 {
	uint32_t s;
	__device__ explicit Xorshift32(uint64_t seed) : s((uint32_t)(seed * 0x9E3779B97F4A7C15ULL >> 32) | 1u) {}
	__device__ uint32_t next() { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
};

struct Lcg64 {
	uint64_t s;
	__device__ explicit Lcg64(uint64_t seed) : s(seed * 2862933555777941757ull + 3037000493ull) {}
	__device__ uint32_t next() { s = s * 6364136223846793005ull + 1442695040888963407ull; return uint32_t(s >> 33) << 1; }
};

template <class Gen> __device__ inline float uniform(Gen& g) { return (g.next() >> 8) * 0x1p-24f; }

template <class Gen>
__global__ void estimatePi(unsigned long long* inside, uint64_t seed, int tries)
{
	Gen gen(seed + blockIdx.x * blockDim.x + threadIdx.x);
	int hits = 0;
	for (int k = 0; k < tries; ++k) {
		const float x = uniform(gen), y = uniform(gen);
		hits += x * x + y * y < 1.0f;
	}
	for (int d = warpSize / 2; d >= 1; d >>= 1)
		hits += __shfl_down_sync(0xffffffff, hits, d);
	if (threadIdx.x % warpSize == 0)
		atomicAdd(inside, (unsigned long long)hits);
}

void pi(unsigned long long* d_inside)
{
	estimatePi<Xorshift32><<<128, 128>>>(d_inside, 42, 1 << 20);
	estimatePi<Lcg64><<<128, 128>>>(d_inside, 4'2'42ul, 1 << 20);
}

// integral of exp(-x*x) * |cos(5x)| over [0, 3): stratified samples, van der Corput points by bit reversal
__global__ void integrate(float* sums, const int* blocked, int strata, unsigned per_stratum)
{
	const int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= strata || blocked[s]) return;
	float sum = 0.f;
	for (unsigned k = 0; k < per_stratum; ++k) {
		const float u = __brev(k ^ (unsigned)s) * 0x1.0p-32f;
		const float x = 3.f * (s + u) / strata;
		sum += __expf(-x * x) * fabsf(cosf(5.f * x));
	}
	sums[s] = sum / float(per_stratum);
}
