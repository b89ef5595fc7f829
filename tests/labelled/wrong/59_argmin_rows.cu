#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// position of the smallest value of each row
__global__ void argminRows(const float* m, int cols, int* where)
{
    extern __shared__ char scratch[];
    int* index = (int*)scratch;
    float* value = (float*)(scratch + blockDim.x);
    const int t = threadIdx.x;
    const float* row = m + blockIdx.x * cols;

    int best = t;
    for (int c = t + blockDim.x; c < cols; c += blockDim.x)
        if (row[c] < row[best]) best = c;
    index[t] = best;
    value[t] = row[best];
    __syncthreads();

    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s && value[t + s] < value[t]) {
            value[t] = value[t + s];
            index[t] = index[t + s];
        }
        __syncthreads();
    }
    if (t == 0) where[blockIdx.x] = index[0];
}

int main()
{
    const int rows = 10, cols = 500, T = 128;
    std::vector<float> h(rows * cols);
    for (int i = 0; i < rows * cols; ++i) h[i] = (float)((i * 613) % 5003);
    float* m;
    int *w, hw[rows];
    cudaMalloc(&m, h.size() * sizeof(float));
    cudaMalloc(&w, sizeof(hw));
    cudaMemcpy(m, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
    argminRows<<<rows, T, T * (sizeof(int) + sizeof(float))>>>(m, cols, w);
    cudaMemcpy(hw, w, sizeof(hw), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; ++r) printf("%d ", hw[r]);
    printf("\n");
    return 0;
}
