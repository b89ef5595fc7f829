// Names outside their scope, before their declaration, or declared twice.

//~~ a loop's variable after the loop
__global__ void find(const int* A, int* C, int n) {
  for (int i = 0; i < n; ++i)
    if (A[i] == 0) break;
  C[0] = i;
}
//~ 4:10: error: 'i' on line 2 exists only until the end of its block or loop -- declare it earlier, outside the block

//~~ a variable of a block after it
__global__ void k(float* C, int n) {
  if (n > 4) {
    float x = C[0];
  }
  C[1] = x;
}
//~ 5:10: error: 'x' on line 3 exists only until the end of its block or loop -- declare it earlier, outside the block

//~~ a variable before its declaration
__global__ void k(float* C) {
  C[i] = 0.0f;
  int i = threadIdx.x;
}
//~ 2:5: error: 'i' is not declared here

//~~ a variable of another kernel
__global__ void a(float* C) {
  int index = threadIdx.x;
  C[index] = 0.0f;
}
__global__ void b(float* C) {
  C[index] = 1.0f;
}
//~ 6:5: error: 'index' is not declared here

//~~ a shared array of another kernel
__global__ void a(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
__global__ void b(float* C) {
  C[threadIdx.x] = tile[threadIdx.x];
}
//~ 2:20: note: 'tile' has 32 elements: this needs blocks of 32 threads
//~ 8:20: error: 'tile' is not declared here

//~~ two variables of one name
__global__ void k(float* C) {
  int i = threadIdx.x;
  float i = C[0];
  C[1] = i;
}
//~ 3:9: error: 'i' is already declared on line 2

//~~ a variable by its parameter's name
__global__ void k(float* C, int n) {
  int n = threadIdx.x;
  C[n] = 0.0f;
}
//~ 2:7: error: 'n' is already declared on line 1

//~~ two parameters of one name
__global__ void k(float* A, float* A) {
  A[0] = 0.0f;
}
//~ 1:36: error: 'A' is already declared on line 1

//~~ two kernels of one name
__global__ void k(float* C) { C[0] = 0.0f; }
__global__ void k(float* C) { C[0] = 1.0f; }
//~ 2:17: error: 'k' is already defined on line 1

//~~ two structures of one name
struct Point { float x; };
struct Point { float y; };
__global__ void k(Point* P) { P[0].x = 0.0f; }
//~ 2:8: error: 'Point' is already defined on line 1
