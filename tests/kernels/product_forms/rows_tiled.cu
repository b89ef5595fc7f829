// Pointers to rows of constant width, in tiles.
constexpr int P = 32, Q = 48, R = 64, S = 16;

__global__ void mm(const float (*u)[Q], const float (*v)[R], float (*w)[R]) {
  __shared__ float us[S][S], vs[S][S];
  const int i = blockIdx.y * S + threadIdx.y;
  const int j = blockIdx.x * S + threadIdx.x;
  float acc = 0.f;
  for (int t = 0; t < Q; t += S) {
    us[threadIdx.y][threadIdx.x] = u[i][t + threadIdx.x];
    vs[threadIdx.y][threadIdx.x] = v[t + threadIdx.y][j];
    __syncthreads();
    for (int k = 0; k < S; ++k) acc += us[threadIdx.y][k] * vs[k][threadIdx.x];
    __syncthreads();
  }
  w[i][j] = acc;
}

void launch(const float (*u)[Q], const float (*v)[R], float (*w)[R]) {
  mm<<<dim3(R / S, P / S), dim3(S, S)>>>(u, v, w);
}
