#include <cstdio>
#include <cuda_runtime.h>

#define NB 8
#define NT 64

__global__ void runningTotal(const unsigned *in, unsigned *out,
                             volatile unsigned *carry, volatile int *ready)
{
    __shared__ unsigned s[NT];
    __shared__ unsigned before;
    const int t = threadIdx.x, b = blockIdx.x;

    s[t] = in[b * NT + t];
    __syncthreads();
    for (int d = 1; d < NT; d <<= 1) {
        unsigned add = t >= d ? s[t - d] : 0u;
        __syncthreads();
        s[t] += add;
        __syncthreads();
    }

    if (t == 0) {
        unsigned c = 0;
        if (b > 0) {
            while (ready[b - 1] == 0)
                ;
            __threadfence();
            c = carry[b - 1];
        }
        before = c;
        carry[b] = c + s[NT - 1];
        __threadfence();
        ready[b] = 1;
    }
    __syncthreads();
    out[b * NT + t] = before + s[t];
}

int main()
{
    const int n = NB * NT;
    unsigned h[n], *d_in, *d_out, *d_carry;
    int *d_ready;
    for (int i = 0; i < n; ++i) h[i] = i;
    cudaMalloc(&d_in, n * sizeof(unsigned));
    cudaMalloc(&d_out, n * sizeof(unsigned));
    cudaMalloc(&d_carry, NB * sizeof(unsigned));
    cudaMalloc(&d_ready, NB * sizeof(int));
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(d_ready, 0, NB * sizeof(int));

    runningTotal<<<NB, NT>>>(d_in, d_out, d_carry, d_ready);

    cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
    printf("last = %u\n", h[n - 1]);
    return h[n - 1] == (unsigned)(n * (n - 1) / 2) ? 0 : 1;
}
