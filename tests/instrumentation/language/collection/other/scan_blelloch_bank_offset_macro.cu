/* Exclusive scan, up-sweep / down-sweep.
   Index padding avoids bank conflicts.  n must be 2 * blockDim.x.  */
#define LOG_BANKS 5
#define PAD(i) ((i) + ((i) >> LOG_BANKS))

extern __shared__ unsigned tree[];

__global__ void
exclusive_scan_block (unsigned *g_data, unsigned *g_totals, int n)
{
  int t = threadIdx.x;
  int offset = 1;
  unsigned *chunk = g_data + (size_t) blockIdx.x * n;

  int a = PAD (t), b = PAD (t + n / 2);
  tree[a] = chunk[t];
  tree[b] = chunk[t + n / 2];

  for (int d = n >> 1; d > 0; d >>= 1)
    {
      __syncthreads ();
      if (t < d)
        {
          int l = PAD (offset * (2 * t + 1) - 1);
          int r = PAD (offset * (2 * t + 2) - 1);
          tree[r] += tree[l];
        }
      offset *= 2;
    }

  if (t == 0)
    {
      int last = PAD (n - 1);
      g_totals[blockIdx.x] = tree[last];
      tree[last] = 0u;
    }

  for (int d = 1; d < n; d *= 2)
    {
      offset >>= 1;
      __syncthreads ();
      if (t < d)
        {
          int l = PAD (offset * (2 * t + 1) - 1);
          int r = PAD (offset * (2 * t + 2) - 1);
          unsigned swap = tree[l];
          tree[l] = tree[r];
          tree[r] += swap;
        }
    }
  __syncthreads ();
  chunk[t] = tree[a];
  chunk[t + n / 2] = tree[b];
}
