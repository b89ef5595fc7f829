// What C++, CUDA or another language has, and TileScope does not read.

//~~ a lambda
__global__ void k(float* C) {
  auto twice = [](float x) { return 2.0f * x; };
  C[0] = twice(C[0]);
}
//~ 2:16: error: a lambda is not supported by TileScope

//~~ new and delete
__global__ void k(float* C, int n) {
  float* a = new float[n];
  a[0] = C[0];
  C[1] = a[0];
  delete[] a;
}
//~ 2:14: error: new is not supported by TileScope
//~ 5:3: error: delete is not supported by TileScope

//~~ a virtual function
struct Shape { __device__ virtual float area() { return 0.0f; } };
__global__ void k(Shape* S, float* C) { C[0] = S->area(); }
//~ 1:41: error: virtual functions are not supported by TileScope

//~~ a derived structure
struct Base { float x; };
struct Derived : Base { float y; };
__global__ void k(Derived* D) { D[0].y = 1.0f; }
//~ 2:16: error: inheritance is not supported by TileScope

//~~ a texture
texture<float, 2> image;
__global__ void k(float* C) { C[0] = tex2D(image, 0.5f, 0.5f); }
//~ 1:1: error: 'texture' is not available here: textures are not supported

//~~ a texture object
__global__ void k(cudaTextureObject_t image, float* C) {
  C[threadIdx.x] = tex1Dfetch<float>(image, threadIdx.x);
}
//~ 1:19: error: 'cudaTextureObject_t' is not available here: textures are not supported

//~~ a surface
__global__ void k(cudaSurfaceObject_t image) {
  surf2Dwrite(1.0f, image, 0, 0);
}
//~ 1:19: error: 'cudaSurfaceObject_t' is not available here: surfaces are not supported

//~~ assembly
__global__ void k(unsigned* C) {
  unsigned lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  C[0] = lane;
}
//~ 3:3: error: inline assembly is not supported by TileScope

//~~ a vector
#include <vector>
__global__ void k(std::vector<float> A, float* C) {
  C[0] = A[0];
}
//~ 2:19: error: 'vector' is not available here: standard library containers do not work in device code

//~~ a local vector
#include <vector>
__global__ void k(float* C) {
  std::vector<float> A(16);
  C[0] = A[0];
}
//~ 3:3: error: 'vector' is not available here: standard library containers do not work in device code

//~~ a string
#include <string>
__global__ void k(int n) {
  std::string name = "n";
  printf("%s %d", name.c_str(), n);
}
//~ 3:3: error: 'string' is not available here: standard library containers do not work in device code

//~~ half
#include <cuda_fp16.h>
__global__ void k(half* A, float* C) {
  C[0] = __half2float(A[0]);
}
//~ 2:19: error: 'half' is not available here: 16-bit and smaller floats are not supported; use float

//~~ bfloat16
__global__ void k(__nv_bfloat16* A, float* C) {
  C[0] = __bfloat162float(A[0]);
}
//~ 1:19: error: '__nv_bfloat16' is not available here: 16-bit and smaller floats are not supported; use float

//~~ cooperative groups
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float* C) {
  cg::thread_block block = cg::this_thread_block();
  C[threadIdx.x] = 1.0f;
  block.sync();
}
//~ 4:3: error: 'thread_block' is not available here: cooperative groups are not supported; use __syncthreads()

//~~ cooperative groups with auto
#include <cooperative_groups.h>
using namespace cooperative_groups;
__global__ void k(float* C) {
  auto grid = this_grid();
  C[threadIdx.x] = 1.0f;
  grid.sync();
}
//~ 4:15: error: 'this_grid' is not available here: cooperative groups are not supported; use __syncthreads()

//~~ a function of a group
#include <cooperative_groups.h>
using namespace cooperative_groups;
__device__ int lane(thread_group group) { return group.thread_rank(); }
__global__ void k(int* C) {
  C[threadIdx.x] = lane(this_thread_block());
}
//~ 3:21: error: 'thread_group' is not available here: cooperative groups are not supported; use __syncthreads()

//~~ wmma
#include <mma.h>
using namespace nvcuda;
__global__ void k(const half* A, const half* B, float* C) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::load_matrix_sync(a, A, 16);
}
//~ 3:25: error: 'half' is not available here: 16-bit and smaller floats are not supported; use float
//~ 4:3: error: 'fragment' is not available here: tensor cores are not supported

//~~ thrust
#include <thrust/device_vector.h>
__global__ void k(thrust::device_vector<float> A) {
  A[0] = 1.0f;
}
//~ 2:19: error: 'device_vector' is not available here: Thrust and CUB are not supported; write the kernel yourself

//~~ cub
#include <cub/cub.cuh>
__global__ void k(float* C) {
  typedef cub::BlockReduce<float, 128> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  C[0] = Reduce(storage).Sum(C[threadIdx.x]);
}
//~ 3:11: error: 'BlockReduce' is not available here: Thrust and CUB are not supported; write the kernel yourself

//~~ curand
#include <curand_kernel.h>
__global__ void k(float* C) {
  curandState state;
  curand_init(1, threadIdx.x, 0, &state);
  C[threadIdx.x] = curand_uniform(&state);
}
//~ 3:3: error: 'curandState' is not available here: cuRAND is not supported; write a random number generator

//~~ an exception
__global__ void k(float* C, int n) {
  if (n < 0) throw 1;
  try { C[0] = 1.0f; } catch (...) { }
}
//~ 2:14: error: exception handling is not supported by TileScope
//~ 3:3: error: exception handling is not supported by TileScope

//~~ a pointer to a function
__device__ float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) {
  float (*f)(float) = twice;
  C[0] = f(C[0]);
}
//~ 3:13: error: function pointers are not supported by TileScope -- call the function by its name

//~~ variable arguments
template <typename... T> __device__ float sum(T... all) { return (all + ...); }
__global__ void k(float* C) { C[0] = sum(C[0], C[1]); }
//~ 2:38: error: 'sum' is a variadic template or takes a template, which TileScope does not support

//~~ fields of bits
struct Flags { unsigned low : 4, high : 4; };
__global__ void k(Flags* F) { F[0].low = 1; }
//~ 1:25: error: bit fields are not supported by TileScope
//~ 1:34: error: bit fields are not supported by TileScope

//~~ dynamic_cast
struct Base { float x; };
__global__ void k(Base* B, float* C) { C[0] = dynamic_cast<Base*>(B)->x; }
//~ 2:47: error: dynamic_cast is not supported in device code

//~~ the name of an array in typeid
__global__ void k(float* C) { C[0] = typeid(C) == typeid(float*); }
//~ 1:38: error: typeid is not supported by TileScope
//~ 1:51: error: typeid is not supported by TileScope

//~~ a tuple taken apart
struct Pair { float a, b; };
__global__ void k(Pair* P, float* C) {
  auto [a, b] = P[0];
  C[0] = a + b;
}
//~ 3:8: error: structured bindings are not supported by TileScope -- name the members one by one

//~~ no kernel
__device__ float twice(float x) { return 2.0f * x; }
//~ 1:1: error: no kernel was found in this file -- a kernel begins with __global__ void

//~~ nothing but a host
int main() { return 0; }
//~ 1:1: error: no kernel was found in this file -- a kernel begins with __global__ void

//~~ another language
def clear(C):
    for i in range(16):
        C[i] = 0
//~ 1:1: error: no kernel was found in this file -- a kernel begins with __global__ void

//~~ an OpenCL kernel
__kernel void clear(__global float* C) {
  int i = get_global_id(0);
  C[i] = 0.0f;
}
//~ 1:1: error: no kernel was found in this file -- a kernel begins with __global__ void
