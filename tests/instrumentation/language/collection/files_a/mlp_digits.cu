/*
	Multi layer perceptron on digit images, 784 -> 128 -> 10, plain SGD.

	If train-images-idx3-ubyte and train-labels-idx1-ubyte are in the current
	directory they are used, otherwise the program draws digits of its own:
	seven segment displays with noise, e.g.

	     ####            ####
	    #    #               #
	    #    #               #
	     ####     or     ####
	    #    #               #
	    #    #               #
	     ####            ####

	All weights are one big allocation, the layers are offsets into it.
*/
#include <cuda_runtime.h>
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#define IMAGE   28
#define INPUT   (IMAGE * IMAGE)
#define HIDDEN  128
#define CLASSES 10
#define BATCH   64
#define EPOCHS  3
#define SAMPLES 4096

enum { W1 = 0, B1 = W1 + HIDDEN * INPUT, W2 = B1 + HIDDEN, B2 = W2 + CLASSES * HIDDEN, TOTAL = B2 + CLASSES };

typedef struct Net
{
	float *param;          /* TOTAL weights                */
	float *grad;           /* TOTAL gradients              */
	float *hidden;         /* BATCH x HIDDEN activations   */
	float *prob;           /* BATCH x CLASSES              */
	float *delta;          /* BATCH x HIDDEN               */
} Net;

__device__ float loss_sum;
__device__ int correct;

static void cuda_assert(cudaError_t e, int line)
{
	if (e != cudaSuccess)
	{
		fprintf(stderr, "mlp_digits.cu:%d: %s\n", line, cudaGetErrorString(e));
		exit(99);
	}
}
#define OK(e) cuda_assert((e), __LINE__)

/* ------------------------------------------------------------- random --- */
__host__ __device__ static inline uint32_t next_random(uint32_t *state)
{
	uint32_t x = *state;
	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return *state = x;
}

__host__ __device__ static inline float uniform(uint32_t *state)
{
	return (next_random(state) >> 8) * (1.0f / 16777216.0f);
}

__global__ void init_params(float *param, uint32_t seed)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= TOTAL) return;
	uint32_t s = seed + 0x9E3779B9u * (i + 1);
	for (int warm = 0; warm < 4; warm++) next_random(&s);
	float u = 2.0f * uniform(&s) - 1.0f;
	if (i < B1)       param[i] = u * sqrtf(6.0f / (INPUT + HIDDEN));
	else if (i < W2)  param[i] = 0.0f;
	else if (i < B2)  param[i] = u * sqrtf(6.0f / (HIDDEN + CLASSES));
	else              param[i] = 0.0f;
}

/* ------------------------------------------------------------ forward --- */
/* block = (HIDDEN), grid = (samples in the batch); bytes are pixels 0..255 */
__global__ void forward_hidden(const unsigned char *images, const float *param, float *hidden)
{
	__shared__ float x[INPUT];
	const unsigned char *image = images + blockIdx.x * INPUT;
	for (int i = threadIdx.x; i < INPUT; i += blockDim.x)
		x[i] = image[i] / 255.0f;
	__syncthreads();

	const int h = threadIdx.x;
	const float *w = param + W1 + h * INPUT;
	float sum = param[B1 + h];
	for (int i = 0; i < INPUT; i++) sum += w[i] * x[i];
	hidden[blockIdx.x * HIDDEN + h] = fmaxf(sum, 0.0f);
}

/* one warp per sample, lanes 0..9 are the classes */
__global__ void forward_softmax(Net net, const unsigned char *labels)
{
	const int lane = threadIdx.x;
	const int b = blockIdx.x;
	const bool active = lane < CLASSES;
	float z = -INFINITY;

	assert(blockDim.x == 32);
	if (active)
	{
		z = net.param[B2 + lane];
		for (int h = 0; h < HIDDEN; h++)
			z += net.param[W2 + lane * HIDDEN + h] * net.hidden[b * HIDDEN + h];
	}
	float top = z;
	for (int d = 16; d; d >>= 1) top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, d));
	float e = active ? expf(z - top) : 0.0f;
	float sum = e;
	for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, d);

	if (active) net.prob[b * CLASSES + lane] = e / sum;
	if (lane == labels[b]) atomicAdd(&loss_sum, -logf(e / sum + 1e-20f));

	unsigned who = __ballot_sync(0xffffffff, active && z == top);
	if (lane == 0 && __ffs(who) - 1 == labels[b]) atomicAdd(&correct, 1);
}

/* ----------------------------------------------------------- backward --- */
__global__ void backward_output(Net net, const unsigned char *labels, int batch)
{
	const int h = threadIdx.x;
	const int c = blockIdx.x;
	float gw = 0.0f, gb = 0.0f;
	for (int b = 0; b < batch; b++)
	{
		float d = net.prob[b * CLASSES + c] - (labels[b] == c ? 1.0f : 0.0f);
		gw += d * net.hidden[b * HIDDEN + h];
		gb += d;
	}
	net.grad[W2 + c * HIDDEN + h] = gw / batch;
	if (h == 0) net.grad[B2 + c] = gb / batch;
}

__global__ void backward_delta(Net net, const unsigned char *labels)
{
	const int b = blockIdx.x, h = threadIdx.x;
	float d = 0.0f;
	if (net.hidden[b * HIDDEN + h] > 0.0f)
		for (int c = 0; c < CLASSES; c++)
		{
			float p = net.prob[b * CLASSES + c];
			if (c == labels[b]) p -= 1.0f;
			d += p * net.param[W2 + c * HIDDEN + h];
		}
	net.delta[b * HIDDEN + h] = d;
}

#define TI 16
__global__ void backward_hidden(const unsigned char *images, const float *delta, float *grad, int batch)
{
	__shared__ float sx[TI][TI];
	__shared__ float sd[TI][TI];
	const int i = blockIdx.x * TI + threadIdx.x;      /* input,  784 = 49 * 16 */
	const int h = blockIdx.y * TI + threadIdx.y;      /* hidden, 128 =  8 * 16 */
	float sum = 0.0f, bias = 0.0f;

	for (int b0 = 0; b0 < batch; b0 += TI)
	{
		int b = b0 + threadIdx.y;
		sx[threadIdx.y][threadIdx.x] = b < batch ? images[b * INPUT + i] / 255.0f : 0.0f;
		sd[threadIdx.y][threadIdx.x] = b < batch ? delta[b * HIDDEN + blockIdx.y * TI + threadIdx.x] : 0.0f;
		__syncthreads();
		for (int k = 0; k < TI; k++)
		{
			sum += sd[k][threadIdx.y] * sx[k][threadIdx.x];
			bias += sd[k][threadIdx.y];
		}
		__syncthreads();
	}
	grad[W1 + h * INPUT + i] = sum / batch;
	if (i == 0) grad[B1 + h] = bias / batch;
}

__global__ void update(float *param, const float *grad, float rate)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < TOTAL; i += gridDim.x * blockDim.x)
		param[i] -= rate * grad[i];
}

/* --------------------------------------------------------------- data --- */
static void draw_digit(unsigned char *image, int digit, uint32_t *rng)
{
	/*        a(top) b c d(bottom) e f g(middle)     bit 0 = a */
	static const unsigned char segments[10] = {0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F};
	static const int box[7][4] = { /* x0 y0 x1 y1 */
		{9, 4, 18, 5}, {18, 5, 19, 13}, {18, 14, 19, 22}, {9, 22, 18, 23}, {8, 14, 9, 22}, {8, 5, 9, 13}, {9, 13, 18, 14}};
	int dx = (int)(next_random(rng) % 7) - 3, dy = (int)(next_random(rng) % 5) - 2;
	for (int i = 0; i < INPUT; i++) image[i] = (unsigned char)(next_random(rng) % 60);
	for (int s = 0; s < 7; s++)
		if (segments[digit] >> s & 1)
			for (int y = box[s][1]; y <= box[s][3]; y++)
				for (int x = box[s][0]; x <= box[s][2]; x++)
					image[(y + dy) * IMAGE + x + dx] = (unsigned char)(180 + next_random(rng) % 75);
}

static int read_idx(const char *name, size_t header, unsigned char *to, size_t bytes)
{
	FILE *f = fopen(name, "rb");
	if (!f) return 0;
	int fine = fseek(f, (long)header, SEEK_SET) == 0 && fread(to, 1, bytes, f) == bytes;
	fclose(f);
	return fine;
}

static void show(const unsigned char *image, int label)
{
	static const char ramp[] = " .:-=+*#%@";
	printf("label '%c'\n", '0' + label);
	for (int y = 0; y < IMAGE; y += 2)
	{
		for (int x = 0; x < IMAGE; x++) putchar(ramp[image[y * IMAGE + x] * 9 / 255]);
		putchar('\n');
	}
}

static float train_epoch(Net net, const unsigned char *images, const unsigned char *labels, float rate, float *accuracy)
{
	float zero = 0.0f, loss;
	int none = 0, good;
	OK(cudaMemcpyToSymbol(loss_sum, &zero, sizeof zero));
	OK(cudaMemcpyToSymbol(correct, &none, sizeof none));

	for (int first = 0; first < SAMPLES; first += BATCH)
	{
		int batch = SAMPLES - first < BATCH ? SAMPLES - first : BATCH;
		const unsigned char *x = images + (size_t)first * INPUT;
		const unsigned char *t = labels + first;
		forward_hidden<<<batch, HIDDEN>>>(x, net.param, net.hidden);
		forward_softmax<<<batch, 32>>>(net, t);
		backward_output<<<CLASSES, HIDDEN>>>(net, t, batch);
		backward_delta<<<batch, HIDDEN>>>(net, t);
		backward_hidden<<<dim3(INPUT / TI, HIDDEN / TI), dim3(TI, TI)>>>(x, net.delta, net.grad, batch);
		update<<<(TOTAL + 255) / 256, 256>>>(net.param, net.grad, rate);
	}
	OK(cudaGetLastError());
	OK(cudaMemcpyFromSymbol(&loss, loss_sum, sizeof loss));
	OK(cudaMemcpyFromSymbol(&good, correct, sizeof good));
	*accuracy = 100.0f * good / SAMPLES;
	return loss / SAMPLES;
}

int main(int argc, char **argv)
{
	unsigned char *images = (unsigned char *)malloc((size_t)SAMPLES * INPUT), *labels = (unsigned char *)malloc(SAMPLES);
	unsigned char *dImages, *dLabels;
	Net net;
	float accuracy = 0.0f;
	uint32_t rng = 2463534242u;

	if (!read_idx("train-images-idx3-ubyte", 16, images, (size_t)SAMPLES * INPUT) ||
	    !read_idx("train-labels-idx1-ubyte", 8, labels, SAMPLES))
	{
		puts("no data files, drawing digits");
		for (int s = 0; s < SAMPLES; s++)
			draw_digit(images + (size_t)s * INPUT, labels[s] = (unsigned char)(next_random(&rng) % 10), &rng);
	}
	if (argc > 1 && argv[1][0] == 's') show(images, labels[0]);

	OK(cudaMalloc((void **)&dImages, (size_t)SAMPLES * INPUT));
	OK(cudaMalloc((void **)&dLabels, SAMPLES));
	OK(cudaMalloc((void **)&net.param, TOTAL * sizeof(float)));
	OK(cudaMalloc((void **)&net.grad, TOTAL * sizeof(float)));
	OK(cudaMalloc((void **)&net.hidden, BATCH * HIDDEN * sizeof(float)));
	OK(cudaMalloc((void **)&net.prob, BATCH * CLASSES * sizeof(float)));
	OK(cudaMalloc((void **)&net.delta, BATCH * HIDDEN * sizeof(float)));
	OK(cudaMemcpy(dImages, images, (size_t)SAMPLES * INPUT, cudaMemcpyHostToDevice));
	OK(cudaMemcpy(dLabels, labels, SAMPLES, cudaMemcpyHostToDevice));

	init_params<<<(TOTAL + 255) / 256, 256>>>(net.param, (uint32_t)time(NULL) | 1u);
	for (int epoch = 1; epoch <= EPOCHS; epoch++)
	{
		clock_t t0 = clock();
		float loss = train_epoch(net, dImages, dLabels, 0.3f, &accuracy);
		printf("epoch %d: loss %.4f, %.2f%% correct, %.0f ms\n", epoch, loss, accuracy,
		       1e3 * (clock() - t0) / CLOCKS_PER_SEC);
	}

	cudaFree(dImages); cudaFree(dLabels);
	cudaFree(net.param); cudaFree(net.grad); cudaFree(net.hidden); cudaFree(net.prob); cudaFree(net.delta);
	free(images); free(labels);
	return accuracy < 80.0f;
}
