// Mandelbrot and Julia sets, in float and double, with an own complex type.
// Writes PGM pictures. Keys: none, this is batch only.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <chrono>
#include <complex>
#include <map>
#include <string>
#include <vector>

#define DIM_X 16
#define DIM_Y 16
#define MAX_ITER 256

#define cudaCheck(ans) { cudaAssert((ans), __FILE__, __LINE__); }
inline void cudaAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
	if (code != cudaSuccess)
	{
		fprintf(stderr, "cudaAssert: %s %s %d\n", cudaGetErrorString(code), file, line);
		if (abort) exit(code);
	}
}

namespace fractal
{
	// ------------------------------------------------------------------
	template <typename T>
	struct Complex
	{
		T re, im;

		__host__ __device__ Complex(T r = T(0), T i = T(0)) : re(r), im(i) {}
		__host__ __device__ T norm() const { return re * re + im * im; }
		__host__ __device__ Complex square() const { return Complex(re * re - im * im, T(2) * re * im); }
		__host__ __device__ Complex &operator+=(const Complex &o)
		{
			re += o.re;
			im += o.im;
			return *this;
		}
	};

	template <typename T>
	__host__ __device__ inline Complex<T> operator+(Complex<T> a, const Complex<T> &b) { return a += b; }

	template <typename T>
	__host__ __device__ inline Complex<T> operator*(const Complex<T> &a, const Complex<T> &b)
	{
		return Complex<T>(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
	}

	template <typename T>
	struct View
	{
		T cx, cy, scale;
		int width, height;

		__host__ __device__ Complex<T> at(int px, int py) const
		{
			return Complex<T>(cx + (px - width / 2) * scale, cy + (py - height / 2) * scale);
		}
	};

	// z^Power + c, the usual one is Power == 2
	template <int Power, typename T>
	__host__ __device__ Complex<T> step(const Complex<T> &z, const Complex<T> &c)
	{
		if constexpr (Power == 2)
		{
			return z.square() + c;
		}
		else
		{
			Complex<T> p = z;
			for (int k = 1; k < Power; ++k)
				p = p * z;
			return p + c;
		}
	}

	template <typename T, int Power = 2>
	__host__ __device__ int escape(Complex<T> z, const Complex<T> &c, int limit = MAX_ITER)
	{
		int i = 0;
		while (i < limit && z.norm() < T(4))
		{
			z = step<Power>(z, c);
			++i;
		}
		return i;
	}
}

using fractal::Complex;
using fractal::View;

template <typename T>
__global__ void mandelbrot(unsigned char *out, View<T> view)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x;
	int py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= view.width || py >= view.height)
		return;
	int it = fractal::escape<T>(Complex<T>(), view.at(px, py));
	out[py * view.width + px] = (unsigned char)(it == MAX_ITER ? 0 : it);
}

template <int Power>
__global__ void multibrot(unsigned short *out, const View<float> view, int limit)
{
	for (int py = blockIdx.y * blockDim.y + threadIdx.y; py < view.height; py += gridDim.y * blockDim.y)
		for (int px = blockIdx.x * blockDim.x + threadIdx.x; px < view.width; px += gridDim.x * blockDim.x)
			out[py * view.width + px] = fractal::escape<float, Power>({0.f, 0.f}, view.at(px, py), limit);
}

struct JuliaParam
{
	float2 c;
	float radius;
	int *histogram;
};

__global__ void julia(uchar4 *out, JuliaParam par, int width, int height)
{
	__shared__ int hist[MAX_ITER + 1];
	int t = threadIdx.y * blockDim.x + threadIdx.x;
	for (int k = t; k <= MAX_ITER; k += blockDim.x * blockDim.y) hist[k] = 0;
	__syncthreads();

	int px = blockIdx.x * DIM_X + threadIdx.x;
	int py = blockIdx.y * DIM_Y + threadIdx.y;
	if (px < width && py < height)
	{
		float2 z = make_float2(3.f * px / width - 1.5f, 3.f * py / height - 1.5f);
		int it;
		for (it = 0; it < MAX_ITER; ++it)
		{
			float x2 = z.x * z.x, y2 = z.y * z.y;
			if (x2 + y2 > par.radius * par.radius) break;
			z.y = 2.f * z.x * z.y + par.c.y;
			z.x = x2 - y2 + par.c.x;
		}
		atomicAdd(&hist[it], 1);
		float t01 = (float)it / MAX_ITER;
		out[py * width + px] = make_uchar4(255 * t01, 255 * t01 * t01, 255 * sqrtf(t01), 255);
	}
	__syncthreads();
	for (int k = t; k <= MAX_ITER; k += blockDim.x * blockDim.y)
		if (hist[k] > 0)
			atomicAdd(par.histogram + k, hist[k]);
}

// smooth colouring
__global__ void smooth(float *out, double x0, double y0, double dx, double dy, int w, int h)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= w * h) return;
	const double cr = x0 + i % w * dx;
	const double ci = y0 + i / w * dy;
	double zr = 0, zi = 0;
	int n = 0;
	do
	{
		double t = zr * zr - zi * zi + cr;
		zi = 2 * zr * zi + ci;
		zr = t;
	} while (++n < MAX_ITER && zr * zr + zi * zi < 256.0);
	out[i] = n == MAX_ITER ? 0.f : n + 1 - log2f(logf((float)sqrt(zr * zr + zi * zi)));
}

// Area by counting: dynamic distribution of rows, a row per warp
__device__ int next_row;

__global__ void area(unsigned long long *inside, int size)
{
	const int lane = threadIdx.x & 31;
	unsigned long long mine = 0;
	for (;;)
	{
		int row;
		if (lane == 0) row = atomicAdd(&next_row, 1);
		row = __shfl_sync(0xffffffff, row, 0);
		if (row >= size) break;
		for (int col = lane; col < size; col += 32)
		{
			Complex<float> c(-2.f + 2.5f * (col + 0.5f) / size, 1.25f * (row + 0.5f) / size);
			if (fractal::escape(Complex<float>(), c) == MAX_ITER) mine++;
		}
	}
	if (mine) atomicAdd(inside, mine);
}

// ------------------------------------------------------------------ host
template <typename T> struct Name { static constexpr const char *value = "?"; };
template <> struct Name<float> { static constexpr const char *value = "float"; };
template <> struct Name<double> { static constexpr const char *value = "double"; };

static void write_pgm(const std::string &file, const unsigned char *p, int w, int h)
{
	FILE *f = fopen(file.c_str(), "wb");
	if (f == NULL) return;
	fprintf(f, "P5\n%d %d\n255\n", w, h);
	fwrite(p, 1, (size_t)w * h, f);
	fclose(f);
}

template <typename T>
static void render(const View<T> &view, const std::string &file)
{
	size_t bytes = (size_t)view.width * view.height;
	std::vector<unsigned char> picture(bytes);
	unsigned char *d;
	cudaCheck(cudaMalloc(&d, bytes));

	dim3 block(DIM_X, DIM_Y);
	dim3 grid;
	grid.x = (view.width + block.x - 1) / block.x;
	grid.y = (view.height + block.y - 1) / block.y;

	auto t0 = std::chrono::high_resolution_clock::now();
	mandelbrot<T><<<grid, block>>>(d, view);
	cudaCheck(cudaPeekAtLastError());
	cudaCheck(cudaDeviceSynchronize());
	auto t1 = std::chrono::high_resolution_clock::now();
	cudaCheck(cudaMemcpy(picture.data(), d, bytes, cudaMemcpyDeviceToHost));
	cudaCheck(cudaFree(d));

	printf("%-8s %5dx%-5d %8.3f ms -> %s\n", Name<T>::value, view.width, view.height,
	       std::chrono::duration<double, std::milli>(t1 - t0).count(), file.c_str());
	write_pgm(file, picture.data(), view.width, view.height);

	// one pixel in a thousand against std::complex
	int wrong = 0;
	for (size_t i = 0; i < bytes; i += 1009)
	{
		auto c0 = view.at(int(i % view.width), int(i / view.width));
		std::complex<T> z = 0, c(c0.re, c0.im);
		int it = 0;
		while (it < MAX_ITER && std::norm(z) < T(4)) { z = z * z + c; ++it; }
		wrong += std::abs((it == MAX_ITER ? 0 : it) - picture[i]) > 2;
	}
	if (wrong) printf("         %d samples differ (rounding?)\n", wrong);
}

static int run_multibrot(int power, unsigned short *d, View<float> v)
{
	dim3 b(32, 4), g(20, 60);
	switch (power)
	{
		case 2: multibrot<2><<<g, b>>>(d, v, 100); break;
		case 3: multibrot<3><<<g, b>>>(d, v, 100); break;
		case 4: { multibrot<4><<<g, b>>>(d, v, 100); break; }
		default: return -1;
	}
	return cudaGetLastError() == cudaSuccess ? 0 : -2;
}

int main(int argc, char **argv)
{
	std::map<std::string, std::string> opts;
	for (int i = 1; i + 1 < argc; i += 2)
		opts[argv[i]] = argv[i + 1];
	int w = opts.count("-w") ? atoi(opts["-w"].c_str()) : 1024;
	int h = opts.count("-h") ? atoi(opts["-h"].c_str()) : 768;

	render(View<float>{-0.5f, 0.f, 3.f / w, w, h}, "mandel_f.pgm");
	render(View<double>{-0.743643887, 0.131825904, 1e-5 / w, w, h}, "mandel_d.pgm");

	const int W = 640, H = 480;
	unsigned short *m;
	cudaCheck(cudaMalloc(&m, W * H * sizeof *m));
	for (int power = 2; power < 6; ++power)
		if (int r = run_multibrot(power, m, View<float>{0, 0, 2.5f / H, W, H}); r != 0)
			printf("power %d: %d\n", power, r);
	cudaCheck(cudaFree(m));

	uchar4 *colours;
	JuliaParam par;
	par.c = make_float2(-0.8f, 0.156f);
	par.radius = 2.f;
	cudaCheck(cudaMalloc(&colours, sizeof(uchar4) * W * H));
	cudaCheck(cudaMallocManaged(&par.histogram, (MAX_ITER + 1) * sizeof(int)));
	memset(par.histogram, 0, (MAX_ITER + 1) * sizeof(int));
	julia<<<dim3(W / DIM_X, H / DIM_Y), dim3(DIM_X, DIM_Y)>>>(colours, par, W, H);
	cudaCheck(cudaDeviceSynchronize());
	printf("julia: %d points stay inside\n", par.histogram[MAX_ITER]);

	float *s;
	cudaCheck(cudaMalloc(&s, sizeof(float) * W * H));
	smooth<<<(W * H + 127) / 128, 128>>>(s, -2.0, -1.2, 3.0 / W, 2.4 / H, W, H);

	unsigned long long *inside, count;
	cudaCheck(cudaMalloc(&inside, sizeof count));
	cudaCheck(cudaMemset(inside, 0, sizeof count));
	area<<<40, 128, 0, cudaStreamPerThread>>>(inside, 2000);
	cudaCheck(cudaDeviceSynchronize());
	cudaCheck(cudaMemcpy(&count, inside, sizeof count, cudaMemcpyDeviceToHost));
	printf("area about %.5f\n", 2 * count * (2.5 / 2000) * (1.25 / 2000));

	cudaFree(colours), cudaFree(par.histogram), cudaFree(s), cudaFree(inside);
	return 0;
}
