// k-moyennes (k-means) sur GPU
// TP n°4 — programmation parallèle
//
// L'algorithme :
//   1. affecter chaque point au centre le plus proche
//   2. recalculer les centres
//   3. recommencer jusqu'à ce que rien ne change
//
// NB : l'énoncé demande aussi une version « SoA » (structure de tableaux).

#include <iostream>
#include <fstream>
#include <sstream>
#include <vector>
#include <string>
#include <random>
#include <cmath>
#include <cfloat>
#include <cstring>
#include <stdexcept>
#include <algorithm>

#define K_MAX 16
#define DIM 2
#define FILS 128

#define VERIFIER(appel) \
    if ((appel) != cudaSuccess) { \
        std::cerr << "Échec à la ligne " << __LINE__ << " : " << cudaGetErrorString(cudaGetLastError()) << std::endl; \
        std::exit(1); \
    }

// un nuage de points : structure de tableaux
struct Nuage
{
    float *x;
    float *y;
    int *groupe;
    int n;
};

struct Centre
{
    float x, y;
    int effectif;

    __host__ __device__ float distance2(float px, float py) const
    {
        float dx = px - x;
        float dy = py - y;
        return dx * dx + dy * dy;
    }
};

__constant__ Centre centres_const[K_MAX];
__device__ int nb_changements;

// Étape 1 : affectation. Les centres sont en mémoire constante.
__global__ void affecter(Nuage nuage, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool change = false;
    if (i < nuage.n)
    {
        float px = nuage.x[i];
        float py = nuage.y[i];
        int meilleur = 0;
        float dmin = FLT_MAX;
        for (int c = 0; c < k; c++)
        {
            float d = centres_const[c].distance2(px, py);
            if (d < dmin)
            {
                dmin = d;
                meilleur = c;
            }
        }
        change = nuage.groupe[i] != meilleur;
        nuage.groupe[i] = meilleur;
    }
    // un seul atomicAdd par bloc
    int total = __syncthreads_count(change);
    if (threadIdx.x == 0 && total > 0)
        atomicAdd(&nb_changements, total);
}

// Étape 2, première version : tout en atomiques globales
__global__ void accumuler_naif(const Nuage nuage, float *sommes, int *effectifs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nuage.n) return;
    int g = nuage.groupe[i];
    atomicAdd(&sommes[2 * g], nuage.x[i]);
    atomicAdd(&sommes[2 * g + 1], nuage.y[i]);
    atomicAdd(&effectifs[g], 1);
}

// Étape 2, deuxième version : accumulation locale au bloc
__global__ void accumuler(const Nuage nuage, float *sommes, int *effectifs, int k)
{
    extern __shared__ char tampon[];
    float *s = (float *)tampon;
    int *e = (int *)(s + DIM * k);

    for (int c = threadIdx.x; c < k; c += blockDim.x)
    {
        s[DIM * c] = s[DIM * c + 1] = 0.0f;
        e[c] = 0;
    }
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nuage.n; i += gridDim.x * blockDim.x)
    {
        int g = nuage.groupe[i];
        atomicAdd(s + DIM * g, nuage.x[i]);
        atomicAdd(s + DIM * g + 1, nuage.y[i]);
        atomicAdd(e + g, 1);
    }
    __syncthreads();

    if (threadIdx.x < k)
    {
        int c = threadIdx.x;
        atomicAdd(sommes + DIM * c, s[DIM * c]);
        atomicAdd(sommes + DIM * c + 1, s[DIM * c + 1]);
        atomicAdd(effectifs + c, e[c]);
    }
}

__global__ void nouveaux_centres(Centre *centres, float *sommes, int *effectifs, float *deplacement)
{
    __shared__ float dep[K_MAX];
    int c = threadIdx.x;
    Centre &ici = centres[c];
    dep[c] = 0.f;
    if (effectifs[c] > 0)
    {
        float nx = sommes[DIM * c] / effectifs[c];
        float ny = sommes[DIM * c + 1] / effectifs[c];
        dep[c] = sqrtf(ici.distance2(nx, ny));
        ici.x = nx;
        ici.y = ny;
    }
    ici.effectif = effectifs[c];
    // remise à zéro pour l'itération suivante
    sommes[DIM * c] = sommes[DIM * c + 1] = 0.f;
    effectifs[c] = 0;
    __syncthreads();
    if (c == 0)
    {
        float m = 0.f;
        for (int j = 0; j < blockDim.x; j++)
            m = dep[j] > m ? dep[j] : m;
        *deplacement = m;
    }
}

// Inertie totale (critère de qualité), en double précision
__global__ void inertie(const float *x, const float *y, const int *groupe, int n, double *resultat)
{
    __shared__ double cache[FILS];
    double locale = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        locale += centres_const[groupe[i]].distance2(x[i], y[i]);
    cache[threadIdx.x] = locale;
    __syncthreads();
    int moitie = blockDim.x / 2;
    while (moitie != 0)
    {
        if (threadIdx.x < moitie)
            cache[threadIdx.x] += cache[threadIdx.x + moitie];
        __syncthreads();
        moitie /= 2;
    }
    if (threadIdx.x == 0) atomicAdd(resultat, cache[0]);
}

// Version à dimension quelconque ; le centre est choisi par le bloc entier
template <typename Reel, int D>
__global__ void affecter_dim(const Reel *points, const Reel *centres, short *groupe, int n, int k)
{
    __shared__ Reel c_local[K_MAX * D];
    for (int t = threadIdx.x; t < k * D; t += blockDim.x) c_local[t] = centres[t];
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Reel p[D];
    for (int d = 0; d < D; d++) p[d] = points[i * D + d];

    short best = -1;
    Reel dmin = Reel(1e30);
    for (int c = 0; c < k; c++)
    {
        Reel dist = 0;
#pragma unroll
        for (int d = 0; d < D; d++)
        {
            const Reel diff = p[d] - c_local[c * D + d];
            dist += diff * diff;
        }
        if (dist < dmin) { dmin = dist; best = static_cast<short>(c); }
    }
    groupe[i] = best;
}

// ---------------------------------------------------------------------------
//  Côté hôte
// ---------------------------------------------------------------------------
namespace hote
{
    template <typename T>
    class TableauUnifie
    {
    public:
        explicit TableauUnifie(size_t n) : n_(n) { VERIFIER(cudaMallocManaged(&p_, n * sizeof(T))); }
        ~TableauUnifie() { cudaFree(p_); }
        TableauUnifie(const TableauUnifie &) = delete;
        T &operator[](size_t i) { return p_[i]; }
        T *begin() { return p_; }
        T *end() { return p_ + n_; }
        operator T *() { return p_; }

    private:
        T *p_ = nullptr;
        size_t n_;
    };

    class FichierIntrouvable : public std::runtime_error
    {
        using std::runtime_error::runtime_error;
    };

    // lit "x;y" sur chaque ligne ; les lignes qui commencent par '#' sont ignorées
    std::vector<std::pair<float, float>> lire_csv(const std::string &nom)
    {
        std::ifstream f(nom);
        if (!f) throw FichierIntrouvable("fichier « " + nom + " » introuvable");
        std::vector<std::pair<float, float>> v;
        for (std::string ligne; std::getline(f, ligne);)
        {
            if (ligne.empty() || ligne[0] == '#') continue;
            std::replace(ligne.begin(), ligne.end(), ';', ' ');
            std::istringstream is(ligne);
            float a, b;
            if (is >> a >> b) v.emplace_back(a, b);
        }
        return v;
    }

    std::vector<std::pair<float, float>> inventer(int n, int k)
    {
        std::mt19937 alea(2024);
        std::normal_distribution<float> bruit(0.f, 0.3f);
        std::vector<std::pair<float, float>> v;
        v.reserve(n);
        for (int i = 0; i < n; i++)
        {
            double angle = 6.283185307 * (i % k) / k;
            v.push_back({5 * (float)std::cos(angle) + bruit(alea), 5 * (float)std::sin(angle) + bruit(alea)});
        }
        return v;
    }
}

#if 0
L'ancienne version n'est plus utilisée : elle s'arrêtait trop tôt.
    affecter<<<1, n>>>(nuage, k);   // "trop de fils
#endif

int main(int argc, char *argv[])
{
    using namespace hote;
    const int k = 8;
    std::vector<std::pair<float, float>> points;
    try
    {
        points = argc > 1 ? lire_csv(argv[1]) : inventer(1 << 17, k);
    }
    catch (const FichierIntrouvable &e)
    {
        std::cerr << "Erreur : " << e.what() << std::endl;
        return 1;
    }

    const int n = (int)points.size();
    TableauUnifie<float> x(n), y(n), sommes(DIM * K_MAX), dep(1);
    TableauUnifie<int> groupe(n), effectifs(K_MAX);
    TableauUnifie<Centre> centres(k);
    TableauUnifie<double> qualite(1);

    int i = 0;
    for (auto [px, py] : points)
    {
        x[i] = px;
        y[i] = py;
        groupe[i++] = -1;
    }
    for (int c = 0; c < k; c++) centres[c] = Centre{x[c * 37 % n], y[c * 37 % n], 0};
    std::fill(sommes.begin(), sommes.end(), 0.f);
    std::fill(effectifs.begin(), effectifs.end(), 0);

    Nuage nuage = {x, y, groupe, n};
    int blocs = (n + FILS - 1) / FILS;
    int iteration = 0, changements;

    do
    {
        const int zero = 0;
        VERIFIER(cudaMemcpyToSymbol(nb_changements, &zero, sizeof(int)));
        VERIFIER(cudaMemcpyToSymbol(centres_const, (Centre *)centres, k * sizeof(Centre)));

        affecter<<<blocs, FILS>>>(nuage, k);
        if (iteration % 2 == 0)
            accumuler<<<64, FILS, k * (DIM * sizeof(float) + sizeof(int))>>>(nuage, sommes, effectifs, k);
        else
            accumuler_naif<<<blocs, FILS>>>(nuage, sommes, effectifs);
        nouveaux_centres<<<1, k>>>(centres, sommes, effectifs, dep);

        VERIFIER(cudaMemcpyFromSymbol(&changements, nb_changements, sizeof(int)));
        VERIFIER(cudaDeviceSynchronize());
        std::cout << "itération " << ++iteration << " : " << changements << " changements, déplacement " << dep[0] << '\n';
    } while (changements > n / 1000 && iteration < 50);

    qualite[0] = 0;
    inertie<<<32, FILS>>>(x, y, groupe, n, qualite);
    VERIFIER(cudaDeviceSynchronize());
    std::cout << "inertie : " << qualite[0] / n << '\n';
    for (Centre &c : centres) std::cout << "  (" << c.x << " ; " << c.y << ")  " << c.effectif << " points\n";

    // dimension 3, en double
    const int m = 3000;
    TableauUnifie<double> p3(3 * m), c3(3 * k);
    TableauUnifie<short> g3(m);
    std::generate(p3.begin(), p3.end(), [s = 0.0]() mutable { return s += 0.001; });
    std::copy(p3.begin(), p3.begin() + 3 * k, c3.begin());
    affecter_dim<double, 3><<<(m + 255) / 256, 256>>>(p3, c3, g3, m, k);
    VERIFIER(cudaDeviceSynchronize());
    std::cout << "dimension 3 : dernier point dans le groupe " << g3[m - 1] << std::endl;
    return 0;
}
