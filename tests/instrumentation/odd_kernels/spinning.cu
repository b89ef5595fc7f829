__global__ void spinning(const float* A, float* C) {
  __shared__ float flag[1];
  if (threadIdx.x == 0) {
    int turns = 0;
    while (!(flag[0] == 1.0f)) ++turns;
    C[0] = A[0];
  } else {
    flag[0] = 1.0f;
  }
}
