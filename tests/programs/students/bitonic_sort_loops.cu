#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Sorting network (bitonic), exercise sheet 8.
   The number of keys must be a power of two; half as many threads as keys,
   each thread handles one comparator of the network. */

#define LOG_KEYS 13
#define KEYS (1 << LOG_KEYS)
#define PAIRS (KEYS / 2)
#define TPB 256

struct timer {
  clock_t t0;
};

static void tic(struct timer *t) { t->t0 = clock(); }
static double toc(const struct timer *t) { return 1000.0 * (clock() - t->t0) / CLOCKS_PER_SEC; }

/* stage: length of the sequences that become sorted, dist: distance of partners */
__global__ void comparators(float *key, int stage, int dist)
{
  int c = blockIdx.x * blockDim.x + threadIdx.x;       /* comparator number */
  int low = (c / dist) * 2 * dist + c % dist;          /* its lower wire */
  int high = low + dist;
  bool ascending = (low / stage) % 2 == 0;
  float x = key[low], y = key[high];
  if ((x > y) == ascending) {
    key[low] = y;
    key[high] = x;
  }
}

static int network(float *dev)
{
  int launches = 0;
  for (int stage = 2; stage <= KEYS; stage *= 2)
    for (int dist = stage / 2; dist >= 1; dist /= 2, ++launches)
      comparators<<<PAIRS / TPB, TPB>>>(dev, stage, dist);
  return launches;
}

static int by_value(const void *p, const void *q)
{
  float a = *(const float *)p, b = *(const float *)q;
  return a < b ? -1 : a > b ? 1 : 0;
}

int main(void)
{
  size_t bytes = KEYS * sizeof(float);
  float *in = (float *)malloc(bytes), *out = (float *)malloc(bytes), *dev;
  struct timer t;

  srand((unsigned)time(NULL));
  for (int i = 0; i < KEYS; ++i)
    in[i] = (float)(rand() % 100000) / 7.0f;

  if (cudaMalloc((void **)&dev, bytes) != cudaSuccess) {
    fprintf(stderr, "no memory on the device\n");
    return 2;
  }
  cudaMemcpy(dev, in, bytes, cudaMemcpyHostToDevice);
  tic(&t);
  int launches = network(dev);
  cudaDeviceSynchronize();
  printf("%d keys, %d launches, %.2f ms on the GPU\n", KEYS, launches, toc(&t));
  cudaMemcpy(out, dev, bytes, cudaMemcpyDeviceToHost);

  tic(&t);
  qsort(in, KEYS, sizeof(float), by_value);
  printf("qsort: %.2f ms\n", toc(&t));

  int bad = 0;
  for (int i = 0; i < KEYS; ++i)
    if (in[i] != out[i])
      ++bad;
  printf("%d keys are in the wrong place\n", bad);
  cudaFree(dev);
  free(in);
  free(out);
  return bad != 0;
}
