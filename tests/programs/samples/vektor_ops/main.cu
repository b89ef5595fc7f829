// Einfaches Beispiel mit getrennten Dateien: c = a + b, y = alpha*x + y, c *= 0.5
#include <cmath>
#include "kernels.cuh"
#include "util.h"

int main(int argc, char **argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 100000;
    const size_t bytes = n * sizeof(float);
    float *h_a = (float *)std::malloc(bytes);
    float *h_b = (float *)std::malloc(bytes);
    float *h_c = (float *)std::malloc(bytes);
    for (int i = 0; i < n; ++i) {
        h_a[i] = 0.25f * (i % 64);
        h_b[i] = 1.5f;
    }

    float *d_a, *d_b, *d_c;
    CUDA_PRUEFEN(cudaMalloc(&d_a, bytes));
    CUDA_PRUEFEN(cudaMalloc(&d_b, bytes));
    CUDA_PRUEFEN(cudaMalloc(&d_c, bytes));
    CUDA_PRUEFEN(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
    CUDA_PRUEFEN(cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice));

    addiere<<<bloecke(n, FAEDEN_PRO_BLOCK), FAEDEN_PRO_BLOCK>>>(d_a, d_b, d_c, n);
    CUDA_PRUEFEN(cudaGetLastError());
    const float alpha = 2.0f;
    saxpy<<<64, FAEDEN_PRO_BLOCK>>>(n, alpha, d_a, d_c);
    CUDA_PRUEFEN(cudaGetLastError());
    skaliere<<<bloecke(n, FAEDEN_PRO_BLOCK / 2), FAEDEN_PRO_BLOCK / 2>>>(d_c, 0.5f, n);
    CUDA_PRUEFEN(cudaGetLastError());

    CUDA_PRUEFEN(cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost));
    int falsch = 0;
    for (int i = 0; i < n; ++i) {
        float soll = 0.5f * (alpha * h_a[i] + (h_a[i] + h_b[i]));
        if (std::fabs(h_c[i] - soll) > 1e-4f) ++falsch;
    }
    std::printf("%d von %d falsch: %s\n", falsch, n, falsch ? "FEHLER" : "OK");
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    std::free(h_a);
    std::free(h_b);
    std::free(h_c);
    return falsch != 0;
}
