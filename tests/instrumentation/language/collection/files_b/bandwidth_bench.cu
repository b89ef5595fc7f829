// Bandwidth benchmark: copy, scale, add, triad; strides; shared memory bank conflicts;
// pinned and pageable transfers; streams; compared with thrust.
//
//	tabs are used here, and lines are as long as they want to be

#include <cuda_runtime.h>

#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#if defined(USE_DOUBLE) && !defined(USE_FLOAT)
typedef double elem;
#else
typedef float elem;
#endif

// ---------------------------------------------------------------------------- kernels

__global__ void empty() {}

template <typename T>
__global__ void copy_kernel(T* __restrict__ dst, const T* __restrict__ src, size_t n)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x) dst[i] = src[i];
}

__global__ void scale(elem* b, const elem* c, elem s, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) b[i] = s * c[i]; }

__global__ void add(elem* a, const elem* b, const elem* c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = b[i] + c[i];
}

__global__ void triad(elem* a, const elem* b, const elem* c, elem s, int n)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	a[i] = fma(s, c[i], b[i]);
}

__global__ void strided(elem* data, int stride, int n)
{
	long long i = (long long)(blockIdx.x * blockDim.x + threadIdx.x) * stride;
	if (i < n) data[i] += elem(1);
}

__global__ void offset_copy(float* out, const float* in, int offset)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x + offset;
	out[i] = in[i];
}

// float4 accesses through a cast; the tail is done by the first threads
__global__ void copy_vector(float* out, const float* in, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n / 4) ((float4*)out)[i] = ((const float4*)in)[i];
	if (i < n % 4) out[n - 1 - i] = in[n - 1 - i];
}

// STRIDE = 1: no conflicts, STRIDE = 32: the worst case
template <int STRIDE, int PAD = 0>
__global__ void bank_conflicts(int* out, int repeat)
{
	__shared__ int s[32 * (32 + PAD)];
	const int t = threadIdx.x;
	for (int k = t; k < 32 * (32 + PAD); k += blockDim.x) s[k] = k;
	__syncthreads();
	int at = (t * STRIDE) % (32 * 32), sum = 0;
	for (int r = 0; r < repeat; ++r)
	{
		sum += s[at];
		at = (at + 1) & 1023;
	}
	out[blockIdx.x * blockDim.x + t] = sum;
}

// latency: pointer chasing by one thread
__global__ void chase(const unsigned* next, unsigned* end, long long* cycles, int hops)
{
	unsigned p = 0;
	long long t0 = clock64();
	while (hops-- > 0) p = next[p];
	*cycles = clock64() - t0;
	*end = p;
}

__global__ void sum_blocks(const elem* in, double* out, int n)
{
	__shared__ double warp_sum[32];
	double v = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
	for (int d = warpSize / 2; d; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
	if (!(threadIdx.x & 31)) warp_sum[threadIdx.x >> 5] = v;
	__syncthreads();
	if (threadIdx.x == 0)
	{
		for (int w = 1; w < (blockDim.x + 31) / 32; ++w) v += warp_sum[w];
		atomicAdd(out, v);
	}
}

// ---------------------------------------------------------------------------- timing

#define CUDA_OK(call) do { cudaError_t _e = (call); if (_e != cudaSuccess) { std::printf("[%s:%d] %s\n", __FILE__, __LINE__, cudaGetErrorString(_e)); std::exit(1); } } while (0)

struct EventPair
{
	cudaEvent_t from{}, to{};
	EventPair() { CUDA_OK(cudaEventCreate(&from)); CUDA_OK(cudaEventCreate(&to)); }
	~EventPair() { cudaEventDestroy(from); cudaEventDestroy(to); }
	EventPair(const EventPair&) = delete;
	EventPair& operator=(const EventPair&) = delete;
};

// median of some runs, in milliseconds
template <int Runs = 7, typename Body>
double median_ms(Body&& body)
{
	static_assert(Runs % 2 == 1, "an odd number, so that there's a middle");
	std::vector<float> t(Runs);
	EventPair e;
	body();
	for (auto& ms : t)
	{
		CUDA_OK(cudaEventRecord(e.from));
		body();
		CUDA_OK(cudaEventRecord(e.to));
		CUDA_OK(cudaEventSynchronize(e.to));
		CUDA_OK(cudaEventElapsedTime(&ms, e.from, e.to));
	}
	std::nth_element(t.begin(), t.begin() + Runs / 2, t.end());
	return t[Runs / 2];
}

static void line(const std::string& name, double bytes, double ms)
{
	std::printf("%-28s %10.3f ms %9.2f GB/s\n", name.c_str(), ms, bytes / ms * 1e-6);
}

// a table with function pointers, for everything that has the same signature
typedef void (*copy_fn)(float*, const float*, unsigned);
typedef void (*conflict_fn)(int*, int);

static const struct { const char* name; copy_fn f; int per_thread; } copies[] = {
	{ "copy float4", copy_vector, 4 },
};

static const struct { const char* name; conflict_fn f; } conflicts[] = {
	{ "stride 1", bank_conflicts<1> },
	{ "stride 2", bank_conflicts<2> },
	{ "stride 32", bank_conflicts<32> },
	{ "stride 32 + pad", bank_conflicts<32, 1> },
};

static constexpr size_t sizes[] = { 1u << 12, 1u << 16, 1u << 20, 3'000'001, 1u << 24 };

template <typename T>
static void sweep(const char* type)
{
	for (size_t n : sizes)
	{
		thrust::device_vector<T> a(n), b(n, T());
		T* pa = thrust::raw_pointer_cast(a.data());
		const T* pb = thrust::raw_pointer_cast(b.data());
		const int blocks = int(std::min<size_t>((n + 255) / 256, 1024));
		double ms = median_ms([=] { copy_kernel<T><<<blocks, 256>>>(pa, pb, n); });
		line(std::string("copy ") + type + " " + std::to_string(n), 2.0 * n * sizeof(T), ms);
	}
}

static void transfers(size_t bytes)
{
	char* device;
	CUDA_OK(cudaMalloc((void**)&device, bytes));
	enum { PAGEABLE, PINNED };
	for (int kind : { PAGEABLE, PINNED })
	{
		char* host = nullptr;
		if (kind == PINNED)
			CUDA_OK(cudaMallocHost((void**)&host, bytes));
		else
			host = static_cast<char*>(std::malloc(bytes));
		std::memset(host, '{', bytes);	/* '}' for the editor */
		line(kind ? "to device, pinned" : "to device, pageable", bytes, median_ms<3>([&] { CUDA_OK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice)); }));
		line(kind ? "to host, pinned" : "to host, pageable", bytes, median_ms<3>([&] { CUDA_OK(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost)); }));
		kind == PINNED ? (void)cudaFreeHost(host) : std::free(host);
	}
	CUDA_OK(cudaFree(device));
}

#define STREAMS 4
static void overlapped()
{
	const int n = 1 << 22;
	const int part = n / STREAMS;
	elem *host, *device;
	cudaStream_t s[STREAMS];
	CUDA_OK(cudaMallocHost(&host, n * sizeof(elem)));
	CUDA_OK(cudaMalloc(&device, 2 * n * sizeof(elem)));
	std::fill_n(host, n, elem(2));
	for (int k = 0; k < STREAMS; ++k) CUDA_OK(cudaStreamCreateWithFlags(s + k, cudaStreamNonBlocking));
	auto t0 = std::chrono::steady_clock::now();
	for (int k = 0; k < STREAMS; ++k)
	{
		size_t first = (size_t)k * part;
		CUDA_OK(cudaMemcpyAsync(device + first, host + first, part * sizeof(elem), cudaMemcpyHostToDevice, s[k]));
		scale<<<part / 256, 256, 0, s[k]>>>(device + n + first, device + first, elem(0.5), part);
		CUDA_OK(cudaMemcpyAsync(host + first, device + n + first, part * sizeof(elem), cudaMemcpyDeviceToHost, s[k]));
	}
	for (auto& stream : s) { CUDA_OK(cudaStreamSynchronize(stream)); CUDA_OK(cudaStreamDestroy(stream)); }
	double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t0).count();
	line("overlapped round trip", 2.0 * n * sizeof(elem), ms);
	if (std::count(host, host + n, elem(1)) != n) std::puts("overlapped: WRONG");
	cudaFreeHost(host);
	cudaFree(device);
}

int main(int argc, char** argv)
{
	const bool quick = argc > 1 && !std::strcmp(argv[1], "--quick");
	int n = 1 << 24;
	int threads = 256;
	int blocks = (n + threads - 1) / threads;

	line("empty launch", 0, median_ms([] { empty<<<1, 1>>>(); }));

	thrust::device_vector<elem> va(n, 1), vb(n, 2), vc(n, 0);
	elem *a = va.data().get(), *b = vb.data().get(), *c = vc.data().get();

	line("scale", 2.0 * n * sizeof(elem), median_ms([&] { scale<<<blocks, threads>>>(b, c, 3, n); }));
	line("add", 3.0 * n * sizeof(elem), median_ms([&] { add<<<blocks, threads>>>(a, b, c, n); }));
	line("triad", 3.0 * n * sizeof(elem), median_ms([&] { triad<<<dim3(blocks, 1, 1), dim3(threads, 1, 1)>>>(a, b, c, 3, n); }));
	line("thrust add", 3.0 * n * sizeof(elem), median_ms([&] { thrust::transform(va.begin(), va.end(), vb.begin(), vc.begin(), thrust::plus<elem>()); }));

	if (!quick)
	{
		for (int stride = 1; stride <= 64; stride *= 2)
			line("stride " + std::to_string(stride), 2.0 * n / stride * sizeof(elem), median_ms([&] { strided<<<(n / stride + 255) / 256, 256>>>(a, stride, n); }));
		for (int offset : { 0, 1, 2, 4, 8, 16, 32 })
			line("offset " + std::to_string(offset), 2.0 * (1 << 20) * sizeof(float), median_ms([&] { offset_copy<<<4096 - 1, 256>>>((float*)a, (float*)b, offset); }));
		sweep<char>("char");
		sweep<double>("double");
		sweep<int4>("int4");
	}

	for (const auto& [name, f, per_thread] : copies)
	{
		copy_fn kernel = f;
		int k = per_thread;
		line(name, 2.0 * n * sizeof(float), median_ms([=] { kernel<<<(n / k + 255) / 256, 256>>>((float*)a, (const float*)b, n); }));
	}

	int* out;
	CUDA_OK(cudaMalloc(&out, 64 * 256 * sizeof(int)));
	for (const auto& entry : conflicts)
	{
		conflict_fn kernel = entry.f;
		line(entry.name, 64.0 * 256 * 4096 * sizeof(int), median_ms([=] { (*kernel)<<<64, 256>>>(out, 4096); }));
	}

	unsigned* next;
	long long* cycles;
	const unsigned links = 1u << 16;
	CUDA_OK(cudaMallocManaged(&next, (links + 1) * sizeof(unsigned)));
	CUDA_OK(cudaMallocManaged(&cycles, sizeof(long long)));
	for (unsigned i = 0; i < links; ++i) next[i] = (i * 5 + 4099) % links;
	chase<<<1, 1, 0>>>(next, next + links, cycles, 1000);
	CUDA_OK(cudaDeviceSynchronize());
	std::printf("latency: %.1f cycles\n", *cycles / 1000.0);

	double* sum;
	CUDA_OK(cudaMallocManaged(&sum, sizeof(double)));
	*sum = 0;
	sum_blocks<<<128, 512>>>(a, sum, n);
	CUDA_OK(cudaDeviceSynchronize());
	std::printf("sum %.6g, thrust says %.6g\n", *sum, (double)thrust::reduce(va.begin(), va.end(), 0.0));

	transfers(size_t(quick ? 8 : 64) << 20);
	overlapped();
	cudaFree(out); cudaFree(next); cudaFree(cycles); cudaFree(sum);
	return 0;
}
