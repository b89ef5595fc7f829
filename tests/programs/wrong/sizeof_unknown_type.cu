#include <cstdio>
#include <cuda_runtime.h>

struct Vertex { float pos[3]; float normal[3]; unsigned colour; };

__global__ void flipNormals(Vertex *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < 3; ++k) v[i].normal[k] = -v[i].normal[k];
}

int main()
{
    const int count = 3 * 4321;
    Vertex *v = nullptr;
    cudaMalloc(reinterpret_cast<void **>(&v), count * sizeof(Vertices)); //~ 17:62 'Vertices' is not known: did you mean 'Vertex'?
    cudaMemset(v, 0, count * sizeof(Vertex));
    flipNormals<<<(count + 95) / 96, 96>>>(v, count);
    std::printf("%d\n", static_cast<int>(cudaDeviceSynchronize()));
    cudaFree(v);
}
