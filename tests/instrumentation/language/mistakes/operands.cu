// Operands and values of a type that the operator or the place does not take.

//~~ a float as an index
__global__ void k(const float* A, float* C, float x) {
  C[0] = A[x];
}
//~ 2:12: error: an index must be an integer, but this is a 'float' -- write (int) before it

//~~ half of n as an index
__global__ void k(const float* A, float* C, int n) {
  C[0] = A[n / 2.0];
}
//~ 2:12: error: an index must be an integer, but this is a 'double' -- write (int) before it

//~~ % of a float
__global__ void k(float* C, float x) {
  C[0] = x % 2;
}
//~ 2:12: error: % takes integers, but this is a 'float' -- use fmodf for floats

//~~ % of a double
__global__ void k(double* C) {
  C[0] %= 2.0;
}
//~ 2:8: error: % takes integers, but this is a 'double' -- use fmodf for floats

//~~ << of a float
__global__ void k(float* C, float x) {
  C[0] = x << 1;
}
//~ 2:12: error: << takes integers, but this is a 'float'

//~~ ^ as a power
__global__ void k(float* C, float x) {
  C[0] = x ^ 2;
}
//~ 2:12: error: ^ takes integers, but this is a 'float' -- use powf for powers

//~~ ** as a power
__global__ void k(float* C, float x) {
  C[0] = x ** 2;
}
//~ 2:12: error: C++ has no ** for powers -- write powf(x, y)

//~~ a structure added
struct Point { float x, y; };
__global__ void k(Point* P) {
  P[0] = P[1] + P[2];
}
//~ 3:15: error: there is no operator + for 'Point' and 'Point'

//~~ a float4 added
__global__ void k(float4* P) {
  P[0] = P[1] + P[2];
}
//~ 2:15: error: CUDA has no operator + for 'float4' -- add the members x, y, ... one by one, or write an operator+

//~~ a float4 given a number
__global__ void k(float4* P) {
  P[0] = 0.0f;
}
//~ 2:10: error: the left side of = is a 'float4', but this is a 'float'

//~~ a structure compared
struct Point { float x, y; };
__global__ void k(Point* P, int* C) {
  if (P[0] == P[1]) C[0] = 1;
}
//~ 3:12: error: there is no operator == for 'Point' and 'Point'

//~~ a function without its parentheses
__device__ int row() { return threadIdx.y; }
__global__ void k(float* C) {
  C[row] = 0.0f;
}
//~ 3:5: error: 'row' is a function -- call it: row()

//~~ a barrier without its parentheses
__global__ void k(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads;
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 4:3: error: '__syncthreads' is a function -- call it: __syncthreads()

//~~ a number called
__global__ void k(float* C, int n) {
  C[0] = n(3);
}
//~ 2:10: error: this is an 'int', not a function

//~~ a text as a number
__global__ void k(float* C) {
  C[0] = "1.0";
}
//~ 2:10: error: a 'const char *' cannot be stored in a 'float'

//~~ the result of a function that gives none
__device__ void clear(float* C) { C[0] = 0.0f; }
__global__ void k(float* C) {
  C[1] = clear(C);
}
//~ 3:10: error: 'clear' returns no value

//~~ ?: of two kinds
__global__ void k(float* A, float* C, int n) {
  C[0] = n > 0 ? A : 1.0f;
}
//~ 2:18: error: ?: yields a 'float *' if true, but a 'float' if false

//~~ a size that is a float
__global__ void k(float* C) {
  float a[4.0];
  a[0] = C[0];
  C[1] = a[0];
}
//~ 2:11: error: the size of an array must be an integer, but this is a 'double'

//~~ a number that is no place
__global__ void k(float* C, int n) {
  n + 1 = 3;
  5 = n;
  C[0] = n;
}
//~ 2:3: error: this is a value, so nothing can be stored in it
//~ 3:3: error: this is a value, so nothing can be stored in it

//~~ ++ of a sum
__global__ void k(float* C, int n) {
  C[0] = (n + 1)++;
}
//~ 2:10: error: this is a value, so nothing can be stored in it
