// A template over the type and the tile, instantiated by its host launcher.
// A B C: A B C
template <typename T, int TILE>
__global__ void tiledProduct(const T* A, const T* B, T* C, int M, int N, int K)
{
    __shared__ T a_tile[TILE][TILE];
    __shared__ T b_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    T sum = T(0);
    for (int t = 0; t < K; t += TILE) {
        a_tile[threadIdx.y][threadIdx.x] =
            (row < M && t + threadIdx.x < K) ? A[row * K + t + threadIdx.x] : T(0);
        b_tile[threadIdx.y][threadIdx.x] =
            (col < N && t + threadIdx.y < K) ? B[(t + threadIdx.y) * N + col] : T(0);
        __syncthreads();  // filled
        for (int i = 0; i < TILE; ++i)
            sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
        __syncthreads();  // used
    }
    if (row < M && col < N) C[row * N + col] = sum;
}

void multiply(const float* A, const float* B, float* C, int M, int N, int K)
{
    const int TILE = 4;
    dim3 block(TILE, TILE);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    tiledProduct<float, TILE><<<grid, block>>>(A, B, C, M, N, K);
}
