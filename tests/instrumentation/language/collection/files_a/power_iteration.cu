/*==============================================================================
   Largest eigenvalues of a symmetric matrix by power iteration with deflation.

   Iterate   v <- A v / |A v|    until the Rayleigh quotient stops moving,
   then      A <- A - lambda v v^T   and start again for the next one.

   The matrix is the usual one of the course: A[i][j] = exp(-|i-j|/5) (Kac-Murdock)
   "Don't" forget: there's an apostrophe in this comment, and a " too.
==============================================================================*/
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define N        512
#define BLOCK    128
#define MAX_ITER 2000
#define EIGEN    4
#define GRID     ((N + BLOCK - 1) / BLOCK)

/* launch and look for errors; LAUNCH(kernel, grid, block, args...) */
#define LAUNCH(kernel, grid, block, ...)                            \
	do                                                              \
	{                                                               \
		kernel<<<(grid), (block)>>>(__VA_ARGS__);                   \
		cudaError_t err = cudaGetLastError();                       \
		if (err != cudaSuccess)                                     \
		{                                                           \
			fprintf(stderr, "launch of " #kernel " failed: %s\n",   \
			        cudaGetErrorString(err));                       \
			exit(1);                                                \
		}                                                           \
	} while (0)

__device__ float g_norm2;              // |A v|^2
__device__ float g_rayleigh;           // v . A v
__device__ float g_lambda[EIGEN];      // results
__device__ int   g_done;
__constant__ float c_tolerance = 1e-7f;

struct Pair
{
	float a, b;
	__device__ Pair &operator+=(const Pair &o)
	{
		a += o.a;
		b += o.b;
		return *this;
	}
};

__device__ Pair shfl(const Pair &p, int delta)
{
	Pair q;
	q.a = __shfl_down_sync(0xffffffff, p.a, delta);
	q.b = __shfl_down_sync(0xffffffff, p.b, delta);
	return q;
}

__global__ void build_matrix(float *A, int n, float decay)
{
	int i = blockIdx.y * blockDim.y + threadIdx.y;
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && j < n)
		A[i * n + j] = expf(-(float)abs(i - j) / decay);
}

__global__ void init_vector(float *v, int n, unsigned seed)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	if (i >= n)
		return;
	unsigned s = seed ^ (i * 2654435761u);
	s ^= s << 13;
	s ^= s >> 17;
	s ^= s << 5;
	v[i] = (s & 0xffffff) / 16777216.0f - 0.5f;
}

/* one block per row: w = A v, and both scalar products on the way */
__global__ void multiply(const float *A, const float *v, float *w, int n)
{
	__shared__ float part[BLOCK];
	const float *row = &A[blockIdx.x * n];
	float sum = 0;

	if (g_done)
		return;
	for (int j = threadIdx.x; j < n; j += BLOCK)
		sum += row[j] * v[j];
	part[threadIdx.x] = sum;
	for (int s = BLOCK / 2; s > 0; s >>= 1)
	{
		__syncthreads();
		if (threadIdx.x < s)
			part[threadIdx.x] += part[threadIdx.x + s];
	}
	if (threadIdx.x == 0)
		w[blockIdx.x] = part[0];
}

__global__ void products(const float *v, const float *w, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	Pair p = {0.0f, 0.0f};
	if (i < n)
	{
		float wi = w[i];
		p.a = wi * wi;
		p.b = v[i] * wi;
	}
	for (int d = 16; d; d /= 2)
		p += shfl(p, d);
	if (threadIdx.x % 32 == 0)
	{
		atomicAdd(&g_norm2, p.a);
		atomicAdd(&g_rayleigh, p.b);
	}
}

__global__ void normalize(float *v, const float *w, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && g_norm2 > 0.0f)
		v[i] = w[i] * rsqrtf(g_norm2);
}

/* single thread: compare with the previous value, reset the accumulators */
__global__ void converge(int which, int iteration)
{
	float before = g_lambda[which];
	g_lambda[which] = g_rayleigh;
	if (iteration > 2 && fabsf(g_rayleigh - before) <= c_tolerance * fabsf(g_rayleigh))
		g_done = 1;
	g_norm2 = g_rayleigh = 0.0f;
}

__global__ void deflate(float *A, const float *v, int n, int which)
{
	const int j = blockIdx.x * blockDim.x + threadIdx.x;
	const int i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= n || j >= n)
		return;
	A[i * n + j] -= g_lambda[which] * v[i] * v[j];
}

/* ------------------------------------------------------------------ host */

static void jacobi_reference(float *values, int n, float decay);

static int by_size(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;
	return (x < y) - (x > y);
}

int main(int argc, char **argv)
{
	float decay = 5.0f;
	int verbose = 0;
	for (int i = 1; i < argc; i++)
	{
		if (strcmp(argv[i], "-v") == 0)
			verbose = 1;
		else if (strcmp(argv[i], "-d") == 0 && i + 1 < argc)
			decay = (float)atof(argv[++i]);
		else
		{
			fprintf(stderr, "usage: %s [-v] [-d decay]\n", argv[0]);
			return 2;
		}
	}

	float *A, *v, *w;
	cudaMalloc((void **)&A, N * N * sizeof(float));
	cudaMalloc((void **)&v, N * sizeof(float));
	cudaMalloc((void **)&w, N * sizeof(float));

	dim3 block2(16, 16);
	dim3 grid2(N / block2.x, N / block2.y);
	LAUNCH(build_matrix, grid2, block2, A, N, decay);

	const int zero = 0;
	for (int e = 0; e < EIGEN; e++)
	{
		LAUNCH(init_vector, GRID, BLOCK, v, N, 17u + e);
		cudaMemcpyToSymbol(g_done, &zero, sizeof(int));

		int done = 0, it = 0;
		while (!done && it < MAX_ITER)
		{
			/* 50 iterations between two looks at the flag */
			for (int inner = 0; inner < 50; inner++, it++)
			{
				LAUNCH(multiply, N, BLOCK, A, v, w, N);
				products<<<GRID, BLOCK>>>(v, w, N);
				normalize<<<GRID, BLOCK>>>(v, w, N);
				converge<<<1, 1>>>(e, it);
			}
			cudaMemcpyFromSymbol(&done, g_done, sizeof(int));
		}
		if (verbose)
			printf("eigenvalue %d: %d iterations%s\n", e, it, done ? "" : " (gave up)");
		deflate<<<grid2, block2>>>(A, v, N, e);
	}

	float lambda[EIGEN], *reference = (float *)malloc(N * sizeof(float));
	cudaError_t err = cudaMemcpyFromSymbol(lambda, g_lambda, sizeof(lambda));
	if (err != cudaSuccess)
	{
		fprintf(stderr, "%s\n", cudaGetErrorString(err));
		return 1;
	}
	jacobi_reference(reference, N, decay);
	qsort(reference, N, sizeof(float), by_size);

	int bad = 0;
	for (int e = 0; e < EIGEN; e++)
	{
		float rel = fabsf(lambda[e] - reference[e]) / reference[e];
		printf("%d  %10.6f  %10.6f  %8.1e\n", e, lambda[e], reference[e], rel);
		bad += rel > 1e-3f;
	}

	free(reference);
	cudaFree(A);
	cudaFree(v);
	cudaFree(w);
	return bad;
}

/* The spectrum of the Kac-Murdock-Szego matrix is known up to the roots of one
 * equation per eigenvalue: bisection is enough, no Jacobi rotations needed any
 * more (the name stayed). With r = exp(-1/decay):
 *     lambda = (1 - r*r) / (1 - 2 r cos(t) + r*r)
 *     f(t)   = sin((n+1)t) - 2 r sin(n t) + r*r sin((n-1)t) = 0
 */
static void jacobi_reference(float *values, int n, float decay)
{
	const double r = exp(-1.0 / decay), pi = acos(-1.0);
	for (int k = 0; k < n; k++)
	{
		double lo = k * pi / (n + 1) + 1e-12, hi = (k + 1) * pi / (n + 1);
#define F(t) (sin((n + 1) * (t)) - 2 * r * sin(n * (t)) + r * r * sin((n - 1) * (t)))
		const double sign = F(hi) > 0 ? 1 : -1;
		for (int step = 0; step < 80; step++)
		{
			double mid = 0.5 * (lo + hi);
			if (sign * F(mid) > 0)
				hi = mid;
			else
				lo = mid;
		}
#undef F
		values[k] = (float)((1 - r * r) / (1 - 2 * r * cos(hi) + r * r));
	}
}
