#include <cstdio>
#include <cuda_runtime.h>

class VectorOps {
public:
    explicit VectorOps(int n) : n_(n) { cudaMallocManaged(&data_, n * sizeof(float)); }
    ~VectorOps() { cudaFree(data_); }

    __global__ void scaleKernel(float* d, float f, int n) //~ 9:21 a kernel (__global__) cannot be a member function of a class: put it outside
    {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) d[i] *= f;
    }

    void scale(float f) { scaleKernel<<<(n_ + 255) / 256, 256>>>(data_, f, n_); }
    float* data() { return data_; }

private:
    float* data_ = nullptr;
    int n_;
};

int main()
{
    VectorOps v(1000);
    for (int i = 0; i < 1000; ++i) v.data()[i] = i;
    v.scale(0.1f);
    cudaDeviceSynchronize();
    printf("%f\n", v.data()[10]);
}
