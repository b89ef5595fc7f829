#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

// Odev 2: iki matrisin carpimi (satir oncelikli)
__global__ void carp(const float *sol, const float *sag, float *sonuc,
                     int satir, int ortak, int sutun)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < sutun && y < satir) {
        float toplam = 0.0f;
        for (int i = 0; i < ortak; i++)
            toplam += sol[y * ortak + i] * sag[i * sutun + x];
        sonuc[y * sutun + x] = toplam;
    }
}

int main()
{
    const int satir = 300, ortak = 170, sutun = 215;
    std::vector<float> h1(satir * ortak), h2(ortak * sutun), h3(satir * sutun);
    for (size_t i = 0; i < h1.size(); i++) h1[i] = (float)(i % 7);
    for (size_t i = 0; i < h2.size(); i++) h2[i] = (float)(i % 5);

    float *d1, *d2, *d3;
    cudaMalloc(&d1, h1.size() * sizeof(float));
    cudaMalloc(&d2, h2.size() * sizeof(float));
    cudaMalloc(&d3, h3.size() * sizeof(float));
    cudaMemcpy(d1, h1.data(), h1.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d2, h2.data(), h2.size() * sizeof(float), cudaMemcpyHostToDevice);

    dim3 blok(32, 8);
    dim3 izgara((sutun + blok.x - 1) / blok.x, (satir + blok.y - 1) / blok.y);
    carp<<<izgara, blok>>>(d1, d2, d3, satir, ortak, sutun);

    cudaMemcpy(h3.data(), d3, h3.size() * sizeof(float), cudaMemcpyDeviceToHost);
    printf("ilk eleman: %f, son eleman: %f\n", h3.front(), h3.back());
    cudaFree(d1); cudaFree(d2); cudaFree(d3);
    return 0;
}
