// Semicolons that are missing, too many, or stand where another mark has to.

//~~ a ; missing at a line's end
__global__ void clear(float* C) {
  int i = threadIdx.x
  C[i] = 0.0f;
}
//~ 2:22: error: a ; is missing after 'x' -- write ;

//~~ a ; missing before a }
__global__ void clear(float* C) {
  C[threadIdx.x] = 0.0f
}
//~ 2:24: error: a ; is missing after '0.0f' -- write ;

//~~ a ; missing after a barrier
__global__ void turn(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads()
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 4:18: error: a ; is missing after ')' -- write ;

//~~ a ; missing after return
__device__ float twice(float x) {
  return 2.0f * x
}
__global__ void k(float* C) { C[0] = twice(C[0]); }
//~ 2:18: error: a ; is missing after 'x' -- write ;

//~~ a ; missing after a structure
struct Matrix { int width; float* elements; }
__global__ void clear(Matrix M) { M.elements[threadIdx.x] = 0.0f; }
//~ 1:46: error: a ; is missing after '}' -- write ;

//~~ a ; missing after a shared array
__global__ void turn(float* C) {
  __shared__ float tile[32]
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 2:28: error: a ; is missing after ']' -- write ;

//~~ a ; missing after do ... while
__global__ void k(int* C) {
  int i = 0;
  do { C[i] = i; ++i; } while (i < 4)
  C[0] = 1;
}
//~ 3:38: error: a ; is missing after ')' -- write ;

//~~ a ; missing in the head of a for
__global__ void clear(float* C, int n) {
  for (int i = 0; i < n ++i) C[i] = 0.0f;
}
//~ 2:24: error: a ; is missing after 'n' -- write ;

//~~ commas in the head of a for
__global__ void clear(float* C, int n) {
  for (int i = 0, i < n, ++i) C[i] = 0.0f;
}
//~ 2:17: error: the parts of a for loop are separated by ;, not by , -- write ;

//~~ a ; too many after the head of an if
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n);
    C[i] = 0.0f;
}
//~ 3:13: warning: this ; is the whole body of the if -- remove it

//~~ a ; too many after the head of a for
__global__ void clear(float* C, int n) {
  for (int i = 0; i < n; ++i);
    C[i] = 0.0f;
}
//~ 2:30: error: this ; ends the loop, but line 3 uses its 'i' after it -- remove the ;

//~~ a ; between a head and a body
__global__ void clear(float* C);
{
  C[threadIdx.x] = 0.0f;
}
//~ 1:32: error: this ; separates the function from its body -- remove it

//~~ a ; in a macro
#define N 16;
__global__ void clear(float* C) {
  if (threadIdx.x < N) C[threadIdx.x] = 0.0f;
}
//~ 1:13: error: this ; is copied wherever 'N' is used -- remove it

//~~ a ; instead of a comma
__global__ void k(float* C) {
  C[0] = fmaxf(C[0]; C[1]);
}
//~ 2:20: error: ';' does not belong here

//~~ a colon for a semicolon
__global__ void clear(float* C) {
  int i = threadIdx.x:
  C[i] = 0.0f;
}
//~ 2:22: error: a ; belongs here, not a : -- write ;

//~~ a comma for a semicolon
__global__ void clear(float* C) {
  int i = threadIdx.x,
  C[i] = 0.0f;
}
//~ 2:22: error: a ; belongs here, not a , -- write ;
