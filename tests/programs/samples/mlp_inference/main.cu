#include "layers.cuh"
#include <math.h>

void hostLayer(const float *x, const float *w, const float *b, float *y, int rows, int in, int out, int act);

struct Layer {
    Tensor w, b;
    Activation act;
    float *hw, *hb;
};

static const int sizes[] = {INPUTS, HIDDEN, HIDDEN / 2, OUTPUTS};
enum { LAYERS = sizeof(sizes) / sizeof(sizes[0]) - 1 };

static unsigned rngState = 12345u;
static float rnd()
{
    rngState = rngState * 1664525u + 1013904223u;
    return (float)(rngState >> 8) / 16777216.0f - 0.5f;
}

static float *randomArray(size_t n, float scale)
{
    float *p = (float *)malloc(n * sizeof(float));
    for (size_t i = 0; i < n; i++) p[i] = rnd() * scale;
    return p;
}

int main(int argc, char **argv)
{
    const int batch = argc > 1 ? atoi(argv[1]) : 75;
    Layer net[LAYERS];
    Tensor act[LAYERS + 1];

    for (int l = 0; l <= LAYERS; l++) act[l] = Tensor::make(batch, sizes[l]);
    for (int l = 0; l < LAYERS; l++) {
        net[l].w = Tensor::make(sizes[l + 1], sizes[l]);
        net[l].b = Tensor::make(1, sizes[l + 1]);
        net[l].hw = randomArray(net[l].w.count(), 0.5f);
        net[l].hb = randomArray(net[l].b.count(), 0.1f);
        net[l].w.put(net[l].hw);
        net[l].b.put(net[l].hb);
        net[l].act = l == LAYERS - 1 ? ACT_NONE : (l % 2 ? ACT_TANH : ACT_RELU);
    }
    float *x = randomArray(act[0].count(), 2.0f);
    act[0].put(x);

    for (int l = 0; l < LAYERS; l++) {
        linear(act[l], net[l].w, net[l].b, act[l + 1]);
        activate(act[l + 1], net[l].act);
    }
    int *d_cls, *cls = (int *)malloc(batch * sizeof(int));
    GPU(cudaMalloc((void **)&d_cls, batch * sizeof(int)));
    argmaxRows(act[LAYERS], d_cls);
    GPU(cudaMemcpy(cls, d_cls, batch * sizeof(int), cudaMemcpyDeviceToHost));
    float *logits = (float *)malloc(act[LAYERS].bytes());
    act[LAYERS].get(logits);

    float *cur = x;
    for (int l = 0; l < LAYERS; l++) {
        float *next = (float *)malloc(sizeof(float) * batch * sizes[l + 1]);
        hostLayer(cur, net[l].hw, net[l].hb, next, batch, sizes[l], sizes[l + 1], (int)net[l].act);
        free(cur);
        cur = next;
    }
    double worst = 0;
    int wrongClass = 0;
    for (int r = 0; r < batch; r++) {
        int best = 0;
        for (int c = 0; c < OUTPUTS; c++) {
            worst = fmax(worst, fabs(cur[r * OUTPUTS + c] - logits[r * OUTPUTS + c]));
            if (logits[r * OUTPUTS + c] > logits[r * OUTPUTS + best]) best = c;
        }
        wrongClass += best != cls[r];
    }
    printf("%d samples, %d-%d-%d-%d, max error %.2e, %d classes differ: %s\n", batch, sizes[0], sizes[1], sizes[2], sizes[3],
           worst, wrongClass, worst < 1e-3 && !wrongClass ? "ok" : "FAILED");
    for (int l = 0; l < LAYERS; l++) {
        net[l].w.drop();
        net[l].b.drop();
        free(net[l].hw);
        free(net[l].hb);
    }
    for (Tensor &t : act) t.drop();
    cudaFree(d_cls);
    free(cls); free(logits); free(cur);
    return !(worst < 1e-3 && !wrongClass);
}
