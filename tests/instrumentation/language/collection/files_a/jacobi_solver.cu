/*
 *  Iterative solvers for dense diagonally dominant systems  A x = b
 *
 *      Jacobi            x_new[i] = (b[i] - sum_{j != i} a[i][j] x[j]) / a[i][i]
 *      weighted Jacobi   x += w (x_new - x)
 *      red-black         even rows first, then odd rows with the new values
 *      chaotic           everybody updates in place, and we hope for the best
 *
 *  A teaching example: the chaotic one has a data race on purpose.
 */

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace solver
{

using Index = unsigned int;

template <typename T> struct Limits;
template <> struct Limits<float>
{
	static constexpr float tolerance = 1e-5f;
	static constexpr const char *name = "float";
};
template <> struct Limits<double>
{
	static constexpr double tolerance = 1e-11;
	static constexpr const char *name = "double";
};

// overloads for both precisions
__device__ __forceinline__ float absolute(float x) { return fabsf(x); }
__device__ __forceinline__ double absolute(double x) { return fabs(x); }

// atomicMax for non-negative floating point numbers
__device__ inline void atomic_max_positive(float *p, float v)
{
	atomicMax(reinterpret_cast<int *>(p), __float_as_int(v));
}
__device__ inline void atomic_max_positive(double *p, double v)
{
	unsigned long long *q = (unsigned long long *)p;
	unsigned long long old = *q, assumed;
	do
	{
		assumed = old;
		if (__longlong_as_double(assumed) >= v)
			break;
		old = atomicCAS(q, assumed, __double_as_longlong(v));
	} while (assumed != old);
}

// row . x without the diagonal
template <typename T>
__device__ T off_diagonal(const T *__restrict__ row, const T *x, Index n, Index i)
{
	T sum = 0;
	for (Index j = 0; j < n; ++j)
	{
		if (j == i)
			continue;
		sum += row[j] * x[j];
	}
	return sum;
}

template <typename T>
__global__ void jacobi(const T *A, const T *b, const T *x, T *x_new, Index n)
{
	const Index i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	x_new[i] = (b[i] - off_diagonal(A + (size_t)i * n, x, n, i)) / A[(size_t)i * n + i];
}

// x is staged through shared memory, TILE values at a time
template <typename T, int TILE>
__global__ void jacobi_weighted(const T *A, const T *b, const T *x, T *x_new, Index n, T weight)
{
	__shared__ T xs[TILE];
	const Index i = blockIdx.x * TILE + threadIdx.x;

	T sum = 0, diagonal = 1;
	for (Index j0 = 0; j0 < n; j0 += TILE)
	{
		xs[threadIdx.x] = j0 + threadIdx.x < n ? x[j0 + threadIdx.x] : T(0);
		__syncthreads();
		if (i < n)
			for (Index j = 0; j < TILE && j0 + j < n; ++j)
			{
				const T a = A[(size_t)i * n + j0 + j];
				if (j0 + j == i)
					diagonal = a;
				else
					sum += a * xs[j];
			}
		__syncthreads();
	}
	if (i < n)
	{
		const T old = x[i];
		x_new[i] = old + weight * ((b[i] - sum) / diagonal - old);
	}
}

template <typename T>
__global__ void red_black(const T *A, const T *b, T *x, Index n, int color)
{
	const Index i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + color;
	if (i < n)
		x[i] = (b[i] - off_diagonal(A + (size_t)i * n, x, n, i)) / A[(size_t)i * n + i];
}

template <typename T>
__global__ void chaotic(const T *A, const T *b, T *x, Index n)
{
	Index i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = (b[i] - off_diagonal(&A[(size_t)i * n], x, n, i)) / A[(size_t)i * (n + 1)];
}

// ||x - y||_inf
template <typename T>
__global__ void distance(const T *x, const T *y, Index n, T *result)
{
	T worst = 0;
	for (Index i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
	{
		const T d = absolute(x[i] - y[i]);
		worst = d > worst ? d : worst;
	}
	atomic_max_positive(result, worst);
}

template <typename T>
__global__ void residual(const T *A, const T *b, const T *x, Index n, T *result)
{
	extern __shared__ unsigned char raw[];
	T *part = reinterpret_cast<T *>(raw);
	T sum = 0;
	for (Index j = threadIdx.x; j < n; j += blockDim.x)
		sum += A[(size_t)blockIdx.x * n + j] * x[j];
	part[threadIdx.x] = sum;
	__syncthreads();
	for (Index s = blockDim.x >> 1; s; s >>= 1)
	{
		if (threadIdx.x < s)
			part[threadIdx.x] += part[threadIdx.x + s];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomic_max_positive(result, absolute(part[0] - b[blockIdx.x]));
}

} // namespace solver

// ================================================================ host

static void ensure(cudaError_t e, const std::string &what)
{
	if (e != cudaSuccess)
		throw std::runtime_error(what + ": '" + cudaGetErrorString(e) + "'");
}

// kernel<<<...>>>(args...) for every kernel and any arguments
template <typename... Params, typename... Args>
void launch(void (*kernel)(Params...), dim3 grid, dim3 block, size_t shared, Args &&...args)
{
	static_assert(sizeof...(Params) == sizeof...(Args), "wrong number of arguments");
	kernel<<<grid, block, shared>>>(static_cast<Params>(std::forward<Args>(args))...);
	ensure(cudaGetLastError(), "launch");
}

template <typename T>
class DeviceArray
{
public:
	DeviceArray(size_t n = 0) : n_(n)
	{
		if (n)
			ensure(cudaMalloc(reinterpret_cast<void **>(&p_), n * sizeof(T)), "cudaMalloc");
	}
	template <typename It>
	DeviceArray(It first, It last) : DeviceArray(std::distance(first, last))
	{
		std::vector<T> copy(first, last);
		ensure(cudaMemcpy(p_, copy.data(), n_ * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
	}
	DeviceArray(DeviceArray &&o) noexcept { swap(o); }
	DeviceArray &operator=(DeviceArray &&o) noexcept
	{
		swap(o);
		return *this;
	}
	~DeviceArray() { cudaFree(p_); }
	void swap(DeviceArray &o) noexcept { std::swap(p_, o.p_), std::swap(n_, o.n_); }
	void zero() { ensure(cudaMemset(p_, 0, n_ * sizeof(T)), "cudaMemset"); }
	T front() const
	{
		T v;
		ensure(cudaMemcpy(&v, p_, sizeof v, cudaMemcpyDeviceToHost), "cudaMemcpy");
		return v;
	}
	T *operator+() const { return p_; }     // +array is the pointer

private:
	T *p_ = nullptr;
	size_t n_ = 0;
};

template <typename T>
struct System
{
	unsigned n;
	DeviceArray<T> A, b, x, y, scratch{1};

	explicit System(unsigned size) : n(size)
	{
		std::vector<T> a(size_t(n) * n), rhs(n);
		for (unsigned i = 0; i < n; ++i)
		{
			T row = 0;
			for (unsigned j = 0; j < n; ++j)
				if (i != j)
					row += std::abs(a[i * n + j] = T(int((i * 7919u + j * 104729u) % 1000) - 500) / T(1000));
			a[i * n + i] = T(1.5) * row + 1;
			rhs[i] = T(i % 17) - 8;
		}
		A = DeviceArray<T>(a.begin(), a.end());
		b = DeviceArray<T>(rhs.begin(), rhs.end());
		x = DeviceArray<T>(n);
		y = DeviceArray<T>(n);
	}
	T norm_of_residual()
	{
		scratch.zero();
		solver::residual<T><<<n, 64, 64 * sizeof(T)>>>(+A, +b, +x, n, +scratch);
		return scratch.front();
	}
	T step_length()
	{
		scratch.zero();
		solver::distance<T><<<16, 128>>>(+x, +y, n, +scratch);
		return scratch.front();
	}
};

template <typename T>
std::vector<std::tuple<std::string, int, T>> solve_all(unsigned n, int limit)
{
	using namespace solver;
	System<T> s(n);
	constexpr int threads = 64;
	const int blocks = (n + threads - 1) / threads;

	using Step = std::function<void(System<T> &)>;
	const std::array<std::pair<const char *, Step>, 4> methods{{
		{"jacobi",
		 [=](System<T> &q) {
			 jacobi<T><<<blocks, threads>>>(+q.A, +q.b, +q.x, +q.y, q.n);
			 q.x.swap(q.y);
		 }},
		{"weighted",
		 [=](System<T> &q) {
			 launch(jacobi_weighted<T, threads>, blocks, threads, 0, +q.A, +q.b, +q.x, +q.y, q.n, T(0.9));
			 q.x.swap(q.y);
		 }},
		{"red-black",
		 [=](System<T> &q) {
			 cudaMemcpyAsync(+q.y, +q.x, q.n * sizeof(T), cudaMemcpyDeviceToDevice);
			 for (int color : {0, 1})
				 red_black<T><<<(blocks + 1) / 2, threads, 0, nullptr>>>(+q.A, +q.b, +q.x, q.n, color);
		 }},
		{"chaotic",
		 [=](System<T> &q) {
			 cudaMemcpyAsync(+q.y, +q.x, q.n * sizeof(T), cudaMemcpyDeviceToDevice);
			 chaotic<<<blocks, threads>>>(+q.A, +q.b, +q.x, q.n);
		 }},
	}};

	std::vector<std::tuple<std::string, int, T>> results;
	for (const auto &[name, step] : methods)
	{
		s.x.zero();
		s.y.zero();
		int it = 0;
		do
			step(s);
		while (++it < limit && s.step_length() > Limits<T>::tolerance);
		results.emplace_back(name, it, s.norm_of_residual());
	}
	return results;
}

template <typename T>
bool report(unsigned n)
{
	std::ostringstream table;
	table << "-- " << solver::Limits<T>::name << ", n = " << n << " --\n";
	bool good = true;
	for (auto &&[name, iterations, r] : solve_all<T>(n, 500))
	{
		table << std::setw(12) << name << std::setw(6) << iterations << "  |Ax - b| = " << r << '\n';
		good = good && r < 1e3 * solver::Limits<T>::tolerance * n;
	}
	std::cout << table.str() << std::flush;
	return good;
}

template <typename... Ts>
bool report_all(unsigned n) { return (report<Ts>(n) && ...); }

int main(int argc, char **argv)
{
	try
	{
		const unsigned n = argc > 1 ? std::stoul(argv[1]) : 500u;
		return report_all<float, double>(n) ? 0 : 1;
	}
	catch (const std::invalid_argument &)
	{
		std::cerr << "that's not a number: " << argv[1] << '\n';
	}
	catch (const std::exception &e)
	{
		std::cerr << e.what() << '\n';
	}
	catch (...)
	{
		std::cerr << "???" << '\n';
	}
	return 2;
}
