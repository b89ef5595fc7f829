#include "csr.h"
#include <stdlib.h>
#include <string.h>

static unsigned next_random(unsigned *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}

/* column stochastic link matrix: entry (i, j) = 1 / outdegree(j) */
void csr_build_web(csr_matrix *m, int pages, int links_per_page)
{
    unsigned s = 2463534242u;
    m->n = pages;
    m->nnz = pages * links_per_page;
    m->rowptr = (int *)calloc(pages + 1, sizeof(int));
    m->colidx = (int *)malloc(m->nnz * sizeof(int));
    m->values = (float *)malloc(m->nnz * sizeof(float));
    int *target = (int *)malloc(m->nnz * sizeof(int));
    for (int k = 0; k < m->nnz; k++) {
        unsigned r = next_random(&s) % (unsigned)pages;
        target[k] = (int)(r % 4 == 0 ? r : r * (unsigned long long)r / pages);   /* popular ones first */
        m->rowptr[target[k] + 1]++;
    }
    for (int i = 0; i < pages; i++) m->rowptr[i + 1] += m->rowptr[i];
    int *fill = (int *)malloc(pages * sizeof(int));
    memcpy(fill, m->rowptr, pages * sizeof(int));
    for (int k = 0; k < m->nnz; k++) {
        int at = fill[target[k]]++;
        m->colidx[at] = k / links_per_page;
        m->values[at] = 1.0f / links_per_page;
    }
    free(fill);
    free(target);
}

void csr_multiply(const csr_matrix *m, const float *x, float *y)
{
    for (int i = 0; i < m->n; i++) {
        double s = 0;
        for (int k = m->rowptr[i]; k < m->rowptr[i + 1]; k++) s += (double)m->values[k] * x[m->colidx[k]];
        y[i] = (float)s;
    }
}

void csr_destroy(csr_matrix *m)
{
    free(m->rowptr);
    free(m->colidx);
    free(m->values);
}
