// What compiles, and is probably a mistake.

//~~ a barrier that not all reach
__global__ void turn(float* C, int n) {
  __shared__ float tile[32];
  int i = threadIdx.x;
  if (i < 16) {
    tile[i] = C[i];
    __syncthreads();
  }
  C[i] = tile[0];
}
//~ 1:36: warning: 'n' is never used
//~ 6:5: warning: this barrier is reached only by threads for which 'i < 16' holds

//~~ a barrier after a return
__global__ void turn(float* C, int n) {
  __shared__ float tile[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  tile[threadIdx.x] = C[i];
  __syncthreads();
  C[i] = tile[31 - threadIdx.x];
}
//~ 2:20: note: 'tile' has 32 elements: this allows blocks of at most 32 threads
//~ 6:3: warning: threads that returned on line 4 never reach this barrier

//~~ one element too many
__global__ void k(float* C) {
  __shared__ float tile[16];
  for (int i = 0; i <= 16; ++i) tile[i] = C[i];
  __syncthreads();
  C[threadIdx.x] = tile[16];
}
//~ 3:38: warning: 'i' goes up to 16, but 'tile' has elements 0 to 15
//~ 5:25: warning: there is no element 16: 'tile' has elements 0 to 15

//~~ a negative index
__global__ void k(float* C) {
  __shared__ float tile[16];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[-1];
}
//~ 2:20: note: 'tile' has 16 elements: this needs blocks of 16 threads
//~ 5:25: warning: there is no element -1: 'tile' has elements 0 to 15

//~~ a second index too large
__global__ void k(float* C) {
  __shared__ float tile[16][8];
  tile[threadIdx.y][threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[0] = tile[0][8];
}
//~ 2:20: note: 'tile' has 16 x 8 elements: this needs blocks of 8 x 16 threads

//~~ a variable that was never set
__global__ void sum(const float* A, float* C, int n) {
  float all;
  for (int i = 0; i < n; ++i) all += A[i];
  C[0] = all;
}
//~ 3:31: warning: 'all' is read before it has a value -- write 'float all = 0;'

//~~ an unsigned that is >= 0
__global__ void k(float* C, unsigned n) {
  for (unsigned i = n; i >= 0; --i) C[i] = 0.0f;
}
//~ 2:24: warning: 'i' is unsigned and never below 0, so the loop never ends -- make 'i' an int

//~~ an unsigned that is < 0
__global__ void k(float* C) {
  if (threadIdx.x - 1 < 0) return;
  C[0] = 1.0f;
}
//~ 2:7: warning: 'threadIdx.x - 1 < 0' is never true: an unsigned value cannot be below 0

//~~ a shared array that is never filled
__global__ void k(float* C) {
  __shared__ float tile[16];
  C[threadIdx.x] = tile[threadIdx.x];
}
//~ 2:20: note: 'tile' has 16 elements: this needs blocks of 16 threads
//~ 3:20: warning: 'tile' is read here, but no thread ever writes to it

//~~ a size that is not used
__global__ void clear(float* C, int n) {
  C[blockIdx.x * blockDim.x + threadIdx.x] = 0.0f;
}
//~ 1:37: warning: 'n' is never used

//~~ 1/2
__global__ void k(float* C) {
  C[0] = 1 / 2 * C[1];
}
//~ 2:10: warning: 1 / 2 is 0: both operands are ints -- write 1.0f / 2

//~~ (1/3) of floats
__global__ void k(float* C, float x) {
  float third = 1 / 3;
  C[0] = third * x;
}
//~ 2:17: warning: 1 / 3 is 0: both operands are ints -- write 1.0f / 3

//~~ double constants
__global__ void k(float* C) {
  C[0] = C[0] * 0.5 + 1.0;
}
//~ 2:17: note: 0.5 is a double: this is computed in double precision -- write 0.5f
//~ 2:23: note: 1.0 is a double: this is computed in double precision -- write 1.0f

//~~ x = x
__global__ void k(float* C, int n) {
  n = n;
  C[n] = 0.0f;
}
//~ 2:5: warning: this assigns 'n' to itself

//~~ a shift by too much
__global__ void k(int* C) {
  C[0] = 1 << 32;
}
//~ 2:10: warning: this shifts an int by 32 bits

//~~ a division by zero
__global__ void k(int* C) {
  C[0] = C[1] / 0;
}
//~ 2:15: warning: this divides by 0

//~~ a call whose result nobody takes
__global__ void k(float* C) {
  fmaxf(C[0], C[1]);
}
//~ 2:3: warning: the result of 'fmaxf' is not used -- store it, as in x = fmaxf(...)

//~~ a barrier in a loop of threads
__global__ void k(float* C) {
  for (int i = threadIdx.x; i < 64; i += 32) {
    C[i] = 0.0f;
    __syncthreads();
  }
}
//~ 4:5: warning: this barrier is in a loop that threads leave at different times: 'i < 64' depends on threadIdx
