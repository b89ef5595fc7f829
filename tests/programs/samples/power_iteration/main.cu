// PageRank by power iteration; stops when the change in the 1-norm is small.
#include "csr.h"
#include "kernels.cuh"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef PAGES
#define PAGES 2000
#endif
#ifndef LINKS
#define LINKS 9
#endif

#define DIE_IF(cond, msg) if (cond) { fprintf(stderr, "%s\n", msg); goto cleanup; }

int main(int argc, char **argv)
{
    const int maxIter = argc > 1 ? atoi(argv[1]) : 50;
    const float tol = 2e-6f;
    const int lanes = 8, threads = 128;
    int rc = 1, iter = 0;
    float change = 1.0f, *d_change = NULL, *x = NULL, *ref = NULL, *tmp = NULL;
    csr_matrix m, d;
    float *d_x = NULL, *d_y = NULL;
    d.rowptr = d.colidx = NULL;
    d.values = NULL;

    csr_build_web(&m, PAGES, LINKS);
    d.n = m.n;
    d.nnz = m.nnz;
    DIE_IF(cudaMalloc((void **)&d.rowptr, (m.n + 1) * sizeof(int)), "rowptr");
    DIE_IF(cudaMalloc((void **)&d.colidx, m.nnz * sizeof(int)), "colidx");
    DIE_IF(cudaMalloc((void **)&d.values, m.nnz * sizeof(float)), "values");
    DIE_IF(cudaMalloc((void **)&d_x, m.n * sizeof(float)), "x");
    DIE_IF(cudaMalloc((void **)&d_y, m.n * sizeof(float)), "y");
    DIE_IF(cudaMalloc((void **)&d_change, sizeof(float)), "change");
    cudaMemcpy(d.rowptr, m.rowptr, (m.n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d.colidx, m.colidx, m.nnz * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d.values, m.values, m.nnz * sizeof(float), cudaMemcpyHostToDevice);

    fill_value<<<(m.n + threads - 1) / threads, threads>>>(d_x, 1.0f / m.n, m.n);
    while (iter < maxIter && change > tol) {
        const int rowsPerBlock = threads / lanes;
        pagerank_step<8><<<(m.n + rowsPerBlock - 1) / rowsPerBlock, threads>>>(m.n, d.rowptr, d.colidx, d.values, d_x, d_y);
        cudaMemset(d_change, 0, sizeof(float));
        l1_difference<<<8, 64>>>(d_x, d_y, d_change, m.n);
        cudaMemcpy(&change, d_change, sizeof(float), cudaMemcpyDeviceToHost);
        float *t = d_x;
        d_x = d_y;
        d_y = t;
        ++iter;
    }
    DIE_IF(cudaDeviceSynchronize() != cudaSuccess, "kernel failed");

    x = (float *)malloc(m.n * sizeof(float));
    ref = (float *)malloc(m.n * sizeof(float));
    tmp = (float *)malloc(m.n * sizeof(float));
    cudaMemcpy(x, d_x, m.n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < m.n; i++) ref[i] = 1.0f / m.n;
    for (int k = 0; k < iter; k++) {
        csr_multiply(&m, ref, tmp);
        for (int i = 0; i < m.n; i++) ref[i] = (1.0f - DAMPING) / m.n + DAMPING * tmp[i];
    }
    {
        double diff = 0, sum = 0;
        for (int i = 0; i < m.n; i++) {
            diff += fabs(ref[i] - x[i]);
            sum += x[i];
        }
        printf("%d iterations, change %.2e, sum %.6f, difference %.2e\n", iter, change, sum, diff);
        rc = diff < 1e-4 && fabs(sum - 1.0) < 1e-3 ? 0 : 1;
    }
    puts(rc ? "FAILED" : "PASSED");
cleanup:
    cudaFree(d.rowptr); cudaFree(d.colidx); cudaFree(d.values);
    cudaFree(d_x); cudaFree(d_y); cudaFree(d_change);
    free(x); free(ref); free(tmp);
    csr_destroy(&m);
    return rc;
}
