// As many blocks as fit on the machine; each takes the next tile from a counter
// until there is none left. The counter must be reset to 0 between launches.
#define T 16

__device__ int next_tile;

__global__ void reset_tiles() { next_tile = 0; }

__global__ void mm_persistent(const float* A, const float* B, float* C, int* owner,
                              int m, int n, int k)
{
    __shared__ float as[T][T], bs[T][T];
    __shared__ int   mine;

    const int across = (n + T - 1) / T;
    const int tiles  = across * ((m + T - 1) / T);
    const bool first = (threadIdx.x | threadIdx.y) == 0;

    while (true)
    {
        if (first)
            mine = atomicAdd(&next_tile, 1);
        __syncthreads();
        const int tile = mine;
        if (tile >= tiles)
            break;

        const int row = tile / across * T + threadIdx.y;
        const int col = tile % across * T + threadIdx.x;
        float sum = 0.f;
        for (int p = 0; p < k; p += T)
        {
            as[threadIdx.y][threadIdx.x] = (row < m && p + threadIdx.x < k) ? A[row * k + p + threadIdx.x] : 0.f;
            bs[threadIdx.y][threadIdx.x] = (p + threadIdx.y < k && col < n) ? B[(p + threadIdx.y) * n + col] : 0.f;
            __syncthreads();
            for (int q = 0; q < T; ++q)
                sum += as[threadIdx.y][q] * bs[q][threadIdx.x];
            __syncthreads();
        }
        if (row < m && col < n)
            C[row * n + col] = sum;
        if (first && owner)
            owner[tile] = blockIdx.x;
    }
}
