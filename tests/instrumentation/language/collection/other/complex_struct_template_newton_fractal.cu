#include <cuda_runtime.h>

template <class R> struct Cplx
{
  typedef R real_type;
  R re, im;

  __device__ Cplx (R r = R (0), R i = R (0)) : re (r), im (i) {}
  __device__ R norm2 () const { return re * re + im * im; }
  __device__ Cplx &operator+= (const Cplx &o) { re += o.re; im += o.im; return *this; }
  __device__ Cplx &operator-= (const Cplx &o) { re -= o.re; im -= o.im; return *this; }
};

template <class R> __device__ Cplx<R> operator* (const Cplx<R> &a, const Cplx<R> &b)
{ return Cplx<R> (a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }

template <class R> __device__ Cplx<R> operator* (R s, const Cplx<R> &b)
{ return Cplx<R> (s * b.re, s * b.im); }

template <class R> __device__ Cplx<R> operator/ (const Cplx<R> &a, const Cplx<R> &b)
{
  const R d = R (1) / b.norm2 ();
  return Cplx<R> ((a.re * b.re + a.im * b.im) * d, (a.im * b.re - a.re * b.im) * d);
}

/* z^3 - 1, which of the three roots is reached from each pixel */
template <class R>
__global__ void newton_basins (signed char *basin, R *distance, int n, R half_width)
{
  using C = Cplx<R>;
  const C roots[3] = { C (1), C (R (-.5), R (0.86602540378443864676)), C (R (-.5), R (-0.86602540378443864676)) };
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;

  C z (half_width * (2 * R (i) / n - 1), half_width * (2 * R (j) / n - 1));
  for (int it = 0; it < 40; ++it)
    {
      const C z2 = z * z;
      if (z2.norm2 () < R (1e-12)) break;
      C f = z2 * z;
      f -= C (1);
      z -= f / (R (3) * z2);
    }

  signed char best = -1;
  R best_d = R (1e30);
  for (int k = 0; k < 3; ++k)
    {
      C d = z;
      d -= roots[k];
      if (typename C::real_type q = d.norm2 (); q < best_d)
        best_d = q, best = static_cast<signed char> (k);
    }
  basin[j * n + i] = best;
  distance[j * n + i] = best_d;
}

template __global__ void newton_basins<float> (signed char *, float *, int, float);
template __global__ void newton_basins<double> (signed char *, double *, int, double);
