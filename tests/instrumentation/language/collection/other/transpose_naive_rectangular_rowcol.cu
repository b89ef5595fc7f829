__global__ void transpose(float A[], float B[], int rows, int cols) {
  /* A is rows x cols, B is cols x rows */
  int r = blockIdx.y*blockDim.y + threadIdx.y;
  int c = blockIdx.x*blockDim.x + threadIdx.x;

  if (r<rows)
    if (c<cols)
      B[c*rows+r] = A[r*cols+c];
}

// in-place version only for squares, every thread above the diagonal swaps one pair
__global__ void transpose_square(float A[], const int n) {
  int r = blockIdx.y*blockDim.y + threadIdx.y;
  int c = blockIdx.x*blockDim.x + threadIdx.x;
  if (r<c && c<n) {
    float tmp = A[r*n+c];
    A[r*n+c] = A[c*n+r];
    A[c*n+r] = tmp;
  }
}