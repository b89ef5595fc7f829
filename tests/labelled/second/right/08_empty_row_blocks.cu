#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

// Largest value of each row of a ragged array; a row is handled by one block.
__global__ void rowMax(const int* offsets, const float* values, float* best)
{
    extern __shared__ float cand[];
    const int begin = offsets[blockIdx.x];
    const int end   = offsets[blockIdx.x + 1];
    if (begin == end)
        return;

    float m = -1e30f;
    for (int k = begin + threadIdx.x; k < end; k += blockDim.x)
        m = fmaxf(m, values[k]);
    cand[threadIdx.x] = m;
    __syncthreads();
    for (int half = blockDim.x >> 1; half; half >>= 1) {
        if (threadIdx.x < half)
            cand[threadIdx.x] = fmaxf(cand[threadIdx.x], cand[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        best[blockIdx.x] = cand[0];
}

int main()
{
    constexpr int rows = 50;
    std::vector<int> off(rows + 1, 0);
    for (int r = 0; r < rows; ++r)
        off[r + 1] = off[r] + (r % 5 == 0 ? 0 : 20 + 3 * r);
    std::vector<float> val(off[rows]);
    for (size_t k = 0; k < val.size(); ++k)
        val[k] = float((k * 7919) % 1013);

    int* d_off; float *d_val, *d_best;
    cudaMalloc(&d_off, off.size() * sizeof(int));
    cudaMalloc(&d_val, val.size() * sizeof(float));
    cudaMalloc(&d_best, rows * sizeof(float));
    cudaMemcpy(d_off, off.data(), off.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_val, val.data(), val.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(d_best, 0, rows * sizeof(float));

    const int threads = 64;
    rowMax<<<rows, threads, threads * sizeof(float)>>>(d_off, d_val, d_best);

    std::vector<float> best(rows);
    cudaMemcpy(best.data(), d_best, rows * sizeof(float), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int r = 0; r < rows; ++r) {
        float want = off[r] == off[r + 1] ? 0.0f
                   : *std::max_element(val.begin() + off[r], val.begin() + off[r + 1]);
        bad += best[r] != want;
    }
    printf("bad rows: %d\n", bad);
    cudaFree(d_off); cudaFree(d_val); cudaFree(d_best);
    return bad;
}
