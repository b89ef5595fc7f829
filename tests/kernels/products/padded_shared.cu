// Shared tiles padded by one column against bank conflicts, B's tile kept transposed.
// A B C: A B C
#define T 4

__global__ void paddedTiles(const float* A, const float* B, float* C, int n)
{
    __shared__ float sA[T][T + 1];
    __shared__ float sBt[T][T + 1];
    int lx = threadIdx.x, ly = threadIdx.y;
    int gx = blockIdx.x * T + lx;
    int gy = blockIdx.y * T + ly;
    float r = 0.0f;
    for (int s = 0; s < n; s += T) {
        sA[ly][lx] = (gy < n && s + lx < n) ? A[gy * n + s + lx] : 0.0f;
        sBt[lx][ly] = (s + ly < n && gx < n) ? B[(s + ly) * n + gx] : 0.0f;
        __syncthreads();  // filled
        for (int q = 0; q < T; ++q)
            r += sA[ly][q] * sBt[lx][q];
        __syncthreads();  // used
    }
    if (gy < n && gx < n)
        C[gy * n + gx] = r;
}
