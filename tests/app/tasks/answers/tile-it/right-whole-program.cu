
#include <cstdio>
#include <vector>

constexpr int TILE = 4;

__global__ void fewer_loads(const float* lhs, const float* rhs, float* out, int m, int n,
                            int depth) {
  __shared__ float ls[TILE][TILE], rs[TILE][TILE];
  const int i = blockIdx.y * TILE + threadIdx.y;
  const int j = blockIdx.x * TILE + threadIdx.x;
  float dot = 0;
  for (int d = 0; d < depth; d += TILE) {
    const int dx = d + threadIdx.x, dy = d + threadIdx.y;
    ls[threadIdx.y][threadIdx.x] = i < m && dx < depth ? lhs[i * depth + dx] : 0;
    rs[threadIdx.y][threadIdx.x] = j < n && dy < depth ? rhs[dy * n + j] : 0;
    __syncthreads();
    for (int e = 0; e < TILE; ++e) dot += ls[threadIdx.y][e] * rs[e][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n) out[i * n + j] = dot;
}

int main() {
  const int m = 8, n = 12, depth = 8;
  std::vector<float> a(m * depth, 1.0f), b(depth * n, 2.0f), c(m * n);
  float *da, *db, *dc;
  cudaMalloc(&da, a.size() * sizeof(float));
  cudaMalloc(&db, b.size() * sizeof(float));
  cudaMalloc(&dc, c.size() * sizeof(float));
  cudaMemcpy(da, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
  const dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
  fewer_loads<<<grid, block>>>(da, db, dc, m, n, depth);
  cudaMemcpy(c.data(), dc, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", c[0]);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}

// What should come out is said elsewhere: this program has no reference().
