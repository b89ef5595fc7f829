/* ------------------------------------------------------------------------
   sorting.cu : bitonic sort, odd-even transposition, radix sort, merge sort
   ------------------------------------------------------------------------ */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <climits>
#include <ctime>
#include <vector>
#include <algorithm>

typedef unsigned int   uint32;
typedef unsigned short uint16;

#define SORT_BLOCK  256
#define RADIX_BITS  4
#define RADIX       (1 << RADIX_BITS)
#define DIV_UP(a,b) (((a) + (b) - 1) / (b))

static void die(const char *what, cudaError_t e, int line) {
	fprintf(stderr, "line %d: '%s' failed: \"%s\"\n", line, what, cudaGetErrorString(e));
	exit(1);
}
#define OK(x) { cudaError_t e__ = x; if (e__ != cudaSuccess) die(#x, e__, __LINE__); }

/* ============================ bitonic sort ============================ */
template <typename T>
__device__ inline void swap_if(T &a, T &b, bool up) {
	if ((a > b) == up) {
		T t = a;
		a = b;
		b = t;
	}
}

// one step of the network in global memory
template <typename T>
__global__ void bitonic_step(T *keys, int j, int k) {
	int i = threadIdx.x + blockDim.x * blockIdx.x;
	int ixj = i ^ j;
	if (ixj > i) {
		bool up = (i & k) == 0;
		swap_if(keys[i], keys[ixj], up);
	}
}

// a block sorts its own piece in shared memory
__global__ void bitonic_block(int *keys, int *order, int descending) {
	__shared__ int s[2 * SORT_BLOCK];
	__shared__ uint16 idx[2 * SORT_BLOCK];
	int *mine = keys + blockIdx.x * 2 * SORT_BLOCK;

	for (int t = threadIdx.x; t < 2 * SORT_BLOCK; t += blockDim.x) {
		s[t] = mine[t];
		idx[t] = (uint16)t;
	}
	for (int size = 2; size <= 2 * SORT_BLOCK; size <<= 1) {
		bool up = ((threadIdx.x & (size / 2)) == 0) != (descending != 0);
		for (int stride = size / 2; stride > 0; stride >>= 1) {
			__syncthreads();
			int p = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
			if ((s[p] > s[p + stride]) == up) {
				int v = s[p];      s[p] = s[p + stride];     s[p + stride] = v;
				uint16 w = idx[p]; idx[p] = idx[p + stride]; idx[p + stride] = w;
			}
		}
	}
	__syncthreads();
	for (int t = threadIdx.x; t < 2 * SORT_BLOCK; t += blockDim.x) {
		mine[t] = s[t];
		order[blockIdx.x * 2 * SORT_BLOCK + t] = idx[t];
	}
}

/* ====================== odd-even transposition ======================== */
__global__ void odd_even(short *a, int n, int phase, int *changed) {
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
	if (i + 1 < n && a[i] > a[i + 1]) {
		short t = a[i];
		a[i] = a[i + 1];
		a[i + 1] = t;
		*changed = 1;
	}
}

/* ============================ radix sort ============================== */
__device__ __host__ inline int digit_of(uint32 key, int shift) {
	return (key >> shift) & (RADIX - 1);
}

__global__ void radix_count(const uint32 *keys, uint32 *counts, int n, int shift) {
	__shared__ uint32 local[RADIX];
	if (threadIdx.x < RADIX) local[threadIdx.x] = 0;
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) atomicAdd(&local[digit_of(keys[i], shift)], 1);
	__syncthreads();
	// column-major, so that one scan is enough
	if (threadIdx.x < RADIX) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

__global__ void serial_scan(uint32 *counts, int n) {
	if (threadIdx.x != 0 || blockIdx.x != 0) return;
	uint32 run = 0;
	for (int i = 0; i < n; i++) {
		uint32 c = counts[i];
		counts[i] = run;
		run += c;
	}
}

__global__ void radix_scatter(const uint32 *keys, uint32 *sorted, const uint32 *counts, int n, int shift) {
	__shared__ unsigned char digits[SORT_BLOCK];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int d = -1;
	uint32 key = 0;
	if (i < n) {
		key = keys[i];
		d = digit_of(key, shift);
	}
	digits[threadIdx.x] = d < 0 ? 255 : d;
	__syncthreads();
	if (i < n) {
		int rank = 0;
		for (int t = 0; t < threadIdx.x; t++)
			rank += digits[t] == d;
		sorted[counts[d * gridDim.x + blockIdx.x] + rank] = key;
	}
}

/* ============================ merge sort ============================== */
struct Range {
	int lo, mid, hi;
	__host__ __device__ Range(int start, int width, int n) {
		lo = start;
		mid = lo + width < n ? lo + width : n;
		hi = lo + 2 * width < n ? lo + 2 * width : n;
	}
	__host__ __device__ bool empty() const { return lo >= hi; }
};

__device__ void merge_one(const float *src, float *dst, const Range &r) {
	int a = r.lo, b = r.mid;
	for (int k = r.lo; k < r.hi; k++) {
		if (a < r.mid && (b >= r.hi || src[a] <= src[b]))
			dst[k] = src[a++];
		else
			dst[k] = src[b++];
	}
}

__global__ void merge_pass(const float *src, float *dst, int width, int n) {
	long long t = blockIdx.x * (long long)blockDim.x + threadIdx.x;
	long long start = t * 2 * width;
	if (start >= n) return;
	Range r((int)start, width, n);
	if (!r.empty()) merge_one(src, dst, r);
}

/* counts neighbours in wrong order; works for every type */
template <class T, bool Descending = false>
__global__ void count_inversions(const T *a, int n, int *bad) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int wrong = 0;
	if (i + 1 < n) {
		if constexpr (Descending)
			wrong = a[i] < a[i + 1];
		else
			wrong = a[i] > a[i + 1];
	}
	unsigned votes = __ballot_sync(0xffffffff, wrong);
	if ((threadIdx.x & 31) == 0 && votes) atomicAdd(bad, __popc(votes));
}

/* ============================ host part =============================== */
template <class T>
static T *upload(const std::vector<T> &v) {
	T *d;
	OK(cudaMalloc(&d, v.size() * sizeof(T)));
	OK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return d;
}

template <class T, bool D = false>
static int inversions(const T *d, int n) {
	static int *bad = nullptr;
	if (!bad) OK(cudaMallocManaged(&bad, sizeof(int)));
	*bad = 0;
	count_inversions<T, D><<<DIV_UP(n, 128), 128>>>(d, n, bad);
	OK(cudaDeviceSynchronize());
	return *bad;
}

static void demo_bitonic(void) {
	const int n = 1 << 16;
	std::vector<int> h(n);
	for (auto &x : h) x = rand();
	int *d = upload(h), *order;
	OK(cudaMalloc(&order, n * sizeof(int)));

	bitonic_block<<<n / (2 * SORT_BLOCK), SORT_BLOCK>>>(d, order, 0);
	printf("bitonic blocks: %d inversions left (at most %d)\n", inversions(d, n), n / (2 * SORT_BLOCK));

	dim3 grid(n / SORT_BLOCK), block(SORT_BLOCK);
	for (int k = 2; k <= n; k <<= 1)
		for (int j = k >> 1; j > 0; j >>= 1)
			bitonic_step<<<grid, block>>>(d, j, k);
	printf("bitonic: %d inversions\n", inversions(d, n));
	OK(cudaFree(d));
	OK(cudaFree(order));
}

static void demo_odd_even(int n) {
	std::vector<short> h(n);
	for (int i = 0; i < n; ++i) h[i] = (short)(n - i);
	short *d = upload(h);
	int *changed;
	OK(cudaMallocManaged(&changed, sizeof *changed));
	int rounds = 0;
	do {
		*changed = 0;
		odd_even<<<DIV_UP(n / 2, 64), 64>>>(d, n, 0, changed);
		odd_even<<<DIV_UP(n / 2, 64), 64>>>(d, n, 1, changed);
		OK(cudaDeviceSynchronize());
		rounds += 2;
	} while (*changed);
	printf("odd-even: %d rounds, %d inversions\n", rounds, inversions(d, n));
	cudaFree(d); cudaFree(changed);
}

static void demo_radix() {
	constexpr int N = 100000;
	constexpr int BLOCKS = DIV_UP(N, SORT_BLOCK);
	std::vector<uint32> h(N);
	for (uint32 &x : h) x = (uint32)rand() << 1 ^ rand();
	uint32 *a = upload(h), *b, *counts;
	OK(cudaMalloc(&b, N * sizeof(uint32)));
	OK(cudaMalloc(&counts, RADIX * BLOCKS * sizeof(uint32)));
	for (int shift = 0; shift < 32; shift += RADIX_BITS) {
		radix_count<<<BLOCKS, SORT_BLOCK>>>(a, counts, N, shift);
		serial_scan<<<1, 1>>>(counts, RADIX * BLOCKS);
		radix_scatter<<<BLOCKS, SORT_BLOCK>>>(a, b, counts, N, shift);
		std::swap(a, b);
	}
	printf("radix: %d inversions\n", inversions(a, N));
	std::sort(h.begin(), h.end());
	std::vector<uint32> back(N);
	OK(cudaMemcpy(back.data(), a, N * sizeof(uint32), cudaMemcpyDeviceToHost));
	puts(back == h ? "radix: same as std::sort" : "radix: DIFFERENT");
	cudaFree(a); cudaFree(b); cudaFree(counts);
}

static void demo_merge(int argc, char *argv[]) {
	int n = argc > 1 ? atoi(argv[1]) : 50000;
	std::vector<float> h(n);
	for (float &x : h) x = rand() / (float)RAND_MAX;
	float *src = upload(h), *dst;
	OK(cudaMalloc(&dst, n * sizeof(float)));
	for (int width = 1; width < n; width *= 2) {
		int threads = DIV_UP(n, 2 * width);
		merge_pass<<<DIV_UP(threads, 128), 128>>>(src, dst, width, n);
		float *t = src; src = dst; dst = t;
	}
	printf("merge: %d inversions\n", inversions(src, n));
	cudaFree(src); cudaFree(dst);
}

int main(int argc, char *argv[]) {
	srand((unsigned)time(NULL));
	demo_bitonic();
	demo_odd_even(1000);
	demo_radix();
	demo_merge(argc, argv);
	return 0;
}
