#include <cuda_runtime.h>
#include <float.h>

struct Stats
{
	float lo;
	float hi;
	double total;
	unsigned long long count;

	__device__ void reset()
	{
		lo = FLT_MAX; hi = -FLT_MAX;
		total = 0.; count = 0ull;
	}
	__device__ void push(float x)
	{
		lo = x < lo ? x : lo;
		hi = x > hi ? x : hi;
		total += x, ++count;
	}
	__device__ Stats& operator+=(const Stats& o)
	{
		lo = fminf(lo, o.lo);
		hi = fmaxf(hi, o.hi);
		total += o.total;
		count += o.count;
		return *this;
	}
};

static_assert(sizeof(Stats) == 24, "layout changed");

enum { TPB = 128 };

__global__ void statistics(const float * samples, long long n, Stats * perBlock)
{
	__shared__ Stats sh[TPB];
	Stats mine;
	mine.reset();
	for (long long i = (long long)blockIdx.x * TPB + threadIdx.x; i < n; i += (long long)gridDim.x * TPB)
	{
		const float x = samples[i];
		if (isnan(x)) continue;
		mine.push(x);
	}
	sh[threadIdx.x] = mine;
	__syncthreads();
	for (int k = TPB >> 1; k > 0; k >>= 1)
	{
		if (threadIdx.x < k) sh[threadIdx.x] += sh[threadIdx.x + k];
		__syncthreads();
	}
	if (threadIdx.x == 0) perBlock[blockIdx.x] = sh[0];
}
