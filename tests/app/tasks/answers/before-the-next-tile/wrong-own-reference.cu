// says: C[0][0] is 0 but should be
//! block = ["TILE", "TILE"]
//! C = { sides = [1] }
const int TILE = 2;

// nothing to do, nothing to race for
__global__ void tiles(const float* A, const float* B, float* C, int M, int N, int K) {
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  C[row * N + col] = 0;
}

void reference(const float* A, const float* B, float* C, int M, int N, int K) {
  for (int n = 0; n < M * N; ++n) C[n] = 0;
}
