// One dynamic buffer of bytes holds: the row offsets (int), the tile of A
// (float) and a flag per row (unsigned char). Rows without any value other
// than zero are skipped.
#include <cstdint>
#include <cstring>

#define ALIGN_UP(n, a) (((n) + (a) - 1) & ~((a) - 1))

__global__ void skip_zero_rows(const float* A, const float* B, float* C,
                               const int32_t* perm, int rows, int inner, int cols)
{
    extern __shared__ __align__(16) char smem[];

    const int n = blockDim.y;
    int32_t*       offs = (int32_t*)smem;
    float*         tile = (float*)(smem + ALIGN_UP(n * sizeof(int32_t), 16));
    unsigned char* live = reinterpret_cast<unsigned char*>(tile + n * inner);

    const int ly = threadIdx.y, lx = threadIdx.x;
    const int y = blockIdx.y * n + ly;

    if (lx == 0)
    {
        offs[ly] = y < rows ? perm[y] * inner : -1;
        memset(live + ly, 0, sizeof *live);
    }
    __syncthreads();
    for (int k = lx; k < inner; k += blockDim.x)
    {
        const float v = offs[ly] >= 0 ? A[offs[ly] + k] : 0.f;
        tile[ly * inner + k] = v;
        if (v != 0.f)
            live[ly] = 1;      // every thread writes the same value
    }
    __syncthreads();

    if (y >= rows)
        return;
    for (int x = lx; x < cols; x += blockDim.x)
    {
        float s = 0.f;
        if (live[ly])
            for (int k = 0; k < inner; ++k)
                s += tile[ly * inner + k] * B[k * cols + x];
        C[y * cols + x] = s;
    }
}
