// One kernel, many algebras.
struct PlusTimes {
  template <typename T> __host__ __device__ static T zero() { return T(0); }
  template <typename T> __host__ __device__ static T add(T a, T b) { return a + b; }
  template <typename T> __host__ __device__ static T mul(T a, T b) { return a * b; }
};

struct MaxMin {   // widest path
  template <typename T> __host__ __device__ static T zero() { return T(-1); }
  template <typename T> __host__ __device__ static T add(T a, T b) { return a > b ? a : b; }
  template <typename T> __host__ __device__ static T mul(T a, T b) { return a < b ? a : b; }
};

struct XorAnd {   // GF(2)
  template <typename T> __host__ __device__ static T zero() { return T(); }
  template <typename T> __host__ __device__ static T add(T a, T b) { return a ^ b; }
  template <typename T> __host__ __device__ static T mul(T a, T b) { return a & b; }
};

template <class Ring, typename T, int W = 16>
__global__ void ring_mm(const T* u, const T* v, T* w, int n) {
  __shared__ T su[W][W];
  __shared__ T sv[W][W];
  const int r = blockIdx.y * W + threadIdx.y, c = blockIdx.x * W + threadIdx.x;
  T sum = Ring::template zero<T>();
  for (int base = 0; base < n; base += W) {   // n % W == 0
    su[threadIdx.y][threadIdx.x] = u[r * n + base + threadIdx.x];
    sv[threadIdx.y][threadIdx.x] = v[(base + threadIdx.y) * n + c];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < W; ++k)
      sum = Ring::add(sum, Ring::mul(su[threadIdx.y][k], sv[k][threadIdx.x]));
    __syncthreads();
  }
  w[r * n + c] = sum;
}

template __global__ void ring_mm<PlusTimes, float>(const float*, const float*, float*, int);
template __global__ void ring_mm<MaxMin, int>(const int*, const int*, int*, int);
template __global__ void ring_mm<XorAnd, unsigned>(const unsigned*, const unsigned*, unsigned*, int);
