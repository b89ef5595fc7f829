// Görüntü işleme: gri ton, 3x3 medyan ve iki yönlü (bilateral) filtre.
// Satırlar cudaMallocPitch ile hizalanmış bellekte tutulur.
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GENISLIK 217
#define YUKSEKLIK 143
#define YARICAP 3
#define PENCERE (2 * YARICAP + 1)

#define HATA_KONTROL(islem)                                                       \
    {                                                                             \
        cudaError_t h = islem;                                                    \
        if (h != cudaSuccess) {                                                   \
            fprintf(stderr, "HATA: %s (satır %d)\n", cudaGetErrorString(h), __LINE__); \
            return EXIT_FAILURE;                                                  \
        }                                                                         \
    }

__constant__ float uzaklikAgirligi[PENCERE * PENCERE];

template <typename T>
__host__ __device__ inline T *satir(T *taban, size_t adim, int y)
{
    return (T *)((char *)taban + y * adim);
}
template <typename T>
__host__ __device__ inline const T *satir(const T *taban, size_t adim, int y)
{
    return (const T *)((const char *)taban + y * adim);
}

__global__ void griTon(const uchar4 *renkli, size_t renkliAdim, float *gri, size_t griAdim, int genislik, int yukseklik)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= genislik || y >= yukseklik) return;
    uchar4 p = satir(renkli, renkliAdim, y)[x];
    satir(gri, griAdim, y)[x] = (0.299f * p.x + 0.587f * p.y + 0.114f * p.z) / 255.0f;
}

__host__ __device__ inline void sirala(float &a, float &b)
{
    if (a > b) { float t = a; a = b; b = t; }
}

__host__ __device__ inline float medyan9(float *v)
{
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 9; j++) sirala(v[i], v[j]);
    return v[4];
}

__host__ __device__ inline int sinirla(int v, int ust) { return v < 0 ? 0 : (v > ust ? ust : v); }

__global__ void medyan3x3(const float *giris, float *cikis, size_t adim, int genislik, int yukseklik)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < genislik && y < yukseklik) {
        float v[9];
        int k = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                v[k++] = satir(giris, adim, sinirla(y + dy, yukseklik - 1))[sinirla(x + dx, genislik - 1)];
        satir(cikis, adim, y)[x] = medyan9(v);
    }
}

__global__ void ikiYonlu(const float *giris, float *cikis, size_t adim, int genislik, int yukseklik, float sigmaRenk)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= genislik || y >= yukseklik) return;
    const float merkez = satir(giris, adim, y)[x];
    float toplam = 0.0f, agirlik = 0.0f;
    for (int dy = -YARICAP; dy <= YARICAP; dy++)
        for (int dx = -YARICAP; dx <= YARICAP; dx++) {
            float v = satir(giris, adim, sinirla(y + dy, yukseklik - 1))[sinirla(x + dx, genislik - 1)];
            float fark = (v - merkez) / sigmaRenk;
            float w = uzaklikAgirligi[(dy + YARICAP) * PENCERE + dx + YARICAP] * expf(-0.5f * fark * fark);
            toplam += w * v;
            agirlik += w;
        }
    satir(cikis, adim, y)[x] = toplam / agirlik;
}

int main()
{
    static uchar4 resim[YUKSEKLIK][GENISLIK];
    static float g[YUKSEKLIK][GENISLIK], m[YUKSEKLIK][GENISLIK], beklenen[YUKSEKLIK][GENISLIK], sonuc[YUKSEKLIK][GENISLIK];
    const float sigmaUzaklik = 2.0f, sigmaRenk = 0.15f;

    srand(7);
    for (int y = 0; y < YUKSEKLIK; y++)
        for (int x = 0; x < GENISLIK; x++)
            resim[y][x] = make_uchar4((x * 2 + rand() % 20) & 255, (y * 3) & 255, (x + y) & 255, 255);
    float agirlik[PENCERE * PENCERE];
    for (int i = -YARICAP; i <= YARICAP; i++)
        for (int j = -YARICAP; j <= YARICAP; j++)
            agirlik[(i + YARICAP) * PENCERE + j + YARICAP] = expf(-(i * i + j * j) / (2 * sigmaUzaklik * sigmaUzaklik));
    HATA_KONTROL(cudaMemcpyToSymbol(uzaklikAgirligi, agirlik, sizeof(agirlik)));

    uchar4 *d_renkli;
    float *d_gri, *d_medyan, *d_sonuc;
    size_t renkliAdim, adim;
    HATA_KONTROL(cudaMallocPitch((void **)&d_renkli, &renkliAdim, GENISLIK * sizeof(uchar4), YUKSEKLIK));
    HATA_KONTROL(cudaMallocPitch((void **)&d_gri, &adim, GENISLIK * sizeof(float), YUKSEKLIK));
    HATA_KONTROL(cudaMallocPitch((void **)&d_medyan, &adim, GENISLIK * sizeof(float), YUKSEKLIK));
    HATA_KONTROL(cudaMallocPitch((void **)&d_sonuc, &adim, GENISLIK * sizeof(float), YUKSEKLIK));
    HATA_KONTROL(cudaMemcpy2D(d_renkli, renkliAdim, resim, sizeof resim[0], sizeof resim[0], YUKSEKLIK, cudaMemcpyHostToDevice));

    dim3 blok(32, 8);
    dim3 izgara((GENISLIK + blok.x - 1) / blok.x, (YUKSEKLIK + blok.y - 1) / blok.y);
    griTon<<<izgara, blok>>>(d_renkli, renkliAdim, d_gri, adim, GENISLIK, YUKSEKLIK);
    medyan3x3<<<izgara, blok>>>(d_gri, d_medyan, adim, GENISLIK, YUKSEKLIK);
    ikiYonlu<<<izgara, blok>>>(d_medyan, d_sonuc, adim, GENISLIK, YUKSEKLIK, sigmaRenk);
    HATA_KONTROL(cudaGetLastError());
    HATA_KONTROL(cudaMemcpy2D(sonuc, sizeof sonuc[0], d_sonuc, adim, GENISLIK * sizeof(float), YUKSEKLIK, cudaMemcpyDeviceToHost));

    for (int y = 0; y < YUKSEKLIK; y++)
        for (int x = 0; x < GENISLIK; x++)
            g[y][x] = (0.299f * resim[y][x].x + 0.587f * resim[y][x].y + 0.114f * resim[y][x].z) / 255.0f;
    for (int y = 0; y < YUKSEKLIK; y++)
        for (int x = 0; x < GENISLIK; x++) {
            float v[9];
            for (int k = 0; k < 9; k++)
                v[k] = g[sinirla(y + k / 3 - 1, YUKSEKLIK - 1)][sinirla(x + k % 3 - 1, GENISLIK - 1)];
            m[y][x] = medyan9(v);
        }
    double enBuyuk = 0;
    for (int y = 0; y < YUKSEKLIK; y++)
        for (int x = 0; x < GENISLIK; x++) {
            double t = 0, a = 0;
            for (int dy = -YARICAP; dy <= YARICAP; dy++)
                for (int dx = -YARICAP; dx <= YARICAP; dx++) {
                    double v = m[sinirla(y + dy, YUKSEKLIK - 1)][sinirla(x + dx, GENISLIK - 1)];
                    double f = (v - m[y][x]) / sigmaRenk;
                    double w = agirlik[(dy + YARICAP) * PENCERE + dx + YARICAP] * exp(-0.5 * f * f);
                    t += w * v;
                    a += w;
                }
            beklenen[y][x] = (float)(t / a);
            enBuyuk = fmax(enBuyuk, fabs(beklenen[y][x] - sonuc[y][x]));
        }
    printf("En büyük fark: %g -> %s\n", enBuyuk, enBuyuk < 1e-4 ? "başarılı" : "BAŞARISIZ");
    cudaFree(d_renkli); cudaFree(d_gri); cudaFree(d_medyan); cudaFree(d_sonuc);
    return enBuyuk < 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
