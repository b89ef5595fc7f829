// Templates whose arguments are missing, wrong, or cannot be deduced, and mistakes in templates.

//~~ a template's arguments that disagree
template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }
__global__ void k(float* C, int n) {
  C[0] = larger(C[0], n);
}
//~ 3:10: error: 'larger' is a template that does not match the second argument, an 'int'

//~~ a template whose argument cannot be found out
template <typename T> __device__ T zero() { return T(0); }
__global__ void k(float* C) {
  C[0] = zero();
}
//~ 3:10: error: 'zero' is a template, but 'T' cannot be deduced: write it in < >

//~~ a template with too many arguments
template <typename T> __device__ T twice(T x) { return x + x; }
__global__ void k(float* C) {
  C[0] = twice<float, 2>(C[0]);
}
//~ 3:10: error: 'twice' takes 1 argument in < >, but 2 were given

//~~ a template with a type for a value
template <int N> __device__ float times(float x) { return N * x; }
__global__ void k(float* C) {
  C[0] = times<float>(C[0]);
}
//~ 3:16: error: 'N' must be a value, but this is a type

//~~ a template with a value for a type
template <typename T> __device__ T twice(T x) { return x + x; }
__global__ void k(float* C) {
  C[0] = twice<2>(C[0]);
}
//~ 3:16: error: 'T' must be a type, but this is a value

//~~ a template with a variable for a value
template <int N> __device__ float times(float x) { return N * x; }
__global__ void k(float* C, int n) {
  C[0] = times<n>(C[0]);
}
//~ 3:16: error: the argument for 'N' must be a constant

//~~ a structure's template without its arguments
template <typename T, int N> struct Tile { T values[N]; };
__global__ void k(float* C) {
  Tile tile;
  tile.values[0] = C[0];
  C[1] = tile.values[0];
}
//~ 3:3: error: 'Tile' needs 2 arguments in < >: 'T' is not given

//~~ a structure's template with an argument missing
template <typename T, int N> struct Tile { T values[N]; };
__global__ void k(float* C) {
  Tile<float> tile;
  tile.values[0] = C[0];
  C[1] = tile.values[0];
}
//~ 3:3: error: 'Tile' needs 2 arguments in < >: 'N' is not given

//~~ arguments of what is not a template
__device__ float twice(float x) { return x + x; }
__global__ void k(float* C) {
  C[0] = twice<float>(C[0]);
}
//~ 3:10: error: 'twice' is not a template

//~~ a mistake in a template that is used twice
template <typename T> __device__ T larger(T a, T b) { return a > c ? a : b; }
__global__ void k(float* C, int* D) {
  C[0] = larger(C[0], C[1]);
  D[0] = larger(D[0], D[1]);
}
//~ 1:66: error: 'c' is not declared here

//~~ a mistake of a template for one of two kinds
template <typename T> __device__ T half_of(T x) { return x % 2; }
__global__ void k(float* C, int* D) {
  C[0] = half_of(C[0]);
  D[0] = half_of(D[0]);
}
//~ 1:60: error: % takes integers, but this is a 'float' -- use fmodf for floats
