// Comments and strings that look like code: float sum = A[0]; __syncthreads(); #define float
/* __global__ void not_this(float* D) { float x = D[0]; }
   #include "nothing.h" */
__global__ void comments(const float* A, /* float* D, */ float* C) {
  const char mark = '"';  // "float x = A[1];
  float /* int */ x = A[0] /* + A[1] */;  /* float y = A[2]; */
  static_assert(sizeof("float z = A[3]; }{ // ) \" \\") > 1);
  C[0] = x; // C[1] = x;
  C[2] = x;
  if (mark == '"' && mark != '\'') C[1] = x;
}
//= 6 global_load A[0] = 1
//= 8 global_store C[0] = 1 <- 0
//= 9 global_store C[2] = 1 <- 0
//= 10 global_store C[1] = 1 <- 0
