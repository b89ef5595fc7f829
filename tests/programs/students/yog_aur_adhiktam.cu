// samantar yog (parallel sum) aur adhiktam (maximum)
// prayogshala 2 -- CUDA ka parichay
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>

#define SANKHYA 25000     // kitne ank hain
#define DHAGE 512         // har khand mein dhage

// har khand apna aanshik yog likhta hai
__global__ void yogNikalo(const int *ank, long long *aanshik, int kul)
{
    __shared__ long long saajha[DHAGE];
    int kram = threadIdx.x;
    int sthan = blockIdx.x * blockDim.x + threadIdx.x;

    saajha[kram] = (sthan < kul) ? ank[sthan] : 0;
    __syncthreads();

    for (int doori = blockDim.x / 2; doori > 0; doori = doori / 2) {
        if (kram < doori)
            saajha[kram] = saajha[kram] + saajha[kram + doori];
        __syncthreads();
    }
    if (kram == 0)
        aanshik[blockIdx.x] = saajha[0];
}

// adhiktam ke liye parmanu kriya (atomic)
__global__ void adhiktamNikalo(const int *ank, int *uttar, int kul)
{
    int sthan = blockIdx.x * blockDim.x + threadIdx.x;
    if (sthan < kul)
        atomicMax(uttar, ank[sthan]);
}

int main()
{
    int *ank = (int *)malloc(sizeof(int) * SANKHYA);
    long long sahiYog = 0;
    int sahiAdhiktam = INT_MIN;

    for (int i = 0; i < SANKHYA; i++) {
        ank[i] = (i * 7919) % 10007 - 5000;
        sahiYog += ank[i];
        if (ank[i] > sahiAdhiktam)
            sahiAdhiktam = ank[i];
    }

    int khand = SANKHYA / DHAGE + (SANKHYA % DHAGE == 0 ? 0 : 1);
    int *d_ank, *d_uttar;
    long long *d_aanshik, *aanshik = (long long *)malloc(khand * sizeof(long long));

    cudaMalloc(&d_ank, sizeof(int) * SANKHYA);
    cudaMalloc(&d_uttar, sizeof(int));
    cudaMalloc(&d_aanshik, khand * sizeof(long long));
    cudaMemcpy(d_ank, ank, sizeof(int) * SANKHYA, cudaMemcpyHostToDevice);
    int shuru = INT_MIN;
    cudaMemcpy(d_uttar, &shuru, sizeof(int), cudaMemcpyHostToDevice);

    yogNikalo<<<khand, DHAGE>>>(d_ank, d_aanshik, SANKHYA);
    adhiktamNikalo<<<khand, DHAGE>>>(d_ank, d_uttar, SANKHYA);

    int adhiktam;
    cudaMemcpy(aanshik, d_aanshik, khand * sizeof(long long), cudaMemcpyDeviceToHost);
    cudaMemcpy(&adhiktam, d_uttar, sizeof(int), cudaMemcpyDeviceToHost);

    long long yog = 0;
    for (int k = 0; k < khand; k++)
        yog += aanshik[k];

    printf("yog = %lld (sahi %lld), adhiktam = %d (sahi %d)\n", yog, sahiYog, adhiktam, sahiAdhiktam);
    int theek = (yog == sahiYog) && (adhiktam == sahiAdhiktam);
    printf(theek ? "Uttar sahi hai\n" : "Uttar galat hai\n");

    cudaFree(d_ank);
    cudaFree(d_uttar);
    cudaFree(d_aanshik);
    free(ank);
    free(aanshik);
    return theek ? 0 : 1;
}
