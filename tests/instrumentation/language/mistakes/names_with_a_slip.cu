// Names that are not declared, and words with letters missing or swapped.

//~~ a local with a letter missing
__global__ void clear(float* C, int n) {
  int index = threadIdx.x;
  if (indx < n) C[index] = 0.0f;
}
//~ 3:7: error: 'indx' is not declared here -- did you mean 'index'?

//~~ a local with two letters swapped
__global__ void copy(const float* A, float* C) {
  int column = threadIdx.x;
  C[colunm] = A[column];
}
//~ 3:5: error: 'colunm' is not declared here -- did you mean 'column'?

//~~ a local in another case
__global__ void copy(const float* A, float* C) {
  int Row = threadIdx.x;
  C[row] = A[Row];
}
//~ 3:5: error: 'row' is not declared here -- did you mean 'Row'?

//~~ a parameter in another case
__global__ void scale(float* c, float factor) {
  int i = threadIdx.x;
  C[i] = factor * c[i];
}
//~ 3:3: error: 'C' is not declared here -- did you mean 'c'?

//~~ threadldx
__global__ void clear(float* C) {
  int i = threadldx.x;
  C[i] = 0.0f;
}
//~ 2:11: error: 'threadldx' is not declared here -- did you mean 'threadIdx'?

//~~ threadId
__global__ void clear(float* C) {
  int i = blockIdx.x * blockDim.x + threadId.x;
  C[i] = 0.0f;
}
//~ 2:37: error: 'threadId' is not declared here -- did you mean 'threadIdx'?

//~~ blockdim and gridsize
__global__ void clear(float* C) {
  int i = blockIdx.x * blockdim.x + threadIdx.x;
  int all = gridDim.x * blockDim.x;
  C[i] = griddim.x + all;
}
//~ 2:24: error: 'blockdim' is not declared here -- did you mean 'blockDim'?
//~ 4:10: error: 'griddim' is not declared here -- did you mean 'gridDim'?

//~~ a part of threadIdx that there is not
__global__ void clear(float* C) {
  int i = threadIdx.w;
  C[i] = 0.0f;
}
//~ 2:21: error: 'threadIdx' has no member 'w' -- it has x, y and z

//~~ threadIdx as a number
__global__ void clear(float* C) {
  int i = threadIdx;
  C[i] = 0.0f;
}
//~ 2:11: error: 'i' is an 'int', but this is a 'uint3' -- did you mean one of its members, as in .x?

//~~ a part of blockIdx in capitals
__global__ void clear(float* C) {
  int i = blockIdx.X * blockDim.x + threadIdx.x;
  C[i] = 0.0f;
}
//~ 2:20: error: 'blockIdx' has no member 'X' -- did you mean 'x'?

//~~ threadIdx with an underscore
__global__ void clear(float* C) {
  int i = threadIdx_x;
  C[i] = 0.0f;
}
//~ 2:11: error: 'threadIdx_x' is not declared here -- did you mean 'threadIdx.x'?

//~~ a barrier with a letter missing
__global__ void turn(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthread();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 4:3: error: '__syncthread' is not a known function -- did you mean '__syncthreads'?

//~~ a barrier without its underscores
__global__ void turn(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 4:3: error: 'syncthreads' is not a known function -- did you mean '__syncthreads'?

//~~ a member with a slip
struct Matrix { int width, height; float* elements; };
__global__ void clear(Matrix M) {
  int i = threadIdx.x;
  if (i < M.widht) M.elements[i] = 0.0f;
}
//~ 4:13: error: 'Matrix' has no member 'widht' -- did you mean 'width'?

//~~ a macro with a slip
#define TILE_WIDTH 16
__global__ void clear(float* C) {
  __shared__ float tile[TILE_WITH];
  tile[threadIdx.x] = 0.0f;
  C[threadIdx.x] = tile[threadIdx.x];
}
//~ 3:25: error: 'TILE_WITH' is not declared here -- did you mean 'TILE_WIDTH'?

//~~ a macro used in several places, each with the slip
#define TILE_WIDTH 16
__global__ void clear(float* C) {
  int i = blockIdx.x * TILEWIDTH + threadIdx.x;
  for (int k = 0; k < TILEWIDTH; ++k) C[i + k] = TILEWIDTH;
}
//~ 3:24: error: 'TILEWIDTH' is not declared here -- did you mean 'TILE_WIDTH'?

//~~ a type with a slip
__global__ void clear(flaot* C) {
  C[threadIdx.x] = 0.0f;
}
//~ 1:23: error: 'flaot' is not a known type -- did you mean 'float'?

//~~ a type of a local with a slip
__global__ void clear(float* C) {
  unsinged int i = threadIdx.x;
  C[i] = 0.0f;
}
//~ 2:3: error: 'unsinged' is not a type -- did you mean 'unsigned'?

//~~ a structure with a slip
struct Matrix { int width; float* elements; };
__global__ void clear(Matirx M) {
  M.elements[threadIdx.x] = 0.0f;
}
//~ 2:23: error: 'Matirx' is not a known type -- did you mean 'Matrix'?

//~~ retrun
__device__ float twice(float x) {
  retrun 2.0f * x;
}
__global__ void k(float* C) { C[0] = twice(C[0]); }
//~ 2:3: error: 'retrun' is not a C++ keyword -- did you mean 'return'?

//~~ fro
__global__ void clear(float* C, int n) {
  fro (int i = 0; i < n; ++i) C[i] = 0.0f;
}
//~ 2:3: error: 'fro' is not a C++ keyword -- did you mean 'for'?

//~~ whlie
__global__ void clear(float* C, int n) {
  int i = 0;
  whlie (i < n) C[i++] = 0.0f;
}
//~ 3:3: error: 'whlie' is not a C++ keyword -- did you mean 'while'?

//~~ esle
__global__ void sign(float* C) {
  if (C[0] > 0.0f) C[0] = 1.0f;
  esle C[0] = -1.0f;
}
//~ 3:3: error: 'esle' is not a C++ keyword -- did you mean 'else'?

//~~ elif
__global__ void sign(float* C, int n) {
  if (n > 0) C[0] = 1.0f;
  elif (n < 0) C[0] = -1.0f;
  else C[0] = 0.0f;
}
//~ 3:3: error: C++ has no 'elif' -- write else if

//~~ If with a capital
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  If (i < n) C[i] = 0.0f;
}
//~ 3:3: error: 'If' is not a C++ keyword -- did you mean 'if'?

//~~ breake and contiune
__global__ void find(int* C, int n) {
  for (int i = 0; i < n; ++i) {
    if (C[i] == 0) contiune;
    if (C[i] < 0) breake;
    C[i] = 1;
  }
}
//~ 3:20: error: 'contiune' is not a C++ keyword -- did you mean 'continue'?
//~ 4:19: error: 'breake' is not a C++ keyword -- did you mean 'break'?

//~~ __global with underscores missing
__global void clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
//~ 1:1: error: '__global' is not a CUDA keyword -- did you mean '__global__'?

//~~ _global_
_global_ void clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
//~ 1:1: error: '_global_' is not a CUDA keyword -- did you mean '__global__'?

//~~ __gloabl__
__gloabl__ void clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
//~ 1:1: error: '__gloabl__' is not a CUDA keyword -- did you mean '__global__'?

//~~ __share__
__global__ void turn(float* C) {
  __share__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 2:3: error: '__share__' is not a CUDA keyword -- did you mean '__shared__'?

//~~ shared without underscores
__global__ void turn(float* C) {
  shared float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 2:3: error: 'shared' is not a CUDA keyword -- did you mean '__shared__'?

//~~ __devic__
__devic__ float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) { C[0] = twice(C[0]); }
//~ 1:1: error: '__devic__' is not a CUDA keyword -- did you mean '__device__'?

//~~ a function of CUDA with a slip
__global__ void k(float* C) {
  C[0] = sqrft(C[0]) + fmax(C[1], 0.0f);
}
//~ 2:10: error: 'sqrft' is not a known function -- did you mean 'sqrt'?

//~~ an own function with a slip
__device__ float average(float a, float b) { return (a + b) / 2.0f; }
__global__ void k(float* C) {
  C[0] = averge(C[0], C[1]);
}
//~ 3:10: error: 'averge' is not a known function -- did you mean 'average'?

//~~ atomicadd
__global__ void count(int* C) {
  atomicadd(&C[0], 1);
}
//~ 2:3: error: 'atomicadd' is not a known function -- did you mean 'atomicAdd'?

//~~ the sum's name with a slip, used twice
__global__ void add(const float* A, float* C, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) smu += A[i];
  C[0] = smu;
}
//~ 3:31: error: 'smu' is not declared here -- did you mean 'sum'?

//~~ a name that nothing here looks like
__global__ void k(float* C, int n) {
  C[0] = n * velocity;
}
//~ 2:14: error: 'velocity' is not declared here
