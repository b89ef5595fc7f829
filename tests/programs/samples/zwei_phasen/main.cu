#include "shared.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int g_elements = 5 * 1000;
int g_verbose;
float g_gain = 1.25f;
extern const int kPhaseCount = 2;

typedef void (*phase_fn)(float *, float *);
static phase_fn phases[] = {phase_a, phase_b};

static float at(const float *v, int i) { return v[i < 0 ? 0 : i >= g_elements ? g_elements - 1 : i]; }

int main(int argc, char **argv)
{
    if (argc > 1) g_elements = atoi(argv[1]);
#ifdef DEBUG
    g_verbose = 1;
#endif
    const size_t size = g_elements * sizeof(float);
    float *h = (float *)malloc(size), *t = (float *)malloc(size), *got = (float *)malloc(size);
    for (int i = 0; i < g_elements; i++) h[i] = sinf(i * 0.01f) + 0.1f * (i % 3);

    float *buf;
    cudaMalloc((void **)&buf, 2 * size);
    cudaMemcpy(buf, h, size, cudaMemcpyHostToDevice);
    for (int p = 0; p < kPhaseCount; p++) {
        if (g_verbose) printf("phase %d\n", p);
        phases[p](buf, buf + g_elements);
    }
    cudaMemcpy(got, buf, size, cudaMemcpyDeviceToHost);

    for (int r = 0; r < 2; r++) {
        for (int i = 0; i < g_elements; i++) t[i] = g_gain * 0.25f * (at(h, i - 1) + 2.0f * h[i] + at(h, i + 1));
        float *s = h; h = t; t = s;
    }
    for (int i = 0; i < g_elements; i++) h[i] = fminf(fmaxf(h[i], -0.5f), g_gain / 2);
    for (int i = 0, j = g_elements / 2 - 1; i < j; i++, j--) { float s = h[i]; h[i] = h[j]; h[j] = s; }
    int bad = 0;
    for (int i = 0; i < g_elements; i++) bad += fabsf(h[i] - got[i]) > 1e-5f;
    printf("%d wrong values, %s\n", bad, bad ? "FAILED" : "passed");
    cudaFree(buf);
    free(h); free(t); free(got);
    return bad != 0;
}
