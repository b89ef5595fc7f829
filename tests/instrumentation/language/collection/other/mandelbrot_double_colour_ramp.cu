// Ensemble de Mandelbrot, coordonnées double, palette en constante
#include <cuda_runtime.h>

struct Fenetre { double x0, y0; double dx, dy; };
struct Couleur { unsigned char r, v, b; };

__constant__ Couleur palette[] = { {0, 7, 100}, {32, 107, 203}, {237, 255, 255}, {255, 170, 0}, {0, 2, 0} };
#define NB_COULEURS (int)(sizeof(palette) / sizeof(palette[0]))

static __device__ int echappement(double cx, double cy, int max_iter)
{
    double x = 0., y = 0., x2 = 0., y2 = 0.;
    int k = 0;
    do {
        y = 2 * x * y + cy;
        x = x2 - y2 + cx;
        x2 = x * x, y2 = y * y;
    } while (++k < max_iter && x2 + y2 <= 4.0);
    return k;
}

__global__ void mandelbrot(Couleur *image, unsigned short *iterations, int larg, int haut, Fenetre f, int max_iter)
{
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < haut; j += blockDim.y * gridDim.y)
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < larg; i += blockDim.x * gridDim.x) {
            const int k = echappement(f.x0 + i * f.dx, f.y0 + j * f.dy, max_iter);
            const int p = j * larg + i;
            iterations[p] = (unsigned short)k;
            image[p] = k == max_iter ? Couleur{0, 0, 0} : palette[k % NB_COULEURS];
        }
}

/* coloration continue : nombre d'itérations fractionnaire, moyenne sur 2x2 sous-pixels */
__global__ void lissage(float *valeur, int larg, int haut, Fenetre f, int max_iter)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= larg || j >= haut) return;
    float somme = 0.f;
    for (int s = 0b00; s <= 0b11; ++s) {
        const double cx = f.x0 + (i + (s & 1) * 0x1p-1) * f.dx, cy = f.y0 + (j + (s >> 1) * 0x1p-1) * f.dy;
        double x = 0, y = 0;
        int k = 0;
        for (double t; k < max_iter && x * x + y * y < 1e4; ++k)
            t = x * x - y * y + cx, y = 2. * x * y + cy, x = t;
        somme += k == max_iter ? 0.f : k + 1 - logf(logf((float)(x * x + y * y)) * .5f) / logf(2.f);
    }
    valeur[j * larg + i] = 1.f - (float)exp(-0x1p-6 * somme);
}
