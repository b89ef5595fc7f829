// Longest common subsequence by antidiagonals: each launch does one diagonal,
// three diagonals are kept and rotate.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TPB 64

__global__ void diagonal(const char *a, const char *b, const int *d2, const int *d1, int *d0,
                         int la, int lb, int diag)
{
    // cell (i, j) with i + j == diag, both from 1; stored at index i
    int first = diag - lb > 1 ? diag - lb : 1;
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    int j = diag - i;
    if (i > la || j < 1)
        return;
    if (a[i - 1] == b[j - 1]) {
        d0[i] = d2[i - 1] + 1;
    } else {
        int up = d1[i - 1], left = d1[i];
        d0[i] = up > left ? up : left;
    }
}

int cells_on(int diag, int la, int lb)
{
    int first = diag - lb > 1 ? diag - lb : 1;
    int last = diag - 1 < la ? diag - 1 : la;
    return last - first + 1;
}

int lcs_cpu(const char *a, const char *b, int la, int lb)
{
    int *row = (int *)calloc(lb + 1, sizeof(int));
    for (int i = 1; i <= la; i++) {
        int corner = 0;
        for (int j = 1; j <= lb; j++) {
            int old = row[j];
            if (a[i - 1] == b[j - 1])
                row[j] = corner + 1;
            else if (row[j - 1] > row[j])
                row[j] = row[j - 1];
            corner = old;
        }
    }
    int r = row[lb];
    free(row);
    return r;
}

void make_text(char *s, int n, int mul)
{
    for (int i = 0; i < n; i++)
        s[i] = "ACGT"[(i * mul + (i / 5) * 3 + rand() % 2) & 3];
    s[n] = '\0';
}

int main(void)
{
    enum { LA = 300, LB = 220 };
    char a[LA + 1], b[LB + 1];
    make_text(a, LA, 1);
    make_text(b, LB, 7);
    int la = strlen(a), lb = strlen(b);

    char *da, *db;
    int *ring[3];
    cudaMalloc(&da, la + 1);
    cudaMalloc(&db, lb + 1);
    cudaMemcpy(da, a, la + 1, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, lb + 1, cudaMemcpyHostToDevice);
    for (int k = 0; k < 3; k++) {
        cudaMalloc(&ring[k], (la + 1) * sizeof(int));
        cudaMemset(ring[k], 0, (la + 1) * sizeof(int));
    }

    int launches = 0;
    for (int diag = 2; diag <= la + lb; diag++) {
        int cells = cells_on(diag, la, lb);
        int blocks = (cells + TPB - 1) / TPB;
        int *d0 = ring[diag % 3], *d1 = ring[(diag + 2) % 3], *d2 = ring[(diag + 1) % 3];
        // the cells i == diag (j == 0) and i == 0 must read as 0
        cudaMemset(d0, 0, (la + 1) * sizeof(int));
        diagonal<<<blocks, TPB>>>(da, db, d2, d1, d0, la, lb, diag);
        launches++;
    }
    int gpu = -1, cpu = lcs_cpu(a, b, la, lb);
    cudaMemcpy(&gpu, ring[(la + lb) % 3] + la, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d launches, LCS %d, should be %d\n", launches, gpu, cpu);

    cudaFree(da);
    cudaFree(db);
    for (int k = 0; k < 3; k++)
        cudaFree(ring[k]);
    return gpu == cpu ? 0 : 1;
}
