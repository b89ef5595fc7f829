// Zweidimensionales Ising-Modell, Metropolis auf dem Schachbrett
#include "metropolis.cuh"
#include "rng.cuh"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const double temperatur = argc > 1 ? atof(argv[1]) : 1.5;   // weit unter T_c = 2.269
    const unsigned saat = 4711u;
    const int sweeps = 20;

    float faktor[5];
    for (int k = 0; k < 5; k++) faktor[k] = (float)fmin(1.0, exp(-2.0 * (2 * k - 4) / temperatur));
    unsigned long long null = 0, flips = 0;
    cudaMemcpyToSymbol(boltzmann, faktor, sizeof(faktor));
    cudaMemcpyToSymbol(umgeklappt, &null, sizeof(null));

    spin *d_s;
    int *d_m, m = 0;
    cudaMalloc((void **)&d_s, ZELLEN * sizeof(spin));
    cudaMalloc((void **)&d_m, sizeof(int));
    kaltstart<<<(ZELLEN + 191) / 192, 192>>>(d_s, saat, 0.95f);
    for (unsigned t = 1; t <= sweeps; t++) {
        sweep(d_s, t, saat);
        if (t % 5 == 0) {
            cudaMemset(d_m, 0, sizeof(int));
            magnetisierung<<<ZELLEN / 1024, 256>>>(d_s, d_m, ZELLEN);
            cudaMemcpy(&m, d_m, sizeof(int), cudaMemcpyDeviceToHost);
            printf("Sweep %2u: m = %.4f\n", t, (double)m / ZELLEN);
        }
    }
    cudaMemcpyFromSymbol(&flips, umgeklappt, sizeof(flips));

    spin *h = (spin *)malloc(ZELLEN);
    cudaMemcpy(h, d_s, ZELLEN, cudaMemcpyDeviceToHost);
    int summe = 0, ungueltig = 0;
    for (int i = 0; i < ZELLEN; i++) {
        summe += h[i];
        ungueltig += h[i] != 1 && h[i] != -1;
    }
    const int ok = !ungueltig && summe == m && summe > ZELLEN / 2 && flips > 0;
    printf("%llu Spins umgeklappt, %s\n", flips, ok ? "in Ordnung" : "FEHLER");
    cudaFree(d_s);
    cudaFree(d_m);
    free(h);
    return !ok;
}
