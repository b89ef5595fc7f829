/* Homework 1 - adding two vectors on the GPU
 * Name: Jamie P.     Section 02
 * I followed the steps from lecture 3.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 10000
#define THREADS_PER_BLOCK 256

// each thread adds one element
__global__ void vecAdd(float *a, float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // dont forget the bounds check!! (lost 2 points last time)
    if (i < n)
        c[i] = a[i] + b[i];
}

int main()
{
    float *h_a, *h_b, *h_c;   // host
    float *d_a, *d_b, *d_c;   // device

    int size = N * sizeof(float);

    // step 1: allocate on the host
    h_a = (float *)malloc(size);
    h_b = (float *)malloc(size);
    h_c = (float *)malloc(size);

    // step 2: fill with something
    for (int i = 0; i < N; i++) {
        h_a[i] = i * 0.5f;
        h_b[i] = N - i;
    }

    // step 3: allocate on the device
    cudaMalloc((void **)&d_a, size);
    cudaMalloc((void **)&d_b, size);
    cudaMalloc((void **)&d_c, size);

    // step 4: copy to the device
    cudaMemcpy(d_a, h_a, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, h_b, size, cudaMemcpyHostToDevice);

    // step 5: launch. 10000 does not divide by 256 so round up
    int blocks = (N + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK;
    vecAdd<<<blocks, THREADS_PER_BLOCK>>>(d_a, d_b, d_c, N);

    // step 6: copy back
    cudaMemcpy(h_c, d_c, size, cudaMemcpyDeviceToHost);

    // step 7: check
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        if (h_c[i] != h_a[i] + h_b[i]) {
            wrong++;
        }
    }
    if (wrong == 0)
        printf("All %d elements are correct :)\n", N);
    else
        printf("%d elements are WRONG :(\n", wrong);

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(h_a);
    free(h_b);
    free(h_c);
    return wrong != 0;
}
