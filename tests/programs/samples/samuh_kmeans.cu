// K-means (Lloyd) - binduon ko samuh mein baantna
// har binduu ke do nirdeshank (x, y); kendra constant memory mein rakhe hain
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cfloat>
#include <cuda_runtime.h>

#define SAMUH_SANKHYA 6
#define ADHIKTAM_CHAKKAR 30
const int BINDU_SANKHYA = 6 * 1500;
const int DHAAGE = 192;

struct Bindu { float x, y; };

struct Jod {                 // ek samuh ka jod aur ginti
    float x, y;
    int ginti;
};

__constant__ Bindu kendra[SAMUH_SANKHYA];

__host__ __device__ inline float doori2(Bindu a, Bindu b)
{
    float dx = a.x - b.x, dy = a.y - b.y;
    return dx * dx + dy * dy;
}

__global__ void nikattam(const Bindu *bindu, int *samuh, int n, int *badlav)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sabseAchha = 0;
    float kam = FLT_MAX;
    for (int k = 0; k < SAMUH_SANKHYA; k++) {
        float d = doori2(bindu[i], kendra[k]);
        if (d < kam) { kam = d; sabseAchha = k; }
    }
    if (samuh[i] != sabseAchha) {
        samuh[i] = sabseAchha;
        atomicAdd(badlav, 1);
    }
}

__global__ void jodNikalo(const Bindu *bindu, const int *samuh, Jod *jod, int n)
{
    __shared__ Jod sthaniya[SAMUH_SANKHYA];
    if (threadIdx.x < SAMUH_SANKHYA) sthaniya[threadIdx.x] = Jod{0.0f, 0.0f, 0};
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&sthaniya[samuh[i]].x, bindu[i].x);
        atomicAdd(&sthaniya[samuh[i]].y, bindu[i].y);
        atomicAdd(&sthaniya[samuh[i]].ginti, 1);
    }
    __syncthreads();
    if (threadIdx.x < SAMUH_SANKHYA) {
        atomicAdd(&jod[threadIdx.x].x, sthaniya[threadIdx.x].x);
        atomicAdd(&jod[threadIdx.x].y, sthaniya[threadIdx.x].y);
        atomicAdd(&jod[threadIdx.x].ginti, sthaniya[threadIdx.x].ginti);
    }
}

static bool theekHai(cudaError_t e)
{
    if (e != cudaSuccess) printf("CUDA truti: %s\n", cudaGetErrorString(e));
    return e == cudaSuccess;
}

static inline int bhaag(int a, int b) { return (a + b - 1) / b; }

int main()
{
    static Bindu h_bindu[BINDU_SANKHYA];
    Bindu h_kendra[SAMUH_SANKHYA];
    // chhah asli samuh ek vritt par
    for (int i = 0; i < BINDU_SANKHYA; i++) {
        int s = i % SAMUH_SANKHYA;
        float kon = s * 1.0471976f;
        float shor1 = ((i * 7919) % 1000) / 1000.0f - 0.5f, shor2 = ((i * 104729) % 1000) / 1000.0f - 0.5f;
        h_bindu[i] = {10.0f * cosf(kon) + shor1, 10.0f * sinf(kon) + shor2};
    }
    for (int k = 0; k < SAMUH_SANKHYA; k++) {
        h_kendra[k].x = h_bindu[k].x * 0.7f;
        h_kendra[k].y = h_bindu[k].y * 0.7f;
    }

    Bindu *d_bindu;
    int *d_samuh, *d_badlav;
    Jod *d_jod, h_jod[SAMUH_SANKHYA];
    if (!theekHai(cudaMalloc(&d_bindu, sizeof(h_bindu))) || !theekHai(cudaMalloc(&d_samuh, BINDU_SANKHYA * sizeof(int))) ||
        !theekHai(cudaMalloc(&d_badlav, sizeof(int))) || !theekHai(cudaMalloc(&d_jod, sizeof(Jod) * SAMUH_SANKHYA)))
        return 1;
    cudaMemcpy(d_bindu, h_bindu, sizeof(h_bindu), cudaMemcpyHostToDevice);
    cudaMemset(d_samuh, 0xff, BINDU_SANKHYA * sizeof(int));      // -1: abhi koi samuh nahin

    int chakkar = 0;
    for (;;) {
        int badlav = 0;
        cudaMemcpyToSymbol(kendra, h_kendra, sizeof(h_kendra));
        cudaMemset(d_badlav, 0, sizeof(int));
        cudaMemset(d_jod, 0, SAMUH_SANKHYA * sizeof(Jod));
        nikattam<<<bhaag(BINDU_SANKHYA, DHAAGE), DHAAGE>>>(d_bindu, d_samuh, BINDU_SANKHYA, d_badlav);
        jodNikalo<<<bhaag(BINDU_SANKHYA, DHAAGE * 8), DHAAGE>>>(d_bindu, d_samuh, d_jod, BINDU_SANKHYA);
        cudaMemcpy(&badlav, d_badlav, sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(h_jod, d_jod, sizeof(h_jod), cudaMemcpyDeviceToHost);
        chakkar++;
        for (int k = 0; k < SAMUH_SANKHYA; k++)
            if (h_jod[k].ginti > 0) {
                h_kendra[k].x = h_jod[k].x / h_jod[k].ginti;
                h_kendra[k].y = h_jod[k].y / h_jod[k].ginti;
            }
        if (badlav == 0 || chakkar == ADHIKTAM_CHAKKAR) break;
    }
    static int h_samuh[BINDU_SANKHYA];
    cudaMemcpy(h_samuh, d_samuh, sizeof(h_samuh), cudaMemcpyDeviceToHost);

    int galat = 0;
    for (int i = 0; i < BINDU_SANKHYA; i++)
        if (h_samuh[i] != i % SAMUH_SANKHYA) galat++;
    for (int k = 0; k < SAMUH_SANKHYA; k++)
        printf("samuh %d: kendra (%.3f, %.3f), %d bindu\n", k, h_kendra[k].x, h_kendra[k].y, h_jod[k].ginti);
    printf("%d chakkar, %d galat: %s\n", chakkar, galat, galat ? "ASAFAL" : "safal");
    cudaFree(d_bindu); cudaFree(d_samuh); cudaFree(d_badlav); cudaFree(d_jod);
    return galat != 0;
}
