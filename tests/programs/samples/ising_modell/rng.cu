#include "rng.cuh"

__constant__ float boltzmann[5];
__device__ unsigned long long umgeklappt;

__device__ unsigned zufall(unsigned zelle, unsigned schritt, unsigned saat)
{
    unsigned x = zelle * 747796405u + schritt * 2891336453u + saat;
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

__device__ float zufall01(unsigned zelle, unsigned schritt, unsigned saat)
{
    return (zufall(zelle, schritt, saat) >> 8) * (1.0f / 16777216.0f);
}
