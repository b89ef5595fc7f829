// Shared and local arrays: sizes, first values, extern.

//~~ a shared array without a size
__global__ void turn(float* C) {
  __shared__ float tile[];
  tile[threadIdx.x] = C[threadIdx.x];
}
//~ 2:20: error: 'tile' has no size -- write one, or extern __shared__ if the launch sets the size

//~~ a shared array whose size is a parameter
__global__ void turn(float* C, int n) {
  __shared__ float tile[n];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 2:25: error: the size of an array must be a constant -- make it a constant or a macro

//~~ a shared array whose size is blockDim.x
__global__ void turn(float* C) {
  __shared__ float tile[blockDim.x];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 2:25: error: the size of an array must be a constant -- make it a constant or a macro

//~~ a shared array whose size is a local
__global__ void turn(float* C) {
  int size = 32;
  __shared__ float tile[size];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 3:25: error: the size of an array must be a constant -- make it a constant or a macro

//~~ an array whose size is a parameter
__global__ void k(float* C, int n) {
  float own[n];
  own[0] = C[0];
  C[1] = own[0];
}
//~ 2:13: error: the size of an array must be a constant -- make it a constant or a macro

//~~ an array whose size is not known
__global__ void k(float* C) {
  __shared__ float tile[TILE];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[TILE - 1 - threadIdx.x];
}
//~ 2:25: error: 'TILE' is not declared here

//~~ a shared array with a first value
__global__ void k(float* C) {
  __shared__ float tile[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  C[threadIdx.x] = tile[threadIdx.x];
}
//~ 2:20: error: a shared variable cannot have an initializer: every thread would run it -- let threads store the values, then call __syncthreads()

//~~ a shared number with a first value
__global__ void k(int* C) {
  __shared__ int count = 0;
  atomicAdd(&count, C[threadIdx.x]);
  __syncthreads();
  C[threadIdx.x] = count;
}
//~ 2:18: error: a shared variable cannot have an initializer: every thread would run it -- let threads store the values, then call __syncthreads()

//~~ extern shared with a size
__global__ void turn(float* C) {
  extern __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 2:27: warning: the launch sets the length of 'tile', not this size -- write tile[]

//~~ extern shared as a pointer
__global__ void turn(float* C) {
  extern __shared__ float* tile;
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 2:28: warning: 'tile' is one pointer in shared memory, not an array -- write tile[] without the *

//~~ extern shared, two of them of other kinds
__global__ void turn(float* C) {
  extern __shared__ float a[];
  extern __shared__ int b[];
  a[threadIdx.x] = C[threadIdx.x];
  b[threadIdx.x] = threadIdx.x;
}
//~ 3:25: note: 'b' starts where 'a' on line 2 starts: both are the same dynamic shared memory

//~~ extern shared with a missing extern
__global__ void turn(float* C) {
  __shared__ float tile[][16];
  tile[threadIdx.y][threadIdx.x] = C[threadIdx.x];
}
//~ 2:20: error: 'tile' has no size -- write one, or extern __shared__ if the launch sets the size

//~~ a shared parameter
__global__ void turn(__shared__ float* C) {
  C[0] = 1.0f;
}
//~ 1:22: error: a parameter cannot be __shared__ -- remove __shared__
