// Calcul de l'ensemble de Mandelbrot, image PPM facultative.
//   ./ensemble_mandelbrot [largeur] [hauteur] [sortie.ppm]
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Complexe {
    double re, im;
    __host__ __device__ Complexe operator+(const Complexe &z) const { return {re + z.re, im + z.im}; }
    __host__ __device__ Complexe carre() const { return {re * re - im * im, 2.0 * re * im}; }
    __host__ __device__ double module2() const { return re * re + im * im; }
};

struct Fenetre {
    double gauche, droite, bas, haut;
    int largeur, hauteur;
    __host__ __device__ Complexe point(int x, int y) const
    {
        return {gauche + (droite - gauche) * x / largeur, haut - (haut - bas) * y / hauteur};
    }
};

static const int ITER_MAX = 128;
static const int BANDES = 4;           // l'image est calculée en bandes horizontales

__host__ __device__ inline int temps_de_fuite(Complexe c, int iter_max)
{
    Complexe z = {0.0, 0.0};
    int n = 0;
    while (n < iter_max && z.module2() <= 4.0) {
        z = z.carre() + c;
        ++n;
    }
    return n;
}

__global__ void mandelbrot(int *iterations, Fenetre f, int premiere_ligne, int nb_lignes, int iter_max)
{
    const int x = blockDim.x * blockIdx.x + threadIdx.x;
    const int y = blockDim.y * blockIdx.y + threadIdx.y;
    if (x < f.largeur && y < nb_lignes)
        iterations[y * f.largeur + x] = temps_de_fuite(f.point(x, y + premiere_ligne), iter_max);
}

__global__ void coloriser(const int *iterations, uchar3 *image, int nb_pixels, int iter_max)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= nb_pixels) return;
    int n = iterations[i];
    if (n == iter_max)
        image[i] = make_uchar3(0, 0, 0);
    else
        image[i] = make_uchar3((n * 9) & 255, (n * 5) & 255, (128 + n * 3) & 255);
}

static int plafond(int a, int b) { return a % b ? a / b + 1 : a / b; }

int main(int argc, char *argv[])
{
    const int largeur = argc >= 2 ? atoi(argv[1]) : 300;
    const int hauteur = argc >= 3 ? atoi(argv[2]) : 210;
    if (largeur <= 0 || hauteur <= 0) {
        fprintf(stderr, "dimensions invalides\n");
        return 1;
    }
    Fenetre f{-2.2, 0.8, -1.2, 1.2, largeur, hauteur};
    const int nb_pixels = largeur * hauteur;

    int *d_iter = nullptr;
    uchar3 *d_image = nullptr;
    if (cudaMalloc(&d_iter, nb_pixels * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&d_image, nb_pixels * sizeof(uchar3)) != cudaSuccess) {
        fprintf(stderr, "pas assez de mémoire sur la carte\n");
        return 1;
    }

    cudaStream_t flux[BANDES];
    for (auto &s : flux) cudaStreamCreate(&s);

    const dim3 bloc(16, 16);
    const int lignes_par_bande = plafond(hauteur, BANDES);
    for (int b = 0; b < BANDES; ++b) {
        int debut = b * lignes_par_bande;
        int lignes = debut + lignes_par_bande <= hauteur ? lignes_par_bande : hauteur - debut;
        if (lignes <= 0) break;
        dim3 grille(plafond(largeur, bloc.x), plafond(lignes, bloc.y));
        mandelbrot<<<grille, bloc, 0, flux[b]>>>(d_iter + debut * largeur, f, debut, lignes, ITER_MAX);
        const int n = lignes * largeur;
        coloriser<<<plafond(n, 192), 192, 0, flux[b]>>>(d_iter + debut * largeur, d_image + debut * largeur, n, ITER_MAX);
    }
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) {
        fprintf(stderr, "échec du calcul : %s\n", cudaGetErrorString(err));
        return 1;
    }

    int *h_iter = new int[nb_pixels];
    uchar3 *h_image = new uchar3[nb_pixels];
    cudaMemcpy(h_iter, d_iter, nb_pixels * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(h_image, d_image, nb_pixels * sizeof(uchar3), cudaMemcpyDeviceToHost);

    // les arrondis (FMA) peuvent décaler quelques points du bord
    int differents = 0;
    for (int y = 0; y < hauteur; ++y)
        for (int x = 0; x < largeur; ++x)
            if (h_iter[y * largeur + x] != temps_de_fuite(f.point(x, y), ITER_MAX)) ++differents;
    printf("%d points differents sur %d\n", differents, nb_pixels);

    if (argc >= 4) {
        FILE *fic = fopen(argv[3], "wb");
        if (fic) {
            fprintf(fic, "P6\n%d %d\n255\n", largeur, hauteur);
            fwrite(h_image, sizeof(uchar3), nb_pixels, fic);
            fclose(fic);
        }
    }
    for (int b = 0; b < BANDES; ++b) cudaStreamDestroy(flux[b]);
    cudaFree(d_iter);
    cudaFree(d_image);
    delete[] h_iter;
    delete[] h_image;
    const bool bon = differents < nb_pixels / 500 + 1;
    puts(bon ? "REUSSI" : "ECHEC");
    return bon ? 0 : 1;
}
