// Porazryadnaya sortirovka (LSD radix sort) 32-bitnyh chisel.
// Na kazhdom prohode: gistogramma po blokam, prefiksnaya summa, rassylka.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define RAZRYADOV_ZA_PROHOD 4
#define KORZIN (1 << RAZRYADOV_ZA_PROHOD)
#define NITEY 128
#define ELEMENTOV_NA_NIT 8
#define ELEMENTOV_NA_BLOK (NITEY * ELEMENTOV_NA_NIT)

static void proverka(cudaError_t k, const char *gde)
{
    if (k == cudaSuccess)
        return;
    fprintf(stderr, "Oshibka CUDA (%s): %s\n", gde, cudaGetErrorString(k));
    exit(1);
}

__device__ __forceinline__ unsigned cifra(unsigned x, int sdvig)
{
    return (x >> sdvig) & (KORZIN - 1);
}

// gistogrammy[korzina * blokov + blok]
__global__ void podschet(const unsigned *vhod, unsigned *gistogrammy, int n, int sdvig)
{
    __shared__ unsigned g[KORZIN];
    if (threadIdx.x < KORZIN) g[threadIdx.x] = 0;
    __syncthreads();
    int nachalo = blockIdx.x * ELEMENTOV_NA_BLOK;
    for (int j = 0; j < ELEMENTOV_NA_NIT; j++) {
        int i = nachalo + j * NITEY + threadIdx.x;
        if (i < n) atomicAdd(&g[cifra(vhod[i], sdvig)], 1u);
    }
    __syncthreads();
    if (threadIdx.x < KORZIN)
        gistogrammy[threadIdx.x * gridDim.x + blockIdx.x] = g[threadIdx.x];
}

// isklyuchayushchaya prefiksnaya summa odnim blokom
__global__ void prefiks(unsigned *a, int m)
{
    __shared__ unsigned summy[NITEY];
    int na_nit = (m + NITEY - 1) / NITEY;
    int ot = threadIdx.x * na_nit, po = min(ot + na_nit, m);
    unsigned s = 0;
    for (int i = ot; i < po; i++) s += a[i];
    summy[threadIdx.x] = s;
    __syncthreads();
    for (int d = 1; d < NITEY; d <<= 1) {
        unsigned v = threadIdx.x >= d ? summy[threadIdx.x - d] : 0;
        __syncthreads();
        summy[threadIdx.x] += v;
        __syncthreads();
    }
    unsigned tek = threadIdx.x ? summy[threadIdx.x - 1] : 0;
    for (int i = ot; i < po; i++) {
        unsigned v = a[i];
        a[i] = tek;
        tek += v;
    }
}

// ustoychivaya rassylka: odna nit' na korzinu idet po elementam bloka po poryadku
__global__ void rassylka(const unsigned *vhod, unsigned *vyhod, const unsigned *smeshcheniya, int n, int sdvig)
{
    __shared__ unsigned kusok[ELEMENTOV_NA_BLOK];
    int nachalo = blockIdx.x * ELEMENTOV_NA_BLOK;
    int skolko = min(ELEMENTOV_NA_BLOK, n - nachalo);
    for (int j = threadIdx.x; j < skolko; j += NITEY) kusok[j] = vhod[nachalo + j];
    __syncthreads();
    if (threadIdx.x < KORZIN) {
        unsigned kuda = smeshcheniya[threadIdx.x * gridDim.x + blockIdx.x];
        for (int j = 0; j < skolko; j++)
            if (cifra(kusok[j], sdvig) == threadIdx.x) vyhod[kuda++] = kusok[j];
    }
}

static int sravnit(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
    int n = 30000;
    if (argc > 1) n = atoi(argv[1]);
    const int blokov = (n + ELEMENTOV_NA_BLOK - 1) / ELEMENTOV_NA_BLOK;
    const size_t razmer = n * sizeof(unsigned);

    unsigned *dannye = (unsigned *)malloc(razmer), *otvet = (unsigned *)malloc(razmer);
    unsigned x = 88172645u;
    for (int i = 0; i < n; i++) {
        x ^= x << 13; x ^= x >> 17; x ^= x << 5;
        dannye[i] = x;
    }

    unsigned *d_a, *d_b, *d_gist;
    proverka(cudaMalloc((void **)&d_a, razmer), "malloc a");
    proverka(cudaMalloc((void **)&d_b, razmer), "malloc b");
    proverka(cudaMalloc((void **)&d_gist, KORZIN * blokov * sizeof(unsigned)), "malloc gist");
    proverka(cudaMemcpy(d_a, dannye, razmer, cudaMemcpyHostToDevice), "kopirovanie");

    unsigned *otkuda = d_a, *kuda = d_b;
    for (int sdvig = 0; sdvig < 32; sdvig += RAZRYADOV_ZA_PROHOD) {
        podschet<<<blokov, NITEY>>>(otkuda, d_gist, n, sdvig);
        prefiks<<<1, NITEY>>>(d_gist, KORZIN * blokov);
        rassylka<<<blokov, NITEY>>>(otkuda, kuda, d_gist, n, sdvig);
        proverka(cudaGetLastError(), "prohod");
        unsigned *vrem = otkuda;
        otkuda = kuda;
        kuda = vrem;
    }
    // posle chetnogo chisla prohodov rezul'tat v otkuda
    proverka(cudaMemcpy(otvet, otkuda, razmer, cudaMemcpyDeviceToHost), "rezultat");

    qsort(dannye, n, sizeof(unsigned), sravnit);
    int verno = memcmp(dannye, otvet, razmer) == 0;
    printf("Elementov: %d, blokov: %d, %s\n", n, blokov, verno ? "otsortirovano verno" : "OSHIBKA");
    cudaFree(d_a); cudaFree(d_b); cudaFree(d_gist);
    free(dannye); free(otvet);
    return !verno;
}
