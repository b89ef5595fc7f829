// Commas, operators and operands that are missing, too many, or misspelt.

//~~ an = in a macro
#define N = 16
__global__ void clear(float* C) {
  if (threadIdx.x < N) C[threadIdx.x] = 0.0f;
}
//~ 1:11: error: this = is copied wherever 'N' is used -- remove it

//~~ a comma missing between parameters
__global__ void clear(float* C int n) {
  if (threadIdx.x < n) C[threadIdx.x] = 0.0f;
}
//~ 1:31: error: a , is missing after 'C' -- write ,

//~~ a comma too many among parameters
__global__ void clear(float* C, int n,) {
  if (threadIdx.x < n) C[threadIdx.x] = 0.0f;
}
//~ 1:39: error: a parameter is missing after ',' -- remove the comma

//~~ a comma missing between arguments
__global__ void k(float* C) {
  C[0] = fmaxf(C[0] C[1]);
}
//~ 2:20: error: a , or an operator is missing between ']' and 'C'

//~~ a comma too many among arguments
__global__ void k(float* C) {
  C[0] = fmaxf(C[0],, C[1]);
}
//~ 2:21: error: a value is missing after ','

//~~ a comma in brackets
__global__ void turn(float* C) {
  __shared__ float tile[4][4];
  tile[threadIdx.y, threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
//~ 3:8: error: a comma in [ ] discards the index before it -- write [i][j] for two indices

//~~ an operator missing between two names
__global__ void k(float* C, int n) {
  int i = blockIdx.x blockDim.x + threadIdx.x;
  C[i] = n;
}
//~ 2:21: error: an operator is missing between 'x' and 'blockDim'

//~~ an operator missing after a number
__global__ void k(float* C, float x) {
  C[0] = 2 x;
}
//~ 2:11: error: an operator is missing between '2' and 'x'

//~~ an operand missing
__global__ void k(float* C, float x) {
  C[0] = x + ;
}
//~ 2:13: error: a value is missing after '+'

//~~ an operand missing before an operator
__global__ void k(float* C, float x) {
  C[0] = * x / 2.0f;
}
//~ 1:35: error: 'x' is a 'float', but line 2 uses it as an array -- write * before it

//~~ two operators
__global__ void k(float* C, float x, float y) {
  C[0] = x + / y;
}
//~ 2:13: error: a value is missing after '+'

//~~ => for >=
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i => n) return;
  C[i] = 0.0f;
}
//~ 3:9: error: C++ has no => -- write >=

//~~ =+ for +=
__global__ void add(const float* A, float* C) {
  float sum = 0.0f;
  for (int i = 0; i < 8; ++i) sum =+ A[i];
  C[0] = sum;
}
//~ 3:35: warning: =+ assigns and does not add -- write +=

//~~ and with one letter too few
__global__ void clear(float* C, int n, int m) {
  int i = threadIdx.x;
  if (i < n adn i < m) C[i] = 0.0f;
}
//~ 3:12: error: a , or an operator is missing between 'n' and 'adn'
