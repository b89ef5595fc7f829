// Mistake: wrong stride, prawa[i * wspolny + kol] should be prawa[i * kolumny + kol]
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// Laboratorium 5: mnozenie macierzy
__global__ void mnozenie(const float *lewa, const float *prawa, float *wynik,
                         int wiersze, int wspolny, int kolumny)
{
    int w = blockIdx.y * blockDim.y + threadIdx.y;
    int kol = blockIdx.x * blockDim.x + threadIdx.x;
    if (w < wiersze && kol < kolumny) {
        float suma = 0.0f;
        for (int i = 0; i < wspolny; i++)
            suma += lewa[w * wspolny + i] * prawa[i * wspolny + kol];
        wynik[w * kolumny + kol] = suma;
    }
}

int main(void)
{
    int wiersze = 120, wspolny = 80, kolumny = 100;
    size_t rl = wiersze * wspolny * sizeof(float);
    size_t rp = wspolny * kolumny * sizeof(float);
    size_t rw = wiersze * kolumny * sizeof(float);
    float *hl = (float *)malloc(rl), *hp = (float *)malloc(rp), *hw = (float *)malloc(rw);
    for (int i = 0; i < wiersze * wspolny; i++) hl[i] = (float)rand() / RAND_MAX;
    for (int i = 0; i < wspolny * kolumny; i++) hp[i] = (float)rand() / RAND_MAX;

    float *dl, *dp, *dw;
    cudaMalloc((void **)&dl, rl);
    cudaMalloc((void **)&dp, rp);
    cudaMalloc((void **)&dw, rw);
    cudaMemcpy(dl, hl, rl, cudaMemcpyHostToDevice);
    cudaMemcpy(dp, hp, rp, cudaMemcpyHostToDevice);

    dim3 watki(16, 16);
    dim3 bloki((kolumny + 15) / 16, (wiersze + 15) / 16);
    mnozenie<<<bloki, watki>>>(dl, dp, dw, wiersze, wspolny, kolumny);

    cudaMemcpy(hw, dw, rw, cudaMemcpyDeviceToHost);
    printf("wynik[0] = %f\n", hw[0]);
    cudaFree(dl); cudaFree(dp); cudaFree(dw);
    free(hl); free(hp); free(hw);
    return 0;
}
