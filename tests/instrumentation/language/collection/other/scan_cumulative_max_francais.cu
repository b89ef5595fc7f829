// Maximum cumulé d'une série de températures, ligne par ligne.
// Un warp par station météo ; la dernière valeur est reportée au paquet suivant.
#include <cfloat>

#define TAILLE_WARP 32
#define MASQUE_COMPLET 0xffffffff

__device__ float maximum_du_warp(float valeur, int voie)
{
    for (int décalage = 1; décalage < TAILLE_WARP; décalage *= 2) {
        float voisin = __shfl_up_sync(MASQUE_COMPLET, valeur, décalage);
        if (voie >= décalage)
            valeur = fmaxf(valeur, voisin);
    }
    return valeur;
}

__global__ void maximum_cumule(const float *temperatures, float *record,
                               int nb_stations, int nb_releves)
{
    const int voie    = threadIdx.x % TAILLE_WARP;
    const int station = (blockIdx.x * blockDim.x + threadIdx.x) / TAILLE_WARP;
    if (station >= nb_stations)
        return;                       // le warp entier sort, pas de danger

    const float *entree = temperatures + station * nb_releves;
    float       *sortie = record + station * nb_releves;
    float report = -FLT_MAX;          // rien vu jusqu'à présent

    for (int début = 0; début < nb_releves; début += TAILLE_WARP) {
        int jour = début + voie;
        float t = jour < nb_releves ? entree[jour] : -FLT_MAX;
        t = fmaxf(maximum_du_warp(t, voie), report);
        if (jour < nb_releves) sortie[jour] = t;
        report = __shfl_sync(MASQUE_COMPLET, t, TAILLE_WARP - 1);
    }
}

#include <climits>
// bilan par bloc : indice du premier gel (arrondi de la température), relevés manquants (NaN)
__global__ void bilan(const float *temperatures, int *premier_gel, int *valides, float *plus_froid, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float t = i < n ? temperatures[i] : INFINITY;
    const bool manque = i < n && isnan(t);
    const bool gel = !manque && i < n && (int)ceilf(t) <= 0;

    if (__syncthreads_count(manque) > 0 && manque) atomicSub(valides, 1);
    if (__syncthreads_or(gel))
        atomicMin(premier_gel, gel ? i : INT_MAX);
    if (gel && abs((int)t) < 100)        // -273 serait suspect
        atomicMin((int *)&plus_froid[blockIdx.x], ~__float_as_int(t));
}
