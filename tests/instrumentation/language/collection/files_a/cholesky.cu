// Cholesky factorization A = L * L^T of symmetric positive definite matrices.
// Two strategies behind an abstract interface: column by column, and blocked.
//
// Everything lives in unified memory so that the host can peek.

#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// ---------------------------------------------------------------- forward declarations
__global__ void sqrt_diagonal(float* a, int n, int k);
__global__ void scale_column(float* a, int n, int k);
__global__ void rank_one_update(float* a, int n, int k);
__global__ void clear_upper(float* a, int n);
template <int NB> __global__ void factor_block(float* a, int n, int k0, int* info);
template <int NB> __global__ void panel_solve(float* a, int n, int k0);
template <int NB> __global__ void trailing_update(float* a, int n, int k0);

// ---------------------------------------------------------------- errors
class GpuException : public std::exception
{
public:
	GpuException(cudaError_t code, const std::string& where)
	{
		std::ostringstream text;
		text << where << ": [" << static_cast<int>(code) << "] " << cudaGetErrorString(code);
		message = text.str();
	}
	const char* what() const noexcept override { return message.c_str(); }

private:
	std::string message;
};

#define STRINGIFY2(x) #x
#define STRINGIFY(x) STRINGIFY2(x)
#define GPU(expression)                                                      \
	if (cudaError_t code_ = (expression); code_ != cudaSuccess)              \
		throw GpuException(code_, __FILE__ ":" STRINGIFY(__LINE__) " " #expression)

// ---------------------------------------------------------------- host classes
class Managed
{
public:
	// every derived class is allocated in unified memory
	void* operator new(std::size_t size)
	{
		void* p;
		if (cudaMallocManaged(&p, size) != cudaSuccess)
			throw std::bad_alloc();
		return p;
	}
	void operator delete(void* p) { cudaFree(p); }
};

class SquareMatrix : public Managed
{
public:
	explicit SquareMatrix(int n) : size_(n)
	{
		GPU(cudaMallocManaged(&data_, sizeof(float) * n * n));
	}
	SquareMatrix(const SquareMatrix& other) : SquareMatrix(other.size_)
	{
		for (int i = 0; i < size_ * size_; ++i)
			data_[i] = other.data_[i];
	}
	~SquareMatrix() { cudaFree(data_); }

	float& operator()(int r, int c) { return data_[r * size_ + c]; }
	float operator()(int r, int c) const { return data_[r * size_ + c]; }
	float* data() { return data_; }
	int size() const { return size_; }

private:
	int size_;
	float* data_ = nullptr;
};

struct Factorization
{
	virtual ~Factorization() = default;
	virtual std::string name() const = 0;
	virtual void run(SquareMatrix& a) = 0;
};

class ColumnByColumn final : public Factorization
{
	static constexpr int threads = 128;

public:
	std::string name() const override { return "column by column"; }
	void run(SquareMatrix& a) override
	{
		const int n = a.size();
		for (int k = 0; k < n; ++k)
		{
			const int rest = n - k - 1;
			sqrt_diagonal<<<1, 1>>>(a.data(), n, k);
			if (!rest)
				continue;
			scale_column<<<(rest + threads - 1) / threads, threads>>>(a.data(), n, k);
			dim3 block(16, 16);
			dim3 grid((rest + 15) / 16, (rest + 15) / 16);
			rank_one_update<<<grid, block>>>(a.data(), n, k);
		}
		GPU(cudaGetLastError());
		clear_upper<<<n, 64>>>(a.data(), n);
		GPU(cudaDeviceSynchronize());
	}
};

template <int NB>
class Blocked final : public Factorization
{
public:
	std::string name() const override { return "blocked, NB = " + std::to_string(NB); }

	void run(SquareMatrix& a) override
	{
		const int n = a.size();
		if (n % NB)
			throw std::invalid_argument("size must be a multiple of " + std::to_string(NB));

		int* info = nullptr;
		GPU(cudaMallocManaged(&info, sizeof(int)));
		*info = 0;
		for (int k0 = 0; k0 < n; k0 += NB)
		{
			const int tiles = (n - k0) / NB - 1;
			factor_block<NB><<<1, dim3(NB, NB)>>>(a.data(), n, k0, info);
			if (tiles > 0)
			{
				panel_solve<NB><<<tiles, NB>>>(a.data(), n, k0);
				trailing_update<NB><<<dim3(tiles, tiles), dim3(NB, NB)>>>(a.data(), n, k0);
			}
		}
		clear_upper<<<n, 64>>>(a.data(), n);
		GPU(cudaDeviceSynchronize());
		const int failed = *info;
		cudaFree(info);
		if (failed)
			throw std::domain_error("not positive definite at column " + std::to_string(failed - 1));
	}
};

// ---------------------------------------------------------------- kernels
__global__ void sqrt_diagonal(float* a, int n, int k)
{
	a[k * n + k] = sqrtf(a[k * n + k]);
}

__global__ void scale_column(float* a, int n, int k)
{
	const int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i * n + k] /= a[k * n + k];
}

// lower triangle only
__global__ void rank_one_update(float* a, int n, int k)
{
	const int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
	const int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
	if (i < n && j <= i)
		a[i * n + j] -= a[i * n + k] * a[j * n + k];
}

__global__ void clear_upper(float* a, int n)
{
	float* row = a + blockIdx.x * n;
	for (int j = blockIdx.x + 1 + threadIdx.x; j < n; j += blockDim.x)
		row[j] = 0.f;
}

// one block of NB x NB threads factors the diagonal block in shared memory
template <int NB>
__global__ void factor_block(float* a, int n, int k0, int* info)
{
	__shared__ float s[NB][NB + 1];
	const int r = threadIdx.y;
	const int c = threadIdx.x;
	float& mine = a[(k0 + r) * n + k0 + c];
	s[r][c] = mine;
	__syncthreads();

	for (int k = 0; k < NB; ++k)
	{
		if (r == k && c == k)
		{
			if (!(s[k][k] > 0.f))
				atomicCAS(info, 0, k0 + k + 1);
			s[k][k] = sqrtf(s[k][k]);
		}
		__syncthreads();
		if (c == k && r > k)
			s[r][k] /= s[k][k];
		__syncthreads();
		if (r > k && c > k && c <= r)
			s[r][c] -= s[r][k] * s[c][k];
		__syncthreads();
	}
	if (c <= r)
		mine = s[r][c];
}

// thread t of block b owns row b*NB + t below the diagonal block: x * L^T = row
template <int NB>
__global__ void panel_solve(float* a, int n, int k0)
{
	__shared__ float l[NB * NB];
	for (int i = 0; i < NB; ++i)
		l[i * NB + threadIdx.x] = a[(k0 + i) * n + k0 + threadIdx.x];
	__syncthreads();

	float* row = a + (size_t)(k0 + NB + blockIdx.x * NB + threadIdx.x) * n + k0;
	float x[NB];
	for (int j = 0; j < NB; ++j)
	{
		float v = row[j];
		for (int p = 0; p < j; ++p)
			v -= x[p] * l[j * NB + p];
		x[j] = v / l[j * NB + j];
	}
	for (int j = 0; j < NB; ++j)
		row[j] = x[j];
}

template <int NB>
__global__ void trailing_update(float* a, int n, int k0)
{
	if (blockIdx.x > blockIdx.y)
		return; // above the diagonal

	__shared__ float left[NB][NB + 1];
	__shared__ float right[NB][NB + 1];

	const int first = k0 + NB;
	const int i = first + blockIdx.y * NB + threadIdx.y;
	const int j = first + blockIdx.x * NB + threadIdx.x;

	left[threadIdx.y][threadIdx.x] = a[i * n + k0 + threadIdx.x];
	right[threadIdx.y][threadIdx.x] = a[(first + blockIdx.x * NB + threadIdx.y) * n + k0 + threadIdx.x];
	__syncthreads();

	float sum = 0.f;
	for (int p = 0; p < NB; ++p)
		sum += left[threadIdx.y][p] * right[threadIdx.x][p];
	a[i * n + j] -= sum;
}

// ---------------------------------------------------------------- driver
std::unique_ptr<SquareMatrix> positive_definite(int n)
{
	auto m = std::make_unique<SquareMatrix>(n);
	for (int i = 0; i < n; ++i)
		for (int j = 0; j <= i; ++j)
			(*m)(i, j) = (*m)(j, i) = (i == j ? n : 0) + 1.0f / (1.0f + i + j);
	return m;
}

double residual(const SquareMatrix& a, const SquareMatrix& l)
{
	const int n = a.size();
	double worst = 0;
	#pragma omp parallel for reduction(max : worst)
	for (int i = 0; i < n; ++i)
		for (int j = 0; j <= i; ++j)
		{
			double s = 0;
			for (int k = 0; k <= j; ++k)
				s += double(l(i, k)) * l(j, k);
			worst = std::max(worst, std::fabs(s - a(i, j)));
		}
	return worst / n;
}

int main(int argc, char* argv[])
{
	try
	{
		const int n = argc > 1 ? std::stoi(argv[1]) : 512;
		std::vector<std::unique_ptr<Factorization>> all;
		all.emplace_back(new ColumnByColumn);
		all.push_back(std::make_unique<Blocked<8>>());
		all.push_back(std::make_unique<Blocked<16>>());
		all.push_back(std::make_unique<Blocked<32>>());

		const auto a = positive_definite(n);
		for (auto& f : all)
		{
			auto l = std::make_unique<SquareMatrix>(*a);
			const auto t0 = std::chrono::high_resolution_clock::now();
			f->run(*l);
			const std::chrono::duration<double, std::milli> ms = std::chrono::high_resolution_clock::now() - t0;
			std::cout << f->name() << ": " << ms.count() << " ms, residual " << residual(*a, *l) << '\n';
		}

		// must throw
		SquareMatrix bad(*a);
		bad(5, 5) = -1.0f;
		try
		{
			Blocked<16>().run(bad);
			std::cout << "no exception?!" << std::endl;
			return EXIT_FAILURE;
		}
		catch (const std::domain_error& e)
		{
			std::cout << "as expected: \"" << e.what() << "\"\n";
		}
	}
	catch (const std::exception& e)
	{
		std::cerr << e.what() << std::endl;
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
