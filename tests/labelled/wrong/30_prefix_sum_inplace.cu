// Inclusive scan, Hillis & Steele
#include <cuda_runtime.h>
#include <cstdio>

void reference(const int* in, int* out, int n)
{
    out[0] = in[0];
    for (int i = 1; i < n; ++i) out[i] = out[i - 1] + in[i];
}

__global__ void inclusiveScan(const int* in, int* out, int n)
{
    __shared__ int s[512];
    const int t = threadIdx.x;
    s[t] = t < n ? in[t] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d <<= 1) {
        if (t >= d) s[t] += s[t - d];
        __syncthreads();
    }
    if (t < n) out[t] = s[t];
}

int main()
{
    const int n = 450;
    int in[n], out[n], ref[n];
    for (int i = 0; i < n; ++i) in[i] = i % 6;
    int *dIn, *dOut;
    cudaMalloc(&dIn, sizeof(in));
    cudaMalloc(&dOut, sizeof(out));
    cudaMemcpy(dIn, in, sizeof(in), cudaMemcpyHostToDevice);
    inclusiveScan<<<1, 512>>>(dIn, dOut, n);
    cudaMemcpy(out, dOut, sizeof(out), cudaMemcpyDeviceToHost);
    reference(in, ref, n);
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += out[i] != ref[i];
    std::printf("%d different\n", bad);
    return 0;
}
