// Values, pointers, arrays and structures where another one of them has to be.

//~~ a number given to a pointer
__global__ void k(float* A) {
  A = 3;
}
//~ 2:7: error: an 'int' cannot be stored in a 'float *' -- did you mean to assign to an element, with [ ]?

//~~ a value given to a pointer
__global__ void k(float* A, float* C) {
  float x = C[threadIdx.x];
  A = x;
}
//~ 3:7: error: a 'float' cannot be stored in a 'float *' -- did you mean to assign to an element, with [ ]?

//~~ a pointer given to a value
__global__ void k(const float* A, float* C) {
  float x = A;
  C[0] = x;
}
//~ 2:13: error: 'x' is a 'float', but this is a 'const float *' -- did you mean one of its elements, with [ ]?

//~~ an element given a pointer
__global__ void k(const float* A, float* C) {
  C[threadIdx.x] = A;
}
//~ 2:20: error: a 'const float *' cannot be stored in a 'float' -- did you mean one of its elements, with [ ]?

//~~ a pointer of another kind
__global__ void k(int* A, float* C) {
  float* p = A;
  C[0] = p[0];
}
//~ 2:14: error: 'p' is a 'float *', but this is an 'int *'

//~~ const dropped from a pointer
__global__ void k(const float* A, float* C) {
  float* p = A;
  p[0] = C[0];
}
//~ 2:14: error: 'p' is a 'float *', but this is a 'const float *' -- it points to const data: make the 'float *' const, too

//~~ two indices on a pointer
__global__ void k(float* C) {
  int row = threadIdx.y, column = threadIdx.x;
  C[row][column] = 0.0f;
}
//~ 3:10: error: there is one index too many: 'C[row]' is already a 'float' -- write one index, as in [row * width + column]

//~~ three indices on an array of two
__global__ void k(float* C) {
  __shared__ float tile[8][8];
  tile[0][0] = C[0];
  C[1] = tile[0][0][0];
}
//~ 4:21: error: there is one index too many: 'tile[0][0]' is already a 'float' -- remove it

//~~ one index on an array of two
__global__ void k(float* C) {
  __shared__ float tile[8][8];
  tile[threadIdx.x] = C[threadIdx.x];
  C[1] = tile[0][0];
}
//~ 3:21: error: an array cannot be assigned as a whole -- write one more index before it

//~~ an index of a value
__global__ void k(float* C, float x) {
  C[0] = x[0];
}
//~ 1:35: error: 'x' is a 'float', but line 2 uses it as an array -- write * before it

//~~ an index of a number of the program
__global__ void k(float* C, int n) {
  for (int i = 0; i < n[0]; ++i) C[i] = 0.0f;
}
//~ 1:33: error: 'n' is an 'int', but line 2 uses it as an array -- write * before it

//~~ * of an int
__global__ void k(float* C, int n) {
  C[0] = *n;
}
//~ 1:33: error: 'n' is an 'int', but line 2 uses it as an array -- write * before it

//~~ * of an element
__global__ void k(float* C) {
  C[0] = *C[1];
}
//~ 2:10: error: a 'float' cannot be dereferenced with * -- remove the *

//~~ & of a number
__global__ void k(float* C) {
  float* p = &3.0f;
  C[0] = *p;
}
//~ 2:14: error: only a variable or an element has an address, but this is a value

//~~ & forgotten in an atomic
__global__ void count(int* C) {
  atomicAdd(C[0], 1);
}
//~ 2:13: error: 'atomicAdd' needs a pointer to int, unsigned, unsigned long long, float or double as its first argument, but gets 'int' -- write & before it

//~~ & forgotten for a parameter that is a pointer
__device__ void swap(float* a, float* b) { float t = *a; *a = *b; *b = t; }
__global__ void k(float* C) {
  swap(C[0], C[1]);
}
//~ 3:8: error: 'swap' takes a 'float *' as its first argument, but this is a 'float' -- write & before it

//~~ & too many
__device__ float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) {
  C[0] = twice(&C[0]);
}
//~ 3:10: error: 'twice' takes a 'float' as its first argument, but this is a 'float *'

//~~ pointers added
__global__ void k(float* A, float* B, float* C) {
  C = A + B;
}
//~ 2:9: error: there is no operator + for 'float *' and 'float *'

//~~ pointers multiplied
__global__ void k(float* A, float* B, float* C) {
  C[0] = A * B;
}
//~ 2:12: error: there is no operator * for 'float *' and 'float *'

//~~ -> on a structure
struct Matrix { int width; float* elements; };
__global__ void k(Matrix M) {
  M->elements[threadIdx.x] = M.width;
}
//~ 3:4: error: 'M' is not a pointer -- write . instead of ->

//~~ . on a pointer
struct Matrix { int width; float* elements; };
__global__ void k(Matrix* M) {
  M.elements[threadIdx.x] = M->width;
}
//~ 3:4: error: 'M' is a pointer -- write -> instead of .

//~~ a member of a number
__global__ void k(float* C, int n) {
  C[0] = n.x;
}
//~ 2:12: error: an 'int' has no members

//~~ a member of an array
__global__ void k(float* C) {
  __shared__ float tile[8];
  tile[0] = 1.0f;
  C[0] = tile.size();
}
//~ 4:15: error: a 'float [8]' has no members

//~~ a member of a pointer to numbers
__global__ void k(float* C) {
  C[0] = C.length;
}
//~ 2:12: error: a 'float *' has no members

//~~ an array given an array
__global__ void k(float* C) {
  float a[2] = {1.0f, 2.0f}, b[2];
  b = a;
  C[0] = b[0];
}
//~ 3:5: error: an array cannot be assigned as a whole -- assign its elements one by one

//~~ an array with too many values
__global__ void k(float* C) {
  float a[2] = {1.0f, 2.0f, 3.0f};
  C[0] = a[0];
}
//~ 2:29: error: too many values: there are only 2 elements

//~~ a size that is negative
__global__ void k(float* C) {
  float a[-4];
  a[0] = C[0];
}
//~ 2:11: error: an array cannot have -4 elements

//~~ NULL given to a number
__global__ void k(float* C) {
  C[0] = nullptr;
}
//~ 2:10: error: a 'std::nullptr_t' cannot be stored in a 'float'
