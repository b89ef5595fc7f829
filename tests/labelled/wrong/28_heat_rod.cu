// Wärmeleitung in einem Stab, explizites Verfahren
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

constexpr int PUNKTE = 1026;
constexpr int SCHRITTE = 10;

__global__ void schritt(float *u, int n, float r)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i < n - 1)
        u[i] = u[i] + r * (u[i - 1] - 2.0f * u[i] + u[i + 1]);
}

int main()
{
    std::vector<float> h(PUNKTE, 20.0f);
    h.front() = 100.0f;
    h.back() = 0.0f;
    float *u;
    cudaMalloc(&u, PUNKTE * sizeof(float));
    cudaMemcpy(u, h.data(), PUNKTE * sizeof(float), cudaMemcpyHostToDevice);
    const int faeden = 128, bloecke = (PUNKTE - 2 + faeden - 1) / faeden;
    for (int s = 0; s < SCHRITTE; ++s)
        schritt<<<bloecke, faeden>>>(u, PUNKTE, 0.4f);
    cudaMemcpy(h.data(), u, PUNKTE * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; ++i) printf("%6.2f", h[i]);
    printf("\n");
    cudaFree(u);
    return 0;
}
