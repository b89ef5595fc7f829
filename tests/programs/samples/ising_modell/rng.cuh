#ifndef RNG_CUH
#define RNG_CUH

// Zähler-basierter Zufallsgenerator, in rng.cu definiert (separate compilation)
__device__ unsigned zufall(unsigned zelle, unsigned schritt, unsigned saat);
__device__ float zufall01(unsigned zelle, unsigned schritt, unsigned saat);

// Boltzmann-Faktoren exp(-2 beta s h) für die fünf möglichen Nachbarsummen
extern __constant__ float boltzmann[5];
// Zahl der umgeklappten Spins
extern __device__ unsigned long long umgeklappt;

#endif
