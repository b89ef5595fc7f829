#include <stdio.h>
#include <cuda_runtime.h>

struct Buffers {
    float in[512];
    float out[512];
};

__global__ void quant(const float *in, float *out, float q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = floorf(in[i] / q) * q;
}

int main(void)
{
    static struct Buffers b;
    float *din, *dout;
    for (int i = 0; i < 512; i++) b.in[i] = i * 0.3f;
    cudaMalloc(&din, sizeof(b.in));
    cudaMalloc(&dout, sizeof(b.outp)); //~ 21:32 'Buffers' has no member 'outp': did you mean 'out'?
    cudaMemcpy(din, b.in, sizeof(b.in), cudaMemcpyHostToDevice);
    quant<<<4, 128>>>(din, dout, 0.25f);
    cudaMemcpy(b.out, dout, sizeof(b.out), cudaMemcpyDeviceToHost);
    printf("%f\n", b.out[511]);
    return 0;
}
