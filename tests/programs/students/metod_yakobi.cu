// Laboratornaya rabota No. 7
// Reshenie sistemy lineynykh uravneniy metodom Yakobi
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define RAZMER 256
#define NITEY 64
#define MAX_ITER 1000
#define TOCHNOST 1e-6

__global__ void shag(const double *A, const double *b, const double *staroe, double *novoe, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double summa = b[i];
    for (int j = 0; j < n; j++)
        if (j != i)
            summa -= A[i * n + j] * staroe[j];
    novoe[i] = summa / A[i * n + i];
}

// norma raznosti: maksimum v bloke
__global__ void norma(const double *x, const double *y, double *maks, int n)
{
    __shared__ double s[NITEY];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;
    s[t] = i < n ? fabs(x[i] - y[i]) : 0.0;
    __syncthreads();
    for (int k = NITEY / 2; k > 0; k /= 2) {
        if (t < k && s[t + k] > s[t])
            s[t] = s[t + k];
        __syncthreads();
    }
    if (t == 0)
        maks[blockIdx.x] = s[0];
}

void zapolnit(double *A, double *b, int n)
{
    for (int i = 0; i < n; i++) {
        double ryad = 0;
        for (int j = 0; j < n; j++) {
            A[i * n + j] = (double)((i * j) % 10) / 10.0;
            ryad += A[i * n + j];
        }
        A[i * n + i] = ryad + 1.0;   // diagonalnoe preobladanie
        b[i] = i % 5 + 1;
    }
}

double nevyazka(const double *A, const double *b, const double *x, int n)
{
    double m = 0;
    for (int i = 0; i < n; i++) {
        double s = -b[i];
        for (int j = 0; j < n; j++)
            s += A[i * n + j] * x[j];
        if (fabs(s) > m)
            m = fabs(s);
    }
    return m;
}

int main(int argc, char *argv[])
{
    int n = RAZMER;
    if (argc > 1)
        n = atoi(argv[1]);

    size_t bytA = (size_t)n * n * sizeof(double);
    size_t bytX = (size_t)n * sizeof(double);
    int blokov = (n + NITEY - 1) / NITEY;

    double *A = (double *)malloc(bytA);
    double *b = (double *)malloc(bytX);
    double *x = (double *)malloc(bytX);
    double *maks = (double *)malloc(blokov * sizeof(double));
    zapolnit(A, b, n);

    double *dA, *db, *dx, *dy, *dmaks;
    cudaMalloc((void **)&dA, bytA);
    cudaMalloc((void **)&db, bytX);
    cudaMalloc((void **)&dx, bytX);
    cudaMalloc((void **)&dy, bytX);
    cudaMalloc((void **)&dmaks, blokov * sizeof(double));
    cudaMemcpy(dA, A, bytA, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, bytX, cudaMemcpyHostToDevice);
    cudaMemset(dx, 0, bytX);

    int iter;
    double raznost = 0;
    for (iter = 1; iter <= MAX_ITER; iter++) {
        shag<<<blokov, NITEY>>>(dA, db, dx, dy, n);
        double *tmp = dx;
        dx = dy;
        dy = tmp;

        // proveryaem skhodimost kazhdye desyat iteratsiy
        if (iter % 10 == 0) {
            norma<<<blokov, NITEY>>>(dx, dy, dmaks, n);
            cudaMemcpy(maks, dmaks, blokov * sizeof(double), cudaMemcpyDeviceToHost);
            raznost = 0;
            for (int k = 0; k < blokov; k++)
                if (maks[k] > raznost)
                    raznost = maks[k];
            if (raznost < TOCHNOST)
                break;
        }
    }
    cudaMemcpy(x, dx, bytX, cudaMemcpyDeviceToHost);
    double r = nevyazka(A, b, x, n);
    printf("iteratsiy: %d, raznost %.2e, nevyazka %.2e\n", iter, raznost, r);
    printf("%s\n", r < 1e-2 ? "Reshenie naydeno" : "Oshibka");

    cudaFree(dA);
    cudaFree(db);
    cudaFree(dx);
    cudaFree(dy);
    cudaFree(dmaks);
    free(A);
    free(b);
    free(x);
    free(maks);
    return r < 1e-2 ? 0 : 1;
}
