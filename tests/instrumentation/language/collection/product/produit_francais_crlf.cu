/* Produit matriciel par blocs, accumulation en double précision.
 * Les entrées restent en simple précision : c'est l'accumulateur qui compte.
 */
#include <cuda_runtime.h>

enum { COTE = 16 };                   /* côté d'un carreau */

static __device__ inline int arrondi(int n) { return (n + COTE - 1) / COTE * COTE; }

__global__ void produit(float const *gauche, float const *droite, double *res,
                        int nbLignes, int nbColonnes, int profondeur)
{
    __shared__ float g[COTE][COTE];
    __shared__ float d[COTE][COTE];

    int const ligne   = blockIdx.y * COTE + threadIdx.y;
    int const colonne = blockIdx.x * COTE + threadIdx.x;
    double somme = 0.0;

    for (int debut = 0; debut != arrondi(profondeur); debut += COTE)
    {
        int const kg = debut + threadIdx.x, kd = debut + threadIdx.y;

        g[threadIdx.y][threadIdx.x] =
            ligne < nbLignes && kg < profondeur ? gauche[ligne * profondeur + kg] : 0.f;
        d[threadIdx.y][threadIdx.x] =
            colonne < nbColonnes && kd < profondeur ? droite[kd * nbColonnes + colonne] : 0.f;
        __syncthreads();

        for (int k = 0; k < COTE; k++)
            somme += (double)g[threadIdx.y][k] * (double)d[k][threadIdx.x];
        __syncthreads();
    }

    /* pas de débordement : le bord est vérifié ici */
    if (ligne < nbLignes && colonne < nbColonnes)
        res[ligne * nbColonnes + colonne] = somme;
}
