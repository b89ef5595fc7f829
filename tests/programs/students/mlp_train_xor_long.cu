/*
 * mlp.cu -- a two-layer perceptron trained with plain gradient descent.
 *
 * Everything by hand: forward, loss, backward, update.  Every matrix is
 * row-major.  The data set is a spiral-like toy problem that is generated
 * here.  The same training is done on the CPU and the losses are compared.
 */
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

/* ------------------------------------------------------------------ */
/*  configuration                                                     */
/* ------------------------------------------------------------------ */

#define TILE 16
#define THREADS_1D 128

struct NetConfig {
    int inputs;
    int hidden;
    int outputs;
    int batch;
    int epochs;
    float rate;
};

static const NetConfig kDefault = {2, 24, 3, 90, 20, 0.5f};

enum Transpose { NO_TRANS = 0, TRANS = 1 };

/* ------------------------------------------------------------------ */
/*  error handling                                                    */
/* ------------------------------------------------------------------ */

static void die(const char *file, int line, const char *msg)
{
    fprintf(stderr, "%s(%d): %s\n", file, line, msg);
    exit(EXIT_FAILURE);
}

#define CHECK(stmt)                                                \
    do {                                                           \
        cudaError_t rc_ = (stmt);                                  \
        if (rc_ != cudaSuccess)                                    \
            die(__FILE__, __LINE__, cudaGetErrorString(rc_));      \
    } while (false)

#define CHECK_LAUNCH() CHECK(cudaGetLastError())

/* ------------------------------------------------------------------ */
/*  kernels                                                           */
/* ------------------------------------------------------------------ */

// C = op(A) * op(B); op(A) is m x k, op(B) is k x n
template <int TA, int TB>
__global__ void gemm(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float sa[TILE][TILE + 1];
    __shared__ float sb[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float acc = 0.f;
    for (int p = 0; p < k; p += TILE) {
        int ka = p + tx, kb = p + ty;
        sa[ty][tx] = row < m && ka < k ? (TA ? A[ka * m + row] : A[row * k + ka]) : 0.f;
        sb[ty][tx] = col < n && kb < k ? (TB ? B[col * k + kb] : B[kb * n + col]) : 0.f;
        __syncthreads();
        for (int e = 0; e < TILE; ++e)
            acc += sa[ty][e] * sb[e][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        C[row * n + col] = acc;
}

__global__ void bias_tanh(float *z, const float *b, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * cols)
        z[i] = tanhf(z[i] + b[i % cols]);
}

// one thread per row: there are few classes
__global__ void bias_softmax_loss(float *z, const float *b, const int *label, float *delta,
                                  float *loss, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float *zr = z + r * cols;
    float m = -1e30f, s = 0.f;
    for (int c = 0; c < cols; ++c) {
        zr[c] += b[c];
        m = fmaxf(m, zr[c]);
    }
    for (int c = 0; c < cols; ++c)
        s += expf(zr[c] - m);
    for (int c = 0; c < cols; ++c) {
        float p = expf(zr[c] - m) / s;
        delta[r * cols + c] = (p - (c == label[r] ? 1.f : 0.f)) / rows;
        if (c == label[r])
            loss[r] = -logf(p);
    }
}

// delta *= 1 - a^2
__global__ void tanh_grad(float *delta, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        delta[i] *= 1.f - a[i] * a[i];
}

__global__ void column_sum(const float *d, float *out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float s = 0.f;
    for (int r = 0; r < rows; ++r)
        s += d[r * cols + c];
    out[c] = s;
}

__global__ void sgd(float *w, const float *g, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        w[i] -= rate * g[i];
}

/* ------------------------------------------------------------------ */
/*  launchers                                                         */
/* ------------------------------------------------------------------ */

static inline int div_up(int a, int b) { return (a + b - 1) / b; }

template <int TA, int TB>
static void launch_gemm(const float *A, const float *B, float *C, int m, int n, int k)
{
    dim3 block(TILE, TILE);
    dim3 grid(div_up(n, TILE), div_up(m, TILE));
    gemm<TA, TB><<<grid, block>>>(A, B, C, m, n, k);
    CHECK_LAUNCH();
}

static void launch_sgd(float *w, const float *g, float rate, int n)
{
    sgd<<<div_up(n, THREADS_1D), THREADS_1D>>>(w, g, rate, n);
    CHECK_LAUNCH();
}

/* ------------------------------------------------------------------ */
/*  network                                                           */
/* ------------------------------------------------------------------ */

struct Layer {
    int in, out;
    float *w, *b;      // parameters
    float *gw, *gb;    // gradients
    float *a, *delta;  // activations and their gradients

    size_t weights() const { return (size_t)in * out; }
};

static Layer make_layer(int in, int out, int batch, const float *w)
{
    Layer l;
    l.in = in;
    l.out = out;
    CHECK(cudaMalloc(&l.w, l.weights() * sizeof(float)));
    CHECK(cudaMalloc(&l.gw, l.weights() * sizeof(float)));
    CHECK(cudaMalloc(&l.b, out * sizeof(float)));
    CHECK(cudaMalloc(&l.gb, out * sizeof(float)));
    CHECK(cudaMalloc(&l.a, batch * out * sizeof(float)));
    CHECK(cudaMalloc(&l.delta, batch * out * sizeof(float)));
    CHECK(cudaMemcpy(l.w, w, l.weights() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(l.b, 0, out * sizeof(float)));
    return l;
}

static void free_layer(Layer &l)
{
    float *all[] = {l.w, l.gw, l.b, l.gb, l.a, l.delta};
    for (float *p : all)
        cudaFree(p);
}

static float train_gpu(const NetConfig &c, const float *x, const int *label, const float *w1, const float *w2)
{
    Layer l1 = make_layer(c.inputs, c.hidden, c.batch, w1);
    Layer l2 = make_layer(c.hidden, c.outputs, c.batch, w2);
    float *dx, *dloss;
    int *dlabel;
    CHECK(cudaMalloc(&dx, c.batch * c.inputs * sizeof(float)));
    CHECK(cudaMalloc(&dlabel, c.batch * sizeof(int)));
    CHECK(cudaMalloc(&dloss, c.batch * sizeof(float)));
    CHECK(cudaMemcpy(dx, x, c.batch * c.inputs * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dlabel, label, c.batch * sizeof(int), cudaMemcpyHostToDevice));

    const int hid = c.batch * c.hidden;
    for (int e = 0; e < c.epochs; ++e) {
        // forward
        launch_gemm<NO_TRANS, NO_TRANS>(dx, l1.w, l1.a, c.batch, c.hidden, c.inputs);
        bias_tanh<<<div_up(hid, THREADS_1D), THREADS_1D>>>(l1.a, l1.b, c.batch, c.hidden);
        launch_gemm<NO_TRANS, NO_TRANS>(l1.a, l2.w, l2.a, c.batch, c.outputs, c.hidden);
        bias_softmax_loss<<<div_up(c.batch, 32), 32>>>(l2.a, l2.b, dlabel, l2.delta, dloss, c.batch, c.outputs);

        // backward
        launch_gemm<TRANS, NO_TRANS>(l1.a, l2.delta, l2.gw, c.hidden, c.outputs, c.batch);
        column_sum<<<1, 32>>>(l2.delta, l2.gb, c.batch, c.outputs);
        launch_gemm<NO_TRANS, TRANS>(l2.delta, l2.w, l1.delta, c.batch, c.hidden, c.outputs);
        tanh_grad<<<div_up(hid, THREADS_1D), THREADS_1D>>>(l1.delta, l1.a, hid);
        launch_gemm<TRANS, NO_TRANS>(dx, l1.delta, l1.gw, c.inputs, c.hidden, c.batch);
        column_sum<<<div_up(c.hidden, 32), 32>>>(l1.delta, l1.gb, c.batch, c.hidden);

        // update
        for (Layer *l : {&l1, &l2}) {
            launch_sgd(l->w, l->gw, c.rate, (int)l->weights());
            launch_sgd(l->b, l->gb, c.rate, l->out);
        }
    }

    float *loss = (float *)malloc(c.batch * sizeof(float)), sum = 0.f;
    CHECK(cudaMemcpy(loss, dloss, c.batch * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < c.batch; ++i)
        sum += loss[i];
    free(loss);
    free_layer(l1);
    free_layer(l2);
    CHECK(cudaFree(dx));
    CHECK(cudaFree(dlabel));
    CHECK(cudaFree(dloss));
    return sum / c.batch;
}

/* ------------------------------------------------------------------ */
/*  the same on the CPU                                               */
/* ------------------------------------------------------------------ */

static float train_cpu(const NetConfig &c, const float *x, const int *label, const float *w1, const float *w2)
{
    const int I = c.inputs, H = c.hidden, O = c.outputs, N = c.batch;
    double *W1 = (double *)malloc(I * H * sizeof(double)), *W2 = (double *)malloc(H * O * sizeof(double));
    double *G1 = (double *)malloc(I * H * sizeof(double)), *G2 = (double *)malloc(H * O * sizeof(double));
    double *b1 = (double *)calloc(H, sizeof(double)), *b2 = (double *)calloc(O, sizeof(double));
    double *g1 = (double *)malloc(H * sizeof(double)), *g2 = (double *)malloc(O * sizeof(double));
    double *a = (double *)malloc(H * sizeof(double)), *z = (double *)malloc(O * sizeof(double));
    for (int i = 0; i < I * H; ++i) W1[i] = w1[i];
    for (int i = 0; i < H * O; ++i) W2[i] = w2[i];
    double loss = 0;
    for (int e = 0; e < c.epochs; ++e) {
        memset(G1, 0, I * H * sizeof(double));
        memset(G2, 0, H * O * sizeof(double));
        memset(g1, 0, H * sizeof(double));
        memset(g2, 0, O * sizeof(double));
        loss = 0;
        for (int r = 0; r < N; ++r) {
            for (int h = 0; h < H; ++h) {
                double s = b1[h];
                for (int i = 0; i < I; ++i) s += x[r * I + i] * W1[i * H + h];
                a[h] = tanh(s);
            }
            double sum = 0;
            for (int o = 0; o < O; ++o) {
                double s = b2[o];
                for (int h = 0; h < H; ++h) s += a[h] * W2[h * O + o];
                z[o] = exp(s);
                sum += z[o];
            }
            loss -= log(z[label[r]] / sum);
            for (int o = 0; o < O; ++o) {
                z[o] = (z[o] / sum - (o == label[r])) / N;
                g2[o] += z[o];
            }
            for (int h = 0; h < H; ++h) {
                double d = 0;
                for (int o = 0; o < O; ++o) {
                    G2[h * O + o] += a[h] * z[o];
                    d += z[o] * W2[h * O + o];
                }
                d *= 1 - a[h] * a[h];
                g1[h] += d;
                for (int i = 0; i < I; ++i) G1[i * H + h] += x[r * I + i] * d;
            }
        }
        for (int i = 0; i < I * H; ++i) W1[i] -= c.rate * G1[i];
        for (int i = 0; i < H * O; ++i) W2[i] -= c.rate * G2[i];
        for (int h = 0; h < H; ++h) b1[h] -= c.rate * g1[h];
        for (int o = 0; o < O; ++o) b2[o] -= c.rate * g2[o];
    }
    double *all[] = {W1, W2, G1, G2, b1, b2, g1, g2, a, z};
    for (double *p : all) free(p);
    return (float)(loss / N);
}

/* ------------------------------------------------------------------ */

static float uniform(float lo, float hi) { return lo + (hi - lo) * rand() / (float)RAND_MAX; }

int main(int argc, char **argv)
{
    NetConfig cfg = kDefault;
    if (argc > 1)
        cfg.epochs = atoi(argv[1]);
    if (argc > 2)
        cfg.hidden = atoi(argv[2]);
    assert(cfg.epochs > 0 && cfg.hidden > 0);

    float *x = (float *)malloc(cfg.batch * cfg.inputs * sizeof(float));
    int *label = (int *)malloc(cfg.batch * sizeof(int));
    float *w1 = (float *)malloc(cfg.inputs * cfg.hidden * sizeof(float));
    float *w2 = (float *)malloc(cfg.hidden * cfg.outputs * sizeof(float));
    for (int i = 0; i < cfg.batch; ++i) {
        label[i] = i % cfg.outputs;
        float t = (float)i / cfg.batch, angle = 4.f * t + 2.1f * label[i];
        x[2 * i] = t * cosf(angle);
        x[2 * i + 1] = t * sinf(angle);
    }
    for (int i = 0; i < cfg.inputs * cfg.hidden; ++i) w1[i] = uniform(-1.f, 1.f);
    for (int i = 0; i < cfg.hidden * cfg.outputs; ++i) w2[i] = uniform(-.3f, .3f);

    float gpu = train_gpu(cfg, x, label, w1, w2);
    float cpu = train_cpu(cfg, x, label, w1, w2);
    printf("loss after %d epochs: gpu %.5f, cpu %.5f\n", cfg.epochs, gpu, cpu);
    free(x);
    free(label);
    free(w1);
    free(w2);
    return fabsf(gpu - cpu) < 1e-2f ? EXIT_SUCCESS : EXIT_FAILURE;
}
