#include <cstdio>
#include <cuda_runtime.h>

struct Box { float min[3], max[3]; };

__global__ void growBoxes(Box* b, int n, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int a = 0; a < 3; ++a) { b[i].min[a] -= by; b[i].max[a] += by; }
}

static void launchGrow(Box* b, int n, float by) //~ 12:48 a '{' is missing: here the body of launchGrow should begin
    const int T = 32 * 6;
    growBoxes<<<(n + T - 1) / T, T>>>(b, n, by);
}

int main() {
    Box* boxes = nullptr;
    const int n = 2222;
    cudaMalloc(&boxes, n * sizeof(Box));
    cudaMemset(boxes, 0, n * sizeof(Box));
    launchGrow(boxes, n, 0.5f);
    cudaDeviceSynchronize();
    cudaFree(boxes);
    puts("boxes grown");
    return 0;
}
