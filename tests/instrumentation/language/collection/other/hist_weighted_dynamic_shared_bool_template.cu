#include <cuda_runtime.h>
#include <cstdint>

template <typename Sample, typename Counter, bool UseWeights, int Copies = 4>
__global__ void weightedHistogram(const Sample* samples, [[maybe_unused]] const float* weights, Counter* out,
                                  int n, Sample lo, Sample hi, int bins)
{
    static_assert((Copies & (Copies - 1)) == 0, "Copies must be a power of two");
    extern __shared__ unsigned char smem_bytes[];
    Counter* privatised = reinterpret_cast<Counter*>(smem_bytes);
    const int copy = threadIdx.x & (Copies - 1);

    for (int k = threadIdx.x; k < bins * Copies; k += blockDim.x) privatised[k] = Counter(0);
    __syncthreads();

    const float scale = float(bins) / float(hi - lo);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const Sample s = samples[i];
        if (s < lo || s >= hi) continue;
        const int bin = static_cast<int>(float(s - lo) * scale);
        if constexpr (UseWeights)
            atomicAdd(&privatised[bin * Copies + copy], static_cast<Counter>(weights[i]));
        else
            atomicAdd(&privatised[bin * Copies + copy], Counter{1});
    }
    __syncthreads();

    for (int b = threadIdx.x; b < bins; b += blockDim.x) {
        Counter total{};
        for (int c = 0; c < Copies; ++c) total += privatised[b * Copies + c];
        atomicAdd(out + b, total);
    }
}

void run(const int16_t* a, const float* w, float* h, int n, cudaStream_t st)
{
    weightedHistogram<int16_t, float, true><<<32, 256, 4 * 100 * sizeof(float), st>>>(a, w, h, n, -500, 500, 100);
}
