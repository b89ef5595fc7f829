#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

// Does the needle occur anywhere in the haystack?
__global__ void contains(const int *hay, int n, int needle, int *found)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        if (hay[i] == needle)
            *found = 1;
    }
}

int main()
{
    const int N = 50000;
    std::vector<int> h(N);
    for (int i = 0; i < N; ++i)
        h[i] = (i * 37) % 101;

    int *d_hay, *d_found;
    cudaMalloc(&d_hay, N * sizeof(int));
    cudaMalloc(&d_found, sizeof(int));
    cudaMemcpy(d_hay, h.data(), N * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_found, 0, sizeof(int));

    contains<<<32, 256>>>(d_hay, N, 42, d_found);

    int found = -1;
    cudaMemcpy(&found, d_found, sizeof(int), cudaMemcpyDeviceToHost);
    printf("found = %d\n", found);
    cudaFree(d_hay);
    cudaFree(d_found);
    return found == 1 ? 0 : 1;
}
