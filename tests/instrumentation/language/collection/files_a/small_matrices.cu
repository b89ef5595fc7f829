/* A grab bag of small matrix work, many matrices at once:
 *
 *   - 3x3 and 4x4 products, inverses, determinants (structs with operators)
 *   - 2x2 integer powers modulo p (Fibonacci numbers, of course)
 *   - boolean 64x64 matrices, one row per 64 bit word
 *   - traces and histograms of entries
 *
 * Layout of the output: one line per experiment,   name: value (expected)
 */
#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#define COUNT 4096            /* matrices of every kind */
#define THREADS 128
#define BLOCKS ((COUNT + THREADS - 1) / THREADS)
#define MODULUS 1000000007LL

#define gpu(what)                                                   \
  do {                                                              \
    cudaError_t r_ = (what);                                        \
    if (r_ != cudaSuccess) {                                        \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__,             \
              cudaGetErrorString(r_));                              \
      return 1;                                                     \
    }                                                               \
  } while (0)

typedef unsigned long long word;
typedef long long i64;

namespace linalg {

struct Vec3 {
  float x, y, z;
};

struct Mat3 {
  float m[3][3];
  __host__ __device__ float &operator()(int i, int j) { return m[i][j]; }
  __host__ __device__ float operator()(int i, int j) const { return m[i][j]; }
};

__host__ __device__ inline Mat3 operator*(const Mat3 &a, const Mat3 &b) {
  Mat3 c;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      c(i, j) = 0.0f;
      for (int k = 0; k < 3; k++) c(i, j) += a(i, k) * b(k, j);
    }
  return c;
}

__host__ __device__ inline Vec3 operator*(const Mat3 &a, const Vec3 &v) {
  Vec3 r = {a(0, 0) * v.x + a(0, 1) * v.y + a(0, 2) * v.z,
            a(1, 0) * v.x + a(1, 1) * v.y + a(1, 2) * v.z,
            a(2, 0) * v.x + a(2, 1) * v.y + a(2, 2) * v.z};
  return r;
}

__host__ __device__ inline float det(const Mat3 &a) {
  return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) -
         a(0, 1) * (a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0)) +
         a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
}

/* 2x2 of 64 bit integers, everything modulo MODULUS */
struct Mod2 {
  i64 a, b, c, d;
};

__host__ __device__ inline Mod2 operator*(Mod2 p, Mod2 q) {
  Mod2 r;
  r.a = (p.a * q.a % MODULUS + p.b * q.c % MODULUS) % MODULUS;
  r.b = (p.a * q.b % MODULUS + p.b * q.d % MODULUS) % MODULUS;
  r.c = (p.c * q.a % MODULUS + p.d * q.c % MODULUS) % MODULUS;
  r.d = (p.c * q.b % MODULUS + p.d * q.d % MODULUS) % MODULUS;
  return r;
}

template <typename M>
__host__ __device__ M power(M base, unsigned exponent, M one) {
  M result = one;
  while (exponent) {
    if (exponent & 1u) result = result * base;
    base = base * base;
    exponent >>= 1;
  }
  return result;
}

}  // namespace linalg

using linalg::Mat3;
using linalg::Mod2;
using linalg::Vec3;

/* rotations about z by i degrees, times a stretch */
__global__ void make_rotations(Mat3 *out, int n, float stretch = 1.0f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s, c;
  sincosf(i * 0.0174532925f, &s, &c);
  Mat3 r = {{{c, -s, 0.0f}, {s, c, 0.0f}, {0.0f, 0.0f, stretch}}};
  out[i] = r;
}

__global__ void multiply_pairs(const Mat3 *a, const Mat3 *b, Mat3 *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] * b[n - 1 - i];
}

__global__ void transform(const Mat3 *m, Vec3 *points, float *dets, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  points[i] = m[i] * points[i];
  dets[i] = linalg::det(m[i]);
}

/* Gauss-Jordan on a 4x4 matrix, row per thread, 32 matrices per block of 128 */
__global__ void invert4(const double *in, double *out, unsigned char *singular, int n) {
  __shared__ double work[32][4][8];
  const int which = threadIdx.x / 4;
  const int row = threadIdx.x % 4;
  const int id = blockIdx.x * 32 + which;
  double(*w)[8] = work[which];

  for (int j = 0; j < 4; j++) {
    w[row][j] = id < n ? in[id * 16 + row * 4 + j] : (double)(row == j);
    w[row][4 + j] = row == j ? 1.0 : 0.0;
  }
  __syncthreads();

  bool bad = false;
  for (int k = 0; k < 4; k++) {
    if (row == 0) {
      int best = k;
      for (int r = k + 1; r < 4; r++)
        if (fabs(w[r][k]) > fabs(w[best][k])) best = r;
      if (best != k)
        for (int j = 0; j < 8; j++) {
          double t = w[k][j];
          w[k][j] = w[best][j];
          w[best][j] = t;
        }
    }
    __syncthreads();
    const double pivot = w[k][k];
    if (fabs(pivot) < 1e-12) bad = true;
    const double f = row == k ? 0.0 : w[row][k] / pivot;
    __syncthreads();
    if (row != k)
      for (int j = 0; j < 8; j++) w[row][j] -= f * w[k][j];
    __syncthreads();
    if (row == k)
      for (int j = 0; j < 8; j++) w[k][j] /= pivot;
    __syncthreads();
  }

  if (id < n) {
    for (int j = 0; j < 4; j++) out[id * 16 + row * 4 + j] = w[row][4 + j];
    if (row == 0) singular[id] = bad;
  }
}

__global__ void fibonacci(long long *f, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Mod2 step = {1, 1, 1, 0}, one = {1, 0, 0, 1};
  f[i] = linalg::power(step, i, one).b;
}

/* C = A B over (or, and): block = one matrix of 64 rows, thread = a row */
__global__ void boolean_product(const word *a, const word *b, word *c) {
  __shared__ word rows[64];
  const unsigned t = threadIdx.x, base = blockIdx.x * 64;
  rows[t] = b[base + t];
  __syncthreads();
  word bits = a[base + t], r = 0;
  while (bits) {
    const int k = __ffsll(bits) - 1;
    r |= rows[k];
    bits &= bits - 1;
  }
  c[base + t] = r;
}

__global__ void count_bits(const word *w, int n, unsigned *total) {
  unsigned mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += __popcll(w[i]);
  for (int d = 16; d > 0; d >>= 1) mine += __shfl_down_sync(0xffffffff, mine, d);
  if ((threadIdx.x & 31) == 0) atomicAdd(total, mine);
}

/* entries of short matrices, low nibble; typical mistake: a warp adds to few bins */
__global__ void histogram(const short *entries, int n, int *bins, signed char shift) {
  __shared__ int local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[(entries[i] >> shift) & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(bins + threadIdx.x, local[threadIdx.x]);
}

/* ------------------------------------------------------------------ host */

template <typename T>
static T *managed(size_t n) {
  T *p = NULL;
  if (cudaMallocManaged((void **)&p, n * sizeof(T)) != cudaSuccess) {
    fputs("managed memory: \"no\"\n", stderr);
    exit(1);
  }
  return p;
}

static int failures = 0;
static void expect(const char *name, double value, double expected, double tolerance) {
  const bool ok = fabs(value - expected) <= tolerance;
  printf("%-18s %14.6g (%g)%s\n", name, value, expected, ok ? "" : "   <<<<<< WRONG >>>>>>");
  failures += !ok;
}

static int rotations(void) {
  Mat3 *a = managed<Mat3>(COUNT), *b = managed<Mat3>(COUNT), *c = managed<Mat3>(COUNT);
  Vec3 *points = managed<Vec3>(COUNT);
  float *dets = managed<float>(COUNT);
  for (int i = 0; i < COUNT; i++) points[i] = Vec3{1.0f, 0.0f, 1.0f};

  make_rotations<<<BLOCKS, THREADS>>>(a, COUNT, 1.0f);
  make_rotations<<<BLOCKS, THREADS>>>(b, COUNT, 2.0f);
  multiply_pairs<<<BLOCKS, THREADS>>>(a, b, c, COUNT);
  transform<<<BLOCKS, THREADS>>>(c, points, dets, COUNT);
  gpu(cudaDeviceSynchronize());

  Mat3 check = a[100] * b[COUNT - 1 - 100];
  expect("rotation product", c[100](0, 1), check(0, 1), 1e-5);
  expect("determinant", dets[7], 2.0, 1e-4);
  expect("point", points[11].x, cos((COUNT - 1) * 0.0174532925), 1e-3);
  cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(points); cudaFree(dets);
  return 0;
}

static int inverses(void) {
  const int n = 1000;
  double *in = managed<double>(16 * n), *out = managed<double>(16 * n);
  unsigned char *singular = managed<unsigned char>(n);
  for (int i = 0; i < 16 * n; i++) in[i] = (double)rand() / RAND_MAX + (i % 16 % 5 == 0 ? 2.0 : 0.0);
  for (int j = 0; j < 16; j++) in[16 * 13 + j] = j / 4 + 1;      // rank one

  const int per_block = 32;
  dim3 grid((n + per_block - 1) / per_block), block(4 * per_block);
  invert4<<<grid, block>>>(in, out, singular, n);
  gpu(cudaDeviceSynchronize());

  double worst = 0;
  for (int m = 0; m < n; m++) {
    if (m == 13) continue;
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        double s = i == j ? -1.0 : 0.0;
        for (int k = 0; k < 4; k++) s += in[16 * m + 4 * i + k] * out[16 * m + 4 * k + j];
        worst = fmax(worst, fabs(s));
      }
  }
  expect("A inv(A) - I", worst, 0.0, 1e-8);
  expect("singular", singular[13], 1, 0);
  cudaFree(in); cudaFree(out); cudaFree(singular);
  return 0;
}

static int integers(void) {
  i64 *f = managed<i64>(COUNT);
  word *a = managed<word>(64 * 32), *c = managed<word>(64 * 32);
  unsigned *total = managed<unsigned>(1);
  std::vector<short> entries(COUNT);
  short *d_entries;
  int *bins = managed<int>(16);

  fibonacci<<<COUNT / 256, 256>>>(f, COUNT);

  /* shift matrix: row i has bit (i + 1) % 64, the square shifts by two */
  for (int i = 0; i < 64 * 32; i++) a[i] = 1ULL << ((i % 64 + 1) % 64);
  *total = 0;
  boolean_product<<<32, 64>>>(a, a, c);
  count_bits<<<2, 256>>>(c, 64 * 32, total);

  for (int i = 0; i < COUNT; i++) entries[i] = (short)(i - COUNT / 2);
  for (int i = 0; i < 16; i++) bins[i] = 0;
  gpu(cudaMalloc(&d_entries, COUNT * sizeof(short)));
  gpu(cudaMemcpy(d_entries, entries.data(), COUNT * sizeof(short), cudaMemcpyHostToDevice));
  for (int shift = 0; shift < 8; shift += 4)
    histogram<<<4, dim3(64)>>>(d_entries, COUNT, bins, (signed char)shift);
  gpu(cudaDeviceSynchronize());

  expect("fibonacci(50)", (double)f[50], (double)(12586269025LL % MODULUS), 0);
  expect("boolean square", (double)(c[3] == 1ULL << 5), 1, 0);
  expect("bits", *total, 64 * 32, 0);
  expect("bin 5", bins[5], 2 * COUNT / 16, 0);
  cudaFree(f); cudaFree(a); cudaFree(c); cudaFree(total); cudaFree(d_entries); cudaFree(bins);
  return 0;
}

int main(void) {
  static const struct {
    const char *title;
    int (*run)(void);
  } experiments[] = {{"rotations", rotations}, {"inverses", inverses}, {"integers", integers}};

  for (unsigned i = 0; i < sizeof experiments / sizeof experiments[0]; i++) {
    printf("[%s]\n", experiments[i].title);
    if (experiments[i].run()) return EXIT_FAILURE;
  }
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
