// Loops that do end, but late: an LCG walked through its full period of 2^32 steps, and a plain count to 2^62 with no loads.
#include <stdint.h>

__global__ void period_length(uint64_t* len)
{
	uint32_t start = 12345u + threadIdx.x;
	uint32_t x = start;
	uint64_t n = 0;
	do {
		x = x * 1664525u + 1013904223u;
		++n;
	} while (x != start);
	len[threadIdx.x] = n;		// 4294967296 for everyone
}

__global__ void wait_a_while(uint64_t* out)
{
	uint64_t acc = 0;
	for (long long i = 0; i < (1LL << 62); ++i)
		acc += i;
	*out = acc;
}

int main()
{
	uint64_t *d;
	cudaMalloc(&d, 32 * sizeof(uint64_t));
	period_length<<<1, 32>>>(d);
	wait_a_while<<<1, 1>>>(d);
	cudaDeviceSynchronize();
	return 0;
}
