/*
 * Trabalho prático 2 - Convolução 2D com máscara em memória constante
 * Aluna: Beatriz
 */
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

#define RAIO 2
#define LADO_MASCARA (2 * RAIO + 1)
#define BLOCO_X 32
#define BLOCO_Y 8

__constant__ float mascara[LADO_MASCARA][LADO_MASCARA];

struct Imagem {
    int largura, altura, canais;
};

__global__ void convolucao(const float *entrada, float *saida, int largura, int altura, int canais)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.z;
    if (x >= largura || y >= altura) return;

    const float *plano = entrada + c * largura * altura;
    float soma = 0.0f;
    for (int dy = -RAIO; dy <= RAIO; dy++) {
        for (int dx = -RAIO; dx <= RAIO; dx++) {
            int xx = min(max(x + dx, 0), largura - 1);
            int yy = min(max(y + dy, 0), altura - 1);
            soma += mascara[dy + RAIO][dx + RAIO] * plano[yy * largura + xx];
        }
    }
    saida[(c * altura + y) * largura + x] = soma;
}

static int limita(int v, int maximo) { return v < 0 ? 0 : (v > maximo ? maximo : v); }

int main()
{
    Imagem img = {200, 117, 3};
    const int total = img.largura * img.altura * img.canais;
    const size_t bytes = total * sizeof(float);

    float h_mascara[LADO_MASCARA][LADO_MASCARA];
    float norma = 0.0f;
    for (int i = 0; i < LADO_MASCARA; i++)
        for (int j = 0; j < LADO_MASCARA; j++) {
            float r2 = (float)((i - RAIO) * (i - RAIO) + (j - RAIO) * (j - RAIO));
            h_mascara[i][j] = expf(-r2 / 2.0f);
            norma += h_mascara[i][j];
        }
    for (auto &linha : h_mascara)
        for (float &v : linha) v /= norma;

    float *entrada = (float *)malloc(bytes), *saida = (float *)malloc(bytes);
    for (int i = 0; i < total; i++) entrada[i] = (float)(rand() % 256);

    float *d_entrada, *d_saida;
    cudaMalloc(&d_entrada, bytes);
    cudaMalloc(&d_saida, bytes);
    cudaMemcpy(d_entrada, entrada, bytes, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(mascara, h_mascara, sizeof(h_mascara));

    dim3 bloco(BLOCO_X, BLOCO_Y);
    dim3 grade((img.largura + bloco.x - 1) / bloco.x, (img.altura + bloco.y - 1) / bloco.y, img.canais);
    convolucao<<<grade, bloco>>>(d_entrada, d_saida, img.largura, img.altura, img.canais);
    cudaDeviceSynchronize();
    cudaMemcpy(saida, d_saida, bytes, cudaMemcpyDeviceToHost);

    double pior = 0.0;
    for (int c = 0; c < img.canais; c++)
        for (int y = 0; y < img.altura; y++)
            for (int x = 0; x < img.largura; x++) {
                float s = 0.0f;
                for (int i = 0; i < LADO_MASCARA; i++)
                    for (int j = 0; j < LADO_MASCARA; j++) {
                        int yy = limita(y + i - RAIO, img.altura - 1);
                        int xx = limita(x + j - RAIO, img.largura - 1);
                        s += h_mascara[i][j] * entrada[(c * img.altura + yy) * img.largura + xx];
                    }
                pior = fmax(pior, fabs(s - saida[(c * img.altura + y) * img.largura + x]));
            }
    printf("diferenca maxima: %g (%s)\n", pior, pior < 1e-2 ? "correto" : "errado");

    cudaFree(d_entrada);
    cudaFree(d_saida);
    free(entrada);
    free(saida);
    return pior < 1e-2 ? 0 : 1;
}
