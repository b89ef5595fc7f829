/* Solve one augmented system [A|b] inside a single block, partial pivoting.  */
#define COLS (n + 1)
#define AT(r, c) aug[(r) * COLS + (c)]
#define TPB 128

struct __align__(16) Pivot { double size; int row; };

__global__ void
gauss_solve (double *aug, double *x, const int n, int *singular)
  {
  __shared__ Pivot best[TPB];
  const int t = threadIdx.x;

  for (int k = 0; k < n; k++)
    {
    /* find the pivot */
    Pivot mine = { -1., k };
    for (int r = k + t; r < n; r += TPB)
      {
      const double v = fabs (AT (r, k));
      if (v > mine.size)
        {
        mine.size = v;
        mine.row = r;
        }
      }
    best[t] = mine;
    __syncthreads ();
    for (int h = TPB / 2; h; h >>= 1)
      {
      if (t < h && best[t + h].size > best[t].size)
        best[t] = best[t + h];
      __syncthreads ();
      }
    if (__syncthreads_and (best[0].size < 1e-12))
      {
      if (t == 0) *singular = k + 1;
      return;
      }

    /* swap rows */
    const int p = best[0].row;
    if (p != k)
      for (int c = k + t; c <= n; c += TPB)
        {
        const double tmp = AT (k, c);
        AT (k, c) = AT (p, c);
        AT (p, c) = tmp;
        }
    __syncthreads ();

    /* eliminate below */
    for (int r = k + 1 + t; r < n; r += TPB)
      {
      const double f = AT (r, k) / AT (k, k);
      for (int c = k; c <= n; c++)
        AT (r, c) -= f * AT (k, c);
      }
    __syncthreads ();
    }

  /* back substitution, nothing to gain from threads here */
  if (t == 0)
    {
    for (int r = n - 1; r >= 0; r--)
      {
      double s = AT (r, n);
      for (int c = r + 1; c < n; c++)
        s -= AT (r, c) * x[c];
      x[r] = s / AT (r, r);
      }
    *singular = 0;
    }
  }
