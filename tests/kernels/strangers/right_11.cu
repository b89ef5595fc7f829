#include <cstdio>
#include <cuda_runtime.h>

// Tamanhos fixos: (128 x 96) * (96 x 64). Cada thread faz 4 colunas (float4).
constexpr int ALT = 128, PROF = 96, LARG = 64;
constexpr int FAIXA = 16;             // linhas por bloco
constexpr int GRUPOS = LARG / 4;      // 16 grupos de 4 colunas

__global__ void multiplica_fixo(const float *esq, const float *dir, float *saida)
{
    __shared__ float linhas[FAIXA][PROF];
    const int gx = threadIdx.x;       // 0 .. GRUPOS-1
    const int ly = threadIdx.y;       // 0 .. FAIXA-1
    const int primeira = blockIdx.x * FAIXA;

    for (int p = ly * GRUPOS + gx; p < FAIXA * PROF; p += GRUPOS * FAIXA)
        linhas[p / PROF][p % PROF] = esq[primeira * PROF + p];
    __syncthreads();

    const float4 *dir4 = reinterpret_cast<const float4 *>(dir);
    float4 soma = make_float4(0.f, 0.f, 0.f, 0.f);
    for (int t = 0; t < PROF; ++t) {
        const float e = linhas[ly][t];
        const float4 d = dir4[t * GRUPOS + gx];
        soma.x += e * d.x;
        soma.y += e * d.y;
        soma.z += e * d.z;
        soma.w += e * d.w;
    }
    reinterpret_cast<float4 *>(saida)[(primeira + ly) * GRUPOS + gx] = soma;
}

int main()
{
    static float he[ALT * PROF], hd[PROF * LARG], hs[ALT * LARG];
    for (int i = 0; i < ALT * PROF; ++i) he[i] = 0.01f * (i % 100);
    for (int i = 0; i < PROF * LARG; ++i) hd[i] = 0.02f * (i % 50);
    float *de, *dd, *ds;
    cudaMalloc((void **)&de, sizeof(he));
    cudaMalloc((void **)&dd, sizeof(hd));
    cudaMalloc((void **)&ds, sizeof(hs));
    cudaMemcpy(de, he, sizeof(he), cudaMemcpyHostToDevice);
    cudaMemcpy(dd, hd, sizeof(hd), cudaMemcpyHostToDevice);
    multiplica_fixo<<<ALT / FAIXA, dim3(GRUPOS, FAIXA)>>>(de, dd, ds);
    cudaMemcpy(hs, ds, sizeof(hs), cudaMemcpyDeviceToHost);
    printf("%g %g\n", hs[0], hs[ALT * LARG - 1]);
    cudaFree(de); cudaFree(dd); cudaFree(ds);
    return 0;
}
