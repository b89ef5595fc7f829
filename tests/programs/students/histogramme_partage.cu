// TP 3 - Histogramme d'une image en niveaux de gris
// Version naïve (atomicAdd en mémoire globale) et version avec mémoire partagée
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NB_CLASSES 256
#define LARGEUR 640
#define HAUTEUR 480
#define TAILLE (LARGEUR * HAUTEUR)

__global__ void histo_naif(const unsigned char *image, unsigned int *histo, int taille)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < taille)
        atomicAdd(&histo[image[i]], 1u);
}

__global__ void histo_partage(const unsigned char *image, unsigned int *histo, int taille)
{
    __shared__ unsigned int local[NB_CLASSES];

    // mise à zéro
    for (int c = threadIdx.x; c < NB_CLASSES; c += blockDim.x)
        local[c] = 0;
    __syncthreads();

    int pas = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < taille; i += pas)
        atomicAdd(&local[image[i]], 1u);
    __syncthreads();

    for (int c = threadIdx.x; c < NB_CLASSES; c += blockDim.x)
        atomicAdd(&histo[c], local[c]);
}

int comparer(const unsigned int *a, const unsigned int *b)
{
    return memcmp(a, b, NB_CLASSES * sizeof(unsigned int)) == 0;
}

int main(void)
{
    unsigned char *image = (unsigned char *)malloc(TAILLE);
    unsigned int reference[NB_CLASSES] = {0};
    unsigned int resultat[NB_CLASSES];

    for (int y = 0; y < HAUTEUR; y++)
        for (int x = 0; x < LARGEUR; x++)
            image[y * LARGEUR + x] = (unsigned char)((x * y) % 251);
    for (int i = 0; i < TAILLE; i++)
        reference[image[i]]++;

    unsigned char *d_image;
    unsigned int *d_histo;
    cudaMalloc((void **)&d_image, TAILLE);
    cudaMalloc((void **)&d_histo, sizeof(resultat));
    cudaMemcpy(d_image, image, TAILLE, cudaMemcpyHostToDevice);

    int threads = 256;
    int blocs = (TAILLE + threads - 1) / threads;

    // --- version naïve
    cudaMemset(d_histo, 0, sizeof(resultat));
    histo_naif<<<blocs, threads>>>(d_image, d_histo, TAILLE);
    cudaMemcpy(resultat, d_histo, sizeof(resultat), cudaMemcpyDeviceToHost);
    int ok1 = comparer(reference, resultat);

    // --- version partagée : moins de blocs, plusieurs pixels par thread
    cudaMemset(d_histo, 0, sizeof(resultat));
    histo_partage<<<blocs / 16, threads>>>(d_image, d_histo, TAILLE);
    cudaMemcpy(resultat, d_histo, sizeof(resultat), cudaMemcpyDeviceToHost);
    int ok2 = comparer(reference, resultat);

    printf("version naive    : %s\n", ok1 ? "correcte" : "FAUSSE");
    printf("version partagee : %s\n", ok2 ? "correcte" : "FAUSSE");

    cudaFree(d_image);
    cudaFree(d_histo);
    free(image);
    return !(ok1 && ok2);
}
