#include <stdio.h>
#include <stdlib.h>
#include <math.h>

// crible: primes up to LIMIT. The host finds the small primes up to
// sqrt(LIMIT), and for each of them one launch strikes out the multiples.

#define LIMIT 200000

__global__ void strike(unsigned char *composite, int p, int limit)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    long long m = (long long)p * p + (long long)k * p;
    if (m <= limit)
        composite[m] = 1;
}

__global__ void count_primes(const unsigned char *composite, int limit, int *count)
{
    __shared__ int local;
    if (threadIdx.x == 0)
        local = 0;
    __syncthreads();
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= 2 && v <= limit && !composite[v])
        atomicAdd(&local, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(count, local);
}

static int is_prime(int v)
{
    if (v < 2)
        return 0;
    for (int d = 2; d * d <= v; d++)
        if (v % d == 0)
            return 0;
    return 1;
}

int main(void)
{
    unsigned char *d_comp, *h_comp;
    int *d_count, count = 0;
    int root = (int)sqrt((double)LIMIT);

    cudaMalloc((void **)&d_comp, LIMIT + 1);
    cudaMalloc((void **)&d_count, sizeof(int));
    cudaMemset(d_comp, 0, LIMIT + 1);
    cudaMemset(d_count, 0, sizeof(int));

    for (int p = 2; p <= root; p++) {
        if (!is_prime(p))
            continue;
        int multiples = (LIMIT - p * p) / p + 1;
        int threads = multiples >= 1024 ? 256 : 32;
        strike<<<(multiples + threads - 1) / threads, threads>>>(d_comp, p, LIMIT);
    }
    count_primes<<<LIMIT / 512 + 1, 512>>>(d_comp, LIMIT, d_count);

    h_comp = (unsigned char *)malloc(LIMIT + 1);
    cudaMemcpy(h_comp, d_comp, LIMIT + 1, cudaMemcpyDeviceToHost);
    cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);

    int want = 0, bad = 0;
    for (int v = 2; v <= LIMIT; v++) {
        int p = is_prime(v);
        want += p;
        bad += p == h_comp[v];
    }
    printf("%d primes up to %d (expected %d), %d errors\n", count, LIMIT, want, bad);

    cudaFree(d_comp);
    cudaFree(d_count);
    free(h_comp);
    return count != want || bad;
}
