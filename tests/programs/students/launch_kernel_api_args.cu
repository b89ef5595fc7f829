#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Launches without the triple chevrons: cudaLaunchKernel with an argument
 * array.  A tiny "command list" keeps the launches until it is played.
 */

#define MAX_ARGS 6
#define MAX_CMDS 8

__global__ void k_ramp(int *p, int n, int slope)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = i * slope;
}

__global__ void k_add(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void k_reverse(const int *src, int *dst, int n)
{
    extern __shared__ int tmp[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        tmp[threadIdx.x] = src[i];
    __syncthreads();
    if (i < n)
        dst[n - 1 - i] = tmp[threadIdx.x];
}

struct command {
    const void *func;
    dim3 grid, block;
    size_t shmem;
    void *args[MAX_ARGS];
};

struct command_list {
    struct command cmd[MAX_CMDS];
    int used;
};

static int ceil_div(int a, int b)
{
    return a / b + (a % b ? 1 : 0);
}

static struct command *record(struct command_list *l, const void *func, int items, int block)
{
    struct command *c = &l->cmd[l->used++];
    memset(c->args, 0, sizeof c->args);
    c->func = func;
    c->grid = dim3(ceil_div(items, block));
    c->block = dim3(block);
    c->shmem = 0;
    return c;
}

static int play(struct command_list *l, cudaStream_t s)
{
    for (int i = 0; i < l->used; i++) {
        struct command *c = &l->cmd[i];
        cudaError_t e = cudaLaunchKernel(c->func, c->grid, c->block, c->args, c->shmem, s);
        if (e != cudaSuccess) {
            fprintf(stderr, "command %d: %s\n", i, cudaGetErrorString(e));
            return -1;
        }
    }
    return cudaStreamSynchronize(s) == cudaSuccess ? 0 : -1;
}

int main(void)
{
    int n = 3000, one = 1, three = 3;
    int *a, *b, *c, *r;
    struct command_list list;
    struct command *cmd;
    cudaStream_t stream;

    list.used = 0;
    cudaStreamCreate(&stream);
    cudaMalloc((void **)&a, n * sizeof *a);
    cudaMalloc((void **)&b, n * sizeof *b);
    cudaMalloc((void **)&c, n * sizeof *c);
    cudaMalloc((void **)&r, n * sizeof *r);

    cmd = record(&list, (const void *)k_ramp, n, 128);
    cmd->args[0] = &a; cmd->args[1] = &n; cmd->args[2] = &one;
    cmd = record(&list, (const void *)k_ramp, n, 128);
    cmd->args[0] = &b; cmd->args[1] = &n; cmd->args[2] = &three;
    cmd = record(&list, (const void *)k_add, n, 256);
    cmd->args[0] = &a; cmd->args[1] = &b; cmd->args[2] = &c; cmd->args[3] = &n;

    if (play(&list, stream) != 0)
        return 1;

    /* and one launch directly */
    int threads = 512;
    void *args[] = { &c, &r, &n };
    dim3 grid(ceil_div(n, threads)), block(threads);
    cudaLaunchKernel((const void *)k_reverse, grid, block, args, threads * sizeof(int), stream);
    cudaStreamSynchronize(stream);

    int *h = (int *)malloc(n * sizeof *h), bad = 0;
    cudaMemcpy(h, r, n * sizeof *h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (h[i] != 4 * (n - 1 - i))
            bad++;
    printf("%s (%d)\n", bad ? "mismatch" : "ok", bad);

    cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(r);
    cudaStreamDestroy(stream);
    free(h);
    return bad ? 1 : 0;
}
