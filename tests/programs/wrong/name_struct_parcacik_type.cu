#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// N cisim problemi: parçacıkların yer değiştirmesi
struct Parcacik {
    float konum[3];
    float hiz[3];
};

__global__ void ilerlet(Parcacik *p, int adet, float zaman) {
    int no = blockIdx.x * blockDim.x + threadIdx.x;
    if (no >= adet) return;
    for (int k = 0; k < 3; k++)
        p[no].konum[k] += p[no].hiz[k] * zaman;
}

int main(int argc, char *argv[]) {
    int adet = (argc > 1) ? atoi(argv[1]) : 3000;
    Parcacık *p; //~ 20:5 'Parcacık' is not a type: did you mean 'Parcacik'? (dotless i)
    cudaMallocManaged(&p, adet * sizeof(Parcacik));
    for (int i = 0; i < adet; i++)
        for (int k = 0; k < 3; k++) {
            p[i].konum[k] = 0.0f;
            p[i].hiz[k] = rand() / (float)RAND_MAX;
        }
    for (int adim = 0; adim < 10; adim++)
        ilerlet<<<(adet + 63) / 64, 64>>>(p, adet, 0.01f);
    cudaDeviceSynchronize();
    printf("%f\n", p[0].konum[0]);
    cudaFree(p);
}
