#ifndef CSR_H
#define CSR_H

typedef struct {
    int n;
    int nnz;
    int *rowptr, *colidx;
    float *values;
} csr_matrix;

void csr_build_web(csr_matrix *m, int pages, int links_per_page);
void csr_multiply(const csr_matrix *m, const float *x, float *y);
void csr_destroy(csr_matrix *m);

#endif
