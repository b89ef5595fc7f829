// A batch of squares, one after another in each thread; B is the same for all.
#define N 16

__global__ void manyByOne(const float (*A)[N][N], const float (*B)[N], float (*C)[N][N], int count) {
  int x = threadIdx.x;
  int y = threadIdx.y;
  for (int m = 0; m < count; m++) {
    float sum = 0;
    for (int k = 0; k < N; k++) sum += A[m][y][k] * B[k][x];
    C[m][y][x] = sum;
  }
}

int main() {
  float (*A)[N][N], (*B)[N], (*C)[N][N];
  int count = 3;
  cudaMalloc(&A, count * sizeof(*A));
  cudaMalloc(&B, N * sizeof(*B));
  cudaMalloc(&C, count * sizeof(*C));
  manyByOne<<<1, dim3(N, N)>>>(A, B, C, count);
}
