// 1D 3-point blur of 16,000,200 floats. The short last block (62500 of 0..62500) has no barrier: shared memory race, write at line 17, read at line 20.
#include <cuda_runtime.h>
#define BS 256

__global__ void blur3(const float * in, float * out, int n)
{
    __shared__ float s[BS + 2];
    const int t = threadIdx.x;
    const int first = blockIdx.x * BS;
    const int g = first + t;

    if (first + BS > n)
    {
        // the ragged end gets its own path
        if (g < n)
        {
            s[t + 1] = in[g];
            if (t == 0) s[0] = g > 0 ? in[g - 1] : 0.0f;
            if (g == n - 1) s[t + 2] = 0.0f;
            out[g] = (s[t] + s[t + 1] + s[t + 2]) / 3.0f;
        }
        return;
    }

    s[t + 1] = in[g];
    if (t == 0) s[0] = g > 0 ? in[g - 1] : 0.0f;
    if (t == BS - 1) s[BS + 1] = g + 1 < n ? in[g + 1] : 0.0f;
    __syncthreads();
    out[g] = (s[t] + s[t + 1] + s[t + 2]) / 3.0f;
}

int main()
{
    int n = 16000200;
    float *in, *out;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    blur3<<<(n + BS - 1) / BS, BS>>>(in, out, n);
    return 0;
}
