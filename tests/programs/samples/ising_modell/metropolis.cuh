#ifndef METROPOLIS_CUH
#define METROPOLIS_CUH

#ifndef L
#define L 64            // Kantenlänge, gerade
#endif
#define ZELLEN (L * L)
#define KACHEL_X 32
#define KACHEL_Y 4

enum Farbe { SCHWARZ = 0, WEISS = 1 };
typedef signed char spin;

__global__ void kaltstart(spin *s, unsigned saat, float anteil);
__global__ void halbschritt(spin *s, Farbe farbe, unsigned schritt, unsigned saat);
__global__ void magnetisierung(const spin *s, int *m, int n);

void sweep(spin *d_s, unsigned schritt, unsigned saat);

#endif
