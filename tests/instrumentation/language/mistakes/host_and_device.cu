// Functions and variables of the host in kernels, and words such as __device__ that are forgotten.

//~~ a kernel called like a function
__global__ void clear(float* C) { C[threadIdx.x] = 0.0f; }
__global__ void k(float* C) {
  clear(C);
}
//~ 3:3: error: 'clear' is a kernel and cannot be called like a function

//~~ a kernel launched by a kernel
__global__ void clear(float* C) { C[threadIdx.x] = 0.0f; }
__global__ void k(float* C) {
  clear<<<1, 32>>>(C);
}
//~ 3:3: error: a kernel launch in device code is not supported by TileScope

//~~ a function of the host called in a kernel
float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) {
  C[0] = twice(C[0]);
}
//~ 1:7: error: 'twice' runs on the host, but line 3 calls it in device code -- write __device__ before it

//~~ a function of the host called in several places
float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) {
  C[0] = twice(C[0]);
  C[1] = twice(C[1]);
}
__global__ void l(float* C) { C[0] = twice(C[0]); }
//~ 1:7: error: 'twice' runs on the host, but line 3 calls it in device code -- write __device__ before it

//~~ rand in a kernel
__global__ void k(int* C) {
  C[0] = rand() % 6;
}
//~ 2:10: error: 'rand' is not available here: this function runs only on the host

//~~ malloc in a kernel
__global__ void k(int* C, int n) {
  int* a = (int*)malloc(n * sizeof(int));
  a[0] = C[0];
  C[1] = a[0];
  free(a);
}
//~ 2:18: error: 'malloc' is not available here: allocation in a kernel is not supported; pass the kernel an array

//~~ cudaMalloc in a kernel
__global__ void k(int* C, int n) {
  int* a;
  cudaMalloc(&a, n * sizeof(int));
  C[0] = a[0];
}
//~ 3:3: error: 'cudaMalloc' is not available here: a kernel cannot use the host's CUDA runtime API

//~~ cout in a kernel
#include <iostream>
__global__ void k(int* C) {
  std::cout << C[0] << std::endl;
}
//~ 3:3: error: 'cout' is not available here: standard library streams do not work in device code; use printf

//~~ a variable of the host
int size = 16;
__global__ void k(int* C) {
  C[0] = size;
}
//~ 1:5: error: 'size' is a host variable, but a kernel reads it -- make it const, or __device__

//~~ a variable of main
__global__ void k(int* C) {
  if (threadIdx.x < count) C[threadIdx.x] = 0;
}
int main() {
  int count = 16;
  k<<<1, count>>>(nullptr);
}
//~ 2:21: error: 'count' is not declared here

//~~ a helper that has no body
__device__ float twice(float x);
__global__ void k(float* C) { C[0] = twice(C[0]); }
//~ 1:18: error: 'twice' is declared but not defined in this file

//~~ __device__ forgotten
float twice(float x) { return 2.0f * x; }
__device__ float four_times(float x) { return twice(twice(x)); }
__global__ void k(float* C) { C[0] = four_times(C[0]); }
//~ 1:7: error: 'twice' runs on the host, but line 2 calls it in device code -- write __device__ before it

//~~ __host__ only
__host__ float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) { C[0] = twice(C[0]); }
//~ 1:16: error: 'twice' runs on the host, but line 2 calls it in device code -- write __device__ before it

//~~ __global__ forgotten
void clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
int main() { clear<<<1, 32>>>(nullptr); }
//~ 1:6: error: 'clear' runs on the host, but uses 'threadIdx' -- write __global__ or __device__ before it

//~~ __global__ forgotten and no launch
void clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
//~ 1:6: error: 'clear' runs on the host, but uses 'threadIdx' -- write __global__ or __device__ before it

//~~ a constructor of the host
struct P { float x; P(float v) : x(v) {} };
__global__ void k(float* C) {
  P a(1.0f);
  P b(2.0f);
  C[0] = a.x + b.x;
}
//~ 1:21: error: this constructor runs on the host, but line 3 calls it in device code -- write __device__ before it

//~~ a method of the host
struct P {
  float x;
  float twice(float by) const { return by * x; }
};
__global__ void k(float* C, P p) { C[0] = p.twice(2.0f) + p.twice(3.0f); }
//~ 3:9: error: 'twice' runs on the host, but line 5 calls it in device code -- write __device__ before it

//~~ an operator of the host
typedef float3 vec;
vec operator*(const vec& a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
__global__ void k(vec* C) { C[0] = C[1] * 2.0f; }
//~ 2:5: error: 'operator*' runs on the host, but line 3 calls it in device code -- write __device__ before it
