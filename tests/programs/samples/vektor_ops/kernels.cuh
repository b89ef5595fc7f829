#ifndef KERNELS_CUH
#define KERNELS_CUH

// Deklarationen der Kernel; die Definitionen stehen in kernels.cu
#define FAEDEN_PRO_BLOCK 256

__global__ void addiere(const float *a, const float *b, float *c, int n);
__global__ void saxpy(int n, float alpha, const float *x, float *y);
__global__ void skaliere(float *x, float faktor, int n);

#endif
