// Types that are missing, or that are not known.

//~~ a type missing before a variable
__global__ void clear(float* C) {
  i = threadIdx.x;
  C[i] = 0.0f;
}
//~ 2:3: error: 'i' is not declared here -- write its type before it, as in int i

//~~ a type missing before a parameter
__global__ void clear(float* C, n) {
  if (threadIdx.x < n) C[threadIdx.x] = 0.0f;
}
//~ 1:33: error: a type is missing before 'n'

//~~ a type missing after const
__global__ void clear(float* C) {
  const i = threadIdx.x;
  C[i] = 0.0f;
}
//~ 2:9: error: a type is missing before 'i'

//~~ a type missing after __shared__
__global__ void turn(float* C) {
  __shared__ tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
//~ 2:14: error: a type is missing before 'tile'

//~~ the type missing in the head of a for
__global__ void clear(float* C, int n) {
  for (i = 0; i < n; ++i) C[i] = 0.0f;
}
//~ 2:8: error: 'i' is not declared here -- write its type before it, as in int i

//~~ the kernel's type missing
__global__ clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
//~ 1:12: error: the type is missing: a kernel returns void -- write void before 'clear'

//~~ a helper's type missing
__device__ twice(float x) { return 2.0f * x; }
__global__ void k(float* C) { C[0] = twice(C[0]); }
//~ 1:12: error: a type is missing before 'twice'

//~~ an unknown type
__global__ void clear(real* C) {
  C[threadIdx.x] = 0.0f;
}
//~ 1:23: error: 'real' is not a known type

//~~ an unknown type of a local
__global__ void clear(float* C) {
  index_t i = threadIdx.x;
  C[i] = 0.0f;
}
//~ 2:3: error: 'index_t' is not a known type

//~~ an unknown type, used twice
__global__ void copy(const real* A, real* C) {
  C[threadIdx.x] = A[threadIdx.x];
}
//~ 1:28: error: 'real' is not a known type

//~~ a vector type of five
__global__ void clear(float5* C) {
  C[threadIdx.x].x = 0.0f;
}
//~ 1:23: error: 'float5' is not a known type -- did you mean 'float'?

//~~ string
__global__ void k(string name) {
  printf("%s", name);
}
//~ 1:19: error: 'string' is not available here: standard library containers do not work in device code

//~~ a variable of type void
__global__ void k(float* C) {
  void x = C[0];
  C[1] = x;
}
//~ 2:8: error: 'x' cannot be void: it would hold no value

//~~ auto of nothing
__global__ void k(float* C) {
  auto x;
  x = C[0];
}
//~ 2:8: error: auto takes its type from an initializer, but there is none
