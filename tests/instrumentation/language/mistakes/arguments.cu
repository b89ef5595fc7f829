// Arguments that are too few, too many, or of the wrong type.

//~~ too few arguments of a built-in
__global__ void k(float* C) {
  C[0] = fmaxf(C[0]);
}
//~ 2:10: error: 'fmaxf' takes 2 arguments, but 1 was given

//~~ too many arguments of a built-in
__global__ void k(float* C) {
  C[0] = sqrtf(C[0], 2.0f);
}
//~ 2:10: error: 'sqrtf' takes 1 argument, but 2 were given

//~~ arguments of __syncthreads
__global__ void k(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads(tile);
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 4:3: error: '__syncthreads' takes no arguments, but 1 was given

//~~ too few arguments of a helper
__device__ float average(float a, float b) { return (a + b) / 2.0f; }
__global__ void k(float* C) {
  C[0] = average(C[0]);
}
//~ 3:10: error: 'average' takes 2 arguments, but 1 was given

//~~ too many arguments of a helper
__device__ float average(float a, float b) { return (a + b) / 2.0f; }
__global__ void k(float* C) {
  C[0] = average(C[0], C[1], C[2]);
}
//~ 3:10: error: 'average' takes 2 arguments, but 3 were given

//~~ no arguments of a helper with a default
__device__ float scaled(float x, float factor = 2.0f) { return factor * x; }
__global__ void k(float* C) {
  C[0] = scaled();
}
//~ 3:10: error: 'scaled' takes 1 to 2 arguments, but 0 were given

//~~ a wrong argument of a helper
__device__ float at(const float* A, int i) { return A[i]; }
__global__ void k(const float* A, float* C) {
  C[0] = at(0, A);
}
//~ 3:10: error: 'at' takes an 'int' as its second argument, but this is a 'const float *'

//~~ arguments in the wrong order
__device__ void put(float* C, int i, float x) { C[i] = x; }
__global__ void k(float* C) {
  put(0, C, 1.0f);
}
//~ 3:3: error: 'put' takes an 'int' as its second argument, but this is a 'float *'

//~~ a const array where it is written
__device__ void clear(float* C, int i) { C[i] = 0.0f; }
__global__ void k(const float* A) {
  clear(A, threadIdx.x);
}
//~ 3:3: error: 'clear' takes a 'float *' as its first argument, but this is a 'const float *'

//~~ an array of two dimensions as a pointer
__device__ float first(const float* A) { return A[0]; }
__global__ void k(float* C) {
  __shared__ float tile[8][8];
  tile[0][0] = C[0];
  C[1] = first(tile);
}
//~ 5:10: error: 'first' takes a 'const float *' as its first argument, but this is a 'float (*)[8]'

//~~ a wrong argument of a built-in
__global__ void k(const float* A, float* C) {
  C[0] = sqrtf(A);
}
//~ 2:10: error: 'sqrtf' needs a number, but gets 'const float *'

//~~ too few arguments of an atomic
__global__ void count(int* C) {
  atomicAdd(&C[0]);
}
//~ 2:3: error: 'atomicAdd' takes 2 arguments, but 1 was given

//~~ an atomic of a wrong kind
__global__ void count(short* C) {
  atomicAdd(&C[0], 1);
}
//~ 2:3: error: 'atomicAdd' needs a pointer to int, unsigned, unsigned long long, float or double as its first argument, but gets 'short *'

//~~ an atomic compare of floats
__global__ void set(float* C) {
  atomicCAS(&C[0], 0.0f, 1.0f);
}
//~ 2:3: error: 'atomicCAS' needs a pointer to int, unsigned, unsigned long long or unsigned short as its first argument, but gets 'float *'

//~~ an atomic maximum of floats
__global__ void largest(float* C, const float* A) {
  atomicMax(C, A[threadIdx.x]);
}
//~ 2:3: error: 'atomicMax' needs a pointer to int, unsigned, long long or unsigned long long as its first argument, but gets 'float *'

//~~ a shuffle without its mask
__global__ void sum(float* C) {
  float x = C[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(x, d);
  C[threadIdx.x] = x;
}
//~ 3:40: error: '__shfl_down_sync' takes 3 or 4 arguments, but 2 were given

//~~ a shuffle of old
__global__ void sum(float* C) {
  float x = C[threadIdx.x];
  x += __shfl_down(x, 16);
  C[threadIdx.x] = x;
}
//~ 3:8: error: '__shfl_down' is not available here: CUDA removed the warp functions without a mask; use the one that ends in _sync

//~~ a shuffle of a pointer
__global__ void sum(float* C) {
  C[0] = __shfl_sync(0xffffffff, C, 0);
}
//~ 2:10: error: '__shfl_sync' needs a number as its second argument, but gets 'float *'

//~~ a ballot of old
__global__ void vote(unsigned* C) {
  C[0] = __ballot(C[threadIdx.x] > 0);
}
//~ 2:10: error: '__ballot' is not available here: CUDA removed the warp functions without a mask; use the one that ends in _sync

//~~ min of two kinds
__global__ void k(float* C, int n) {
  C[0] = min(n, C);
}
//~ 2:10: error: 'min' needs a number as its second argument, but gets 'float *'

//~~ a mistake in a helper that nothing calls
__device__ float twice(float x) { return 2.0f * y; }
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 1:49: error: 'y' is not declared here
