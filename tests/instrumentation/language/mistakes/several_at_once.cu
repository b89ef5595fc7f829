// Several mistakes in one text: each is told once.

//~~ five in one kernel
__global__ void multiply(const float* A, const float* B, float* C, int n) {
  int row = blockIdx.y * blockDim.y + threadldx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.w;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += A[row * n + k] * B[k * n + colunm]
  C[row][column] = sum;
  return sum;
}
//~ 2:39: error: 'threadldx' is not declared here -- did you mean 'threadIdx'?
//~ 3:52: error: 'threadIdx' has no member 'w' -- it has x, y and z
//~ 6:46: error: a ; is missing after ']' -- write ;
//~ 8:10: error: a kernel returns nothing -- store it in an array

//~~ one in each of six functions
__device__ float a(float x) { return x + z; }
__device__ float b(float x) { return sqrtt(x); }
__device__ float c(float x) { return x % 2.0f; }
__device__ float d(float x) { return a(x, x); }
__device__ float e(float* x) { return x; }
__global__ void k(float* C) { C[0] = a(1.0f) + b(1.0f) + c(1.0f) + d(1.0f) + e(C); C = 3; }
//~ 1:42: error: 'z' is not declared here
//~ 2:38: error: 'sqrtt' is not a known function -- did you mean 'sqrt'?
//~ 3:40: error: % takes integers, but this is a 'float' -- use fmodf for floats
//~ 4:38: error: 'a' takes 1 argument, but 2 were given
//~ 5:39: error: 'e' returns a 'float', but this is a 'float *' -- did you mean one of its elements, with [ ]?
//~ 6:88: error: an 'int' cannot be stored in a 'float *' -- did you mean to assign to an element, with [ ]?

//~~ a first CUDA program
#include <stdio.h>
#define N 16;
__global void add(int a, int b, int c) {
  int i = threadId.x;
  c[i] = a[i] + b[i];
}
int main() {
  add<<<1, N>>>(a, b, c);
}
//~ 3:1: error: '__global' is not a CUDA keyword -- did you mean '__global__'?
//~ 4:11: error: 'threadId' is not declared here -- did you mean 'threadIdx'?

//~~ a tiled product written in a hurry
#define TILE_WIDTH 16
__global__ void matmul(float* A, float* B, float* C, int width) {
  __shared__ float As[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Bs[TILE_WIDTH][TILEWIDTH];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE_WIDTH + ty;
  int col = blockIdx.x * TILE_WIDTH + tx;
  float sum = 0
  for (int m = 0; m < width / TILE_WIDTH; ++m) {
    As[ty][tx] = A[row * width + m * TILE_WIDTH + tx];
    Bs[ty][tx] = B[(m * TILE_WIDTH + ty) * width + col];
    __syncthread();
    for (int k = 0; k < TILE_WIDTH; ++k)
      sum += As[ty][k] * bs[k][tx];
    __syncthreads()
  }
  C[row * widht + col] = sum;
}
//~ 4:35: error: 'TILEWIDTH' is not declared here -- did you mean 'TILE_WIDTH'?
//~ 8:16: error: a ; is missing after '0' -- write ;
//~ 12:5: error: '__syncthread' is not a known function -- did you mean '__syncthreads'?
//~ 14:26: error: 'bs' is not declared here -- did you mean 'Bs'?
//~ 15:20: error: a ; is missing after ')' -- write ;
//~ 17:11: error: 'widht' is not declared here -- did you mean 'width'?

//~~ a reduction written in a hurry
__global__ void sum(float* A, float* out, int n) {
  extern __shared__ float cache;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cache[threadIdx.x] = i < n ? A[i] : 0;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0, s /= 2) {
    if (threadIdx.x < s) cache[threadIdx.x] += cache[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x = 0) atomicAdd(out[0], cache[0]);
}
//~ 2:27: error: 'cache' is a 'float', but line 4 uses it as an array -- give its size: cache[...]
//~ 6:37: error: the parts of a for loop are separated by ;, not by , -- write ;
//~ 10:19: error: this = assigns a value and does not compare -- did you mean ==?

//~~ a kernel from a slide
__global__ void axpy(int n, float a, float x, float y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x
  if (i < n) {
    y[i] = a * x[i] + y[i];
}
//~ 1:44: error: 'x' is a 'float', but line 4 uses it as an array -- write * before it
//~ 1:53: error: 'y' is a 'float', but line 4 uses it as an array -- write * before it
//~ 2:48: error: a ; is missing after 'x' -- write ;
//~ 4:28: error: a } is missing: the { on line 3 is not closed -- write }

//~~ errors and warnings
__global__ void k(float* C, int n) {
  __shared__ float tile[16];
  float all;
  all += C[0] * 0.5;
  if (threadIdx.x < 8) __syncthreads();
  C[0] = all + tile[0];
}
//~ 1:33: warning: 'n' is never used
//~ 4:3: warning: 'all' is read before it has a value -- write 'float all = 0;'
//~ 4:17: note: 0.5 is a double: this is computed in double precision -- write 0.5f
//~ 5:24: warning: this barrier is reached only by threads for which 'threadIdx.x < 8' holds
//~ 6:16: warning: 'tile' is read here, but no thread ever writes to it

//~~ a slip and a mark, in two kernels
__global__ void a(float* C) {
  C[threadIdx.x] = 0.0f
}
__global__ void b(float* C) {
  int i = threadIdx.x;
  C[j] = 0.0f;
}
//~ 2:24: error: a ; is missing after '0.0f' -- write ;
//~ 6:5: error: 'j' is not declared here

//~~ a mistake in a structure and in what uses it
struct Matrix { int widht, height; flaot* elements; };
__global__ void clear(Matrix M) {
  int i = threadIdx.x;
  if (i < M.width * M.height) M.elements[i] = 0.0f;
}
//~ 1:36: error: 'flaot' is not a known type -- did you mean 'float'?
//~ 4:13: error: 'Matrix' has no member 'width' -- did you mean 'widht'?

//~~ a word that makes functions the device's, and is not there
#define HD
HD float one(float x) { return x; }
HD float two(float x) { return 2.0f * x; }
HD float three(float x) { return 3.0f * x; }
HD float four(float x) { return 4.0f * x; }
__global__ void k(float* C) { C[0] = one(C[0]) + two(C[1]) + three(C[2]) + four(C[3]); }
//~ 1:9: error: 'HD' is empty, and 'one' runs on the host, but line 6 calls it in device code -- write __host__ __device__ after 'HD'

//~~ several functions of the host
float one(float x) { return x; }
float two(float x) { return 2.0f * x; }
float three(float x) { return 3.0f * x; }
float four(float x) { return 4.0f * x; }
__global__ void k(float* C) { C[0] = one(C[0]) + two(C[1]) + three(C[2]) + four(C[3]); }
//~ 1:7: error: 'one' runs on the host, but line 5 calls it in device code -- write __device__ before it
//~ 2:7: error: 'two' runs on the host, but line 5 calls it in device code -- write __device__ before it
//~ 3:7: error: 'three' runs on the host, but line 5 calls it in device code -- write __device__ before it
//~ 4:7: error: 'four' runs on the host, but line 5 calls it in device code -- write __device__ before it

//~~ a parameter that lacks its *, and what calls the function
__device__ int same(const char* a, const char b, int n) {
  const char* stop = b + n;
  while (b != stop && *a == *b) { ++a; ++b; }
  return b == stop;
}
__global__ void k(const char* A, const char* B, int* C) {
  C[0] = same(A, B, 4);
  C[1] = same(A + 1, B, 4);
  C[2] = same(A + 2, B, 4);
}
//~ 2:22: error: 'stop' is a 'const char *', but this is an 'int'
//~ 3:12: error: a 'char' cannot be compared with a 'const char *'

//~~ many mistakes in many places
struct S { int a b; float c; };
__device__ float one(float x) { return x + lost; }
__device__ float two(float x) { return y }
__global__ void k(float* C, S s) {
  int i = threadIdx.x
  C[i] = one(s.c) + two(s.c);
  C[i + 1] = sinn(C[i]);
  if (i < 4 { C[i] = 0.0f; }
}
__global__ void l(float* C) {
  C[0] = thredIdx.x;
  float x = C;
  int* p = 1.0f;
}
//~ 1:17: error: an = is missing after 'a' -- write =
//~ 2:44: error: 'lost' is not declared here
//~ 3:41: error: a ; is missing after 'y' -- write ;
//~ 5:22: error: a ; is missing after 'x' -- write ;
//~ 7:14: error: 'sinn' is not a known function -- did you mean 'sin'?
//~ 8:12: error: a ) is missing after '4' -- write )
//~ 11:10: error: 'thredIdx' is not declared here -- did you mean 'threadIdx'?
//~ 12:13: error: 'x' is a 'float', but this is a 'float *' -- did you mean one of its elements, with [ ]?
//~ 13:12: error: 'p' is an 'int *', but this is a 'float'
