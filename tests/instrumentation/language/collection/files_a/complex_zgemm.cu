// Komplexe Matrizen mit doppelter Genauigkeit
//
// Übung 5, Aufgabe 2: Schreiben Sie eine Klasse für komplexe Zahlen, die auf
// Host und Device benutzt werden kann, und damit C = alpha*A*B + beta*C sowie
// die Frobenius-Norm ||A*A^H - I||.
//
// Übersetzen:   nvcc -O3 -std=c++17 complex_zgemm.cu -o zgemm
// Aufruf:       ./zgemm 'n'      (ohne Argument: n = 96)

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

#include <cuda_runtime.h>

#define FEHLER(x)                                                              \
    {                                                                          \
        cudaError_t fehler = (x);                                              \
        if (fehler != cudaSuccess) {                                           \
            std::cerr << "Fehler in Zeile " << __LINE__ << ": "                \
                      << cudaGetErrorString(fehler) << "\n";                   \
            std::exit(1);                                                      \
        }                                                                      \
    }

// --------------------------------------------------------------------------
//  Komplexe Zahl: einfache Struktur ohne Konstruktor, damit sie in __shared__
//  Feldern liegen darf.
// --------------------------------------------------------------------------
struct Komplex
{
    double re, im;

    __host__ __device__ Komplex &operator+=(const Komplex &b)
    {
        re += b.re;
        im += b.im;
        return *this;
    }
    __host__ __device__ double betragQuadrat() const { return re * re + im * im; }
};

__host__ __device__ inline Komplex komplex(double re, double im = 0.0)
{
    Komplex z;
    z.re = re;
    z.im = im;
    return z;
}

__host__ __device__ inline Komplex operator+(Komplex a, const Komplex &b) { return a += b; }
__host__ __device__ inline Komplex operator-(const Komplex &a, const Komplex &b)
{
    return komplex(a.re - b.re, a.im - b.im);
}
__host__ __device__ inline Komplex operator*(const Komplex &a, const Komplex &b)
{
    return komplex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
__host__ __device__ inline Komplex operator*(double s, const Komplex &b) { return komplex(s * b.re, s * b.im); }
__host__ __device__ inline Komplex operator~(const Komplex &a) { return komplex(a.re, -a.im); }
__host__ __device__ inline bool operator==(const Komplex &a, const Komplex &b) { return a.re == b.re && a.im == b.im; }

// Überladungen: konjugieren oder nicht
__device__ Komplex konj(const Komplex &z, bool ja) { return ja ? ~z : z; }
__device__ double konj(double x, bool) { return x; }

#define KACHEL 16

// C = alpha * A * op(B) + beta * C
__global__ void zgemm(int n, Komplex alpha, const Komplex *A, const Komplex *B, bool konjugiert, Komplex beta,
                      Komplex *C)
{
    __shared__ Komplex a[KACHEL][KACHEL];
    __shared__ Komplex b[KACHEL][KACHEL];

    const int zeile = blockIdx.y * KACHEL + threadIdx.y;
    const int spalte = blockIdx.x * KACHEL + threadIdx.x;
    const Komplex null = {0.0, 0.0};

    Komplex summe = null;
    for (int k0 = 0; k0 < n; k0 += KACHEL)
    {
        const int ka = k0 + threadIdx.x;
        const int kb = k0 + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = (zeile < n && ka < n) ? A[zeile * n + ka] : null;
        if (konjugiert)  // B^H: Zeilen und Spalten vertauscht
            b[threadIdx.y][threadIdx.x] = (spalte < n && kb < n) ? konj(B[spalte * n + kb], true) : null;
        else
            b[threadIdx.y][threadIdx.x] = (spalte < n && kb < n) ? B[kb * n + spalte] : null;
        __syncthreads();

        for (int k = 0; k < KACHEL; ++k)
            summe += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }

    if (zeile < n && spalte < n)
    {
        Komplex &ziel = C[zeile * n + spalte];
        ziel = alpha * summe + (beta == null ? null : beta * ziel);
    }
}

// Reelle Variante ohne Kacheln, zum Vergleich
__global__ void dgemm(int n, double alpha, const double *A, const double *B, double beta, double *C)
{
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n) return;
    double s = 0.0;
    for (int k = 0; k < n; k++) s += konj(A[i * n + k], false) * B[k * n + j];
    C[i * n + j] = alpha * s + beta * C[i * n + j];
}

// Real- und Imaginärteil trennen
__global__ void trennen(const Komplex *z, double *re, double *im, int anzahl)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < anzahl)
    {
        Komplex w = z[i];
        re[i] = w.re;
        im[i] = w.im;
    }
}

// ||A - I||_F^2, jeder Block schreibt eine Teilsumme
__global__ void normEinheit(const Komplex *A, double *teil, int n)
{
    extern __shared__ double puffer[];
    const int t = threadIdx.x;

    double s = 0.0;
    for (int i = blockIdx.x * blockDim.x + t; i < n * n; i += gridDim.x * blockDim.x)
    {
        Komplex d = A[i] - komplex(i / n == i % n ? 1.0 : 0.0);
        s += d.betragQuadrat();
    }
    puffer[t] = s;
    __syncthreads();

    for (int halb = blockDim.x / 2; halb > 0; halb /= 2)
    {
        if (t < halb) puffer[t] += puffer[t + halb];
        __syncthreads();
    }
    if (t == 0) teil[blockIdx.x] = puffer[0];
}

// Fouriermatrix direkt auf dem Device, skaliert mit 1/sqrt(n): sie ist unitär
__global__ void fourierMatrix(Komplex *F, int n)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n)
    {
        double s, c;
        const double winkel = -2.0 * 3.14159265358979323846 * ((long long)i * j % n) / n;
        sincos(winkel, &s, &c);
        F[i * n + j] = rsqrt((double)n) * komplex(c, s);
    }
}

// ============================================================================
//                                   Host
// ============================================================================
std::ostream &operator<<(std::ostream &os, const Komplex &z)
{
    return os << z.re << (z.im < 0 ? " - " : " + ") << std::abs(z.im) << "i";
}

static_assert(sizeof(Komplex) == sizeof(std::complex<double>), "gleiche Darstellung erwartet");

double hostNorm(const std::vector<Komplex> &x, const std::vector<Komplex> &y)
{
    double s = 0;
    for (size_t i = 0; i < x.size(); i++) s += (x[i] - y[i]).betragQuadrat();
    return std::sqrt(s);
}

void hostZgemm(int n, const std::vector<Komplex> &A, const std::vector<Komplex> &B, std::vector<Komplex> &C)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
        {
            Komplex s = {0, 0};
            for (int k = 0; k < n; k++) s += A[i * n + k] * B[k * n + j];
            C[i * n + j] = s;
        }
}

int main(int argc, char *argv[])
{
    int n = 96;
    if (argc > 1) n = std::atoi(argv[1]);
    if (n <= 0)
    {
        std::cerr << "n muss > 0 sein, nicht \"" << argv[1] << "\"\n";
        return 1;
    }
    const size_t anzahl = size_t(n) * n;
    const int bloecke = 24, faeden = 128;

    Komplex *dF, *dP, *dZ;
    double *dTeil, *dRe, *dIm;
    FEHLER(cudaMalloc(&dF, anzahl * sizeof(Komplex)));
    FEHLER(cudaMalloc(&dP, anzahl * sizeof(Komplex)));
    FEHLER(cudaMalloc(&dZ, anzahl * sizeof(Komplex)));
    FEHLER(cudaMalloc(&dTeil, bloecke * sizeof(double)));
    FEHLER(cudaMalloc(&dRe, anzahl * sizeof(double)));
    FEHLER(cudaMalloc(&dIm, anzahl * sizeof(double)));
    FEHLER(cudaMemset(dP, 0, anzahl * sizeof(Komplex)));
    FEHLER(cudaMemset(dZ, 0, anzahl * sizeof(Komplex)));

    const dim3 block(KACHEL, KACHEL);
    const dim3 gitter((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
    fourierMatrix<<<gitter, block>>>(dF, n);

    // P = F * F^H, muss die Einheitsmatrix sein
    zgemm<<<gitter, block>>>(n, komplex(1.0), dF, dF, true, komplex(0.0), dP);
    normEinheit<<<bloecke, faeden, faeden * sizeof(double)>>>(dP, dTeil, n);
    FEHLER(cudaGetLastError());

    std::vector<double> teil(bloecke);
    FEHLER(cudaMemcpy(teil.data(), dTeil, bloecke * sizeof(double), cudaMemcpyDeviceToHost));
    double norm = 0;
    for (double t : teil) norm += t;
    norm = std::sqrt(norm);
    std::printf("||F F^H - I|| = %.3e\n", norm);

    // Z = F * F, Vergleich mit dem Host
    zgemm<<<gitter, block>>>(n, komplex(1.0), dF, dF, false, komplex(0.0), dZ);
    std::vector<Komplex> F(anzahl), Z(anzahl), H(anzahl);
    FEHLER(cudaMemcpy(F.data(), dF, anzahl * sizeof(Komplex), cudaMemcpyDeviceToHost));
    FEHLER(cudaMemcpy(Z.data(), dZ, anzahl * sizeof(Komplex), cudaMemcpyDeviceToHost));
    hostZgemm(n, F, F, H);
    const double abstand = hostNorm(Z, H);
    std::cout << "Abstand zum Host: " << abstand << ", Z[0] = " << Z[0] << std::endl;

    // Realteil allein: re <- 0.5 * re * im + 2 * re
    trennen<<<(unsigned)((anzahl + 255) / 256), 256>>>(dF, dRe, dIm, (int)anzahl);
    dgemm<<<gitter, dim3(KACHEL, KACHEL)>>>(n, 0.5, dRe, dIm, 2.0, dRe);  // liest und schreibt dRe: Wettlauf!
    FEHLER(cudaDeviceSynchronize());

    cudaFree(dF);
    cudaFree(dP);
    cudaFree(dZ);
    cudaFree(dTeil);
    cudaFree(dRe);
    cudaFree(dIm);
    return norm < 1e-10 && abstand < 1e-9 ? 0 : 1;
}
