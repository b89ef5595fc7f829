// Ödev 6: tek-çift yer değiştirme sıralaması (odd-even sort)
// Her fazda komşu çiftler karşılaştırılır. Toplam n faz.
#include <stdio.h>
#include <stdlib.h>

#define ELEMAN_SAYISI 1000
#define IS_PARCACIGI 64

__global__ void faz(int *dizi, int n, int baslangic)
{
    int cift = blockIdx.x * blockDim.x + threadIdx.x;
    int i = 2 * cift + baslangic;
    if (i + 1 < n && dizi[i] > dizi[i + 1]) {
        int gecici = dizi[i];
        dizi[i] = dizi[i + 1];
        dizi[i + 1] = gecici;
    }
}

void sirala(int *d_dizi, int n)
{
    int cift_sayisi = n / 2;
    int blok = (cift_sayisi + IS_PARCACIGI - 1) / IS_PARCACIGI;
    for (int f = 0; f < n; f++)
        faz<<<blok, IS_PARCACIGI>>>(d_dizi, n, f % 2);
}

int karsilastir(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main()
{
    int dizi[ELEMAN_SAYISI], beklenen[ELEMAN_SAYISI];
    for (int i = 0; i < ELEMAN_SAYISI; i++)
        beklenen[i] = dizi[i] = rand() % 5000;

    int *d_dizi;
    cudaMalloc((void **)&d_dizi, sizeof(dizi));
    cudaMemcpy(d_dizi, dizi, sizeof(dizi), cudaMemcpyHostToDevice);
    sirala(d_dizi, ELEMAN_SAYISI);
    cudaMemcpy(dizi, d_dizi, sizeof(dizi), cudaMemcpyDeviceToHost);
    cudaFree(d_dizi);

    qsort(beklenen, ELEMAN_SAYISI, sizeof(int), karsilastir);
    int hata = 0;
    for (int i = 0; i < ELEMAN_SAYISI; i++)
        if (dizi[i] != beklenen[i])
            hata++;
    if (hata)
        printf("%d hata var!\n", hata);
    else
        printf("Sıralama doğru.\n");
    return hata ? 1 : 0;
}
