// Constants that are written, and constants that are not constant.

//~~ a constant array that is written
__constant__ float mask[8];
__global__ void k(float* C) {
  mask[0] = C[0];
}
//~ 3:3: error: 'mask' is __constant__: a kernel cannot change it

//~~ a constant number that is changed
__global__ void k(float* C) {
  const int n = 4;
  n = 5;
  C[0] = n;
}
//~ 3:3: error: 'n' is const and cannot be changed

//~~ a constant that has no value
__global__ void k(float* C) {
  const int n;
  C[0] = 1.0f;
}
//~ 2:13: error: 'n' is const but has no initializer

//~~ a const array that is written
__global__ void add(const float* A, const float* B, const float* C) {
  int i = threadIdx.x;
  C[i] = A[i] + B[i];
}
//~ 3:3: error: this is const and cannot be changed

//~~ a const parameter that is changed
__global__ void k(float* C, const int n) {
  n -= 1;
  C[n] = 0.0f;
}
//~ 2:3: error: 'n' is const and cannot be changed

//~~ a const loop variable
__global__ void k(float* C) {
  for (const int i = 0; i < 4; ++i) C[i] = 0.0f;
}
//~ 2:34: error: 'i' is const and cannot be changed

//~~ a built-in that is written
__global__ void k(float* C) {
  threadIdx.x = 0;
  C[0] = 1.0f;
}
//~ 2:3: error: 'threadIdx' is const and cannot be changed

//~~ constexpr of what is not constant
__global__ void k(float* C, int n) {
  constexpr int m = 2 * n;
  C[m] = 0.0f;
}
//~ 2:21: error: the value of a constexpr must be a constant -- write const
