// Functions in the wrong place, without a return, or that call themselves; kernels of a wrong type.

//~~ a function in a function
__global__ void k(float* C) {
  float twice(float x) { return 2.0f * x; }
  C[0] = twice(C[0]);
}
//~ 2:9: error: a function cannot be defined inside another -- is a } missing before it?

//~~ a kernel in a kernel
__global__ void k(float* C) {
  __global__ void l(float* D) { D[0] = 0.0f; }
  C[0] = 1.0f;
}
//~ 2:19: error: a function cannot be defined inside another -- is a } missing before it?

//~~ a return missing
__device__ float twice(float x) {
  float y = 2.0f * x;
}
__global__ void k(float* C) { C[0] = twice(C[0]); }
//~ 3:1: warning: 'twice' may end without returning a value -- return a value before this }

//~~ a return missing on one way
__device__ float sign(float x) {
  if (x > 0.0f) return 1.0f;
  if (x < 0.0f) return -1.0f;
}
__global__ void k(float* C) { C[0] = sign(C[0]); }
//~ 4:1: warning: 'sign' may end without returning a value -- return a value before this }

//~~ a return without its value
__device__ float root(float x) {
  if (x < 0.0f) return;
  return sqrtf(x);
}
__global__ void k(float* C) { C[0] = root(C[0]); }
//~ 2:17: error: 'root' returns a 'float', but nothing is returned here

//~~ a value returned from a kernel
__global__ void k(float* C, int n) {
  if (n == 0) return 0;
  C[0] = 1.0f;
}
//~ 2:22: error: a kernel returns nothing -- store it in an array

//~~ a value returned from a helper without one
__device__ void put(float* C, float x) {
  return x;
}
__global__ void k(float* C) { put(C, 1.0f); }
//~ 2:10: error: 'put' returns nothing -- write the return type instead of void

//~~ a kernel of type int
__global__ int k(float* C) {
  C[0] = 1.0f;
  return 0;
}
//~ 1:12: error: a kernel returns nothing -- write void

//~~ a kernel of type float
__global__ float sum(const float* A) {
  return A[0] + A[1];
}
//~ 1:12: error: a kernel returns nothing -- write void

//~~ a kernel that is static in a structure
struct Work {
  __global__ static void k(float* C) { C[0] = 1.0f; }
};
//~ 1:1: error: no kernel was found in this file -- a kernel begins with __global__ void

//~~ a kernel's parameter that is a reference
__global__ void count(int& n) {
  n = n + 1;
}
//~ 1:23: error: a kernel cannot take references: they refer to host memory -- pass a pointer, or pass by value

//~~ recursion
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void k(int* C) { C[0] = fib(C[1]); }
//~ 1:16: error: 'fib' calls itself: recursion is not supported -- write a loop

//~~ recursion of two
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__global__ void k(int* C) { C[0] = even(C[1]); }
//~ 2:16: error: 'even' calls itself through 'odd': recursion is not supported -- write a loop
