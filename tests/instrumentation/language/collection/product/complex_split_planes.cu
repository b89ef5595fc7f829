// Complex product with separate planes for real and imaginary parts,
// three real multiplications instead of four (Gauss' trick).
template <typename Real>
struct Planes {
  Real* re;
  Real* im;
  int ld;
};

template <typename Real>
__global__ void gauss3(Planes<const Real> a, Planes<const Real> b, Planes<Real> c, int n) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= n || x >= n) return;

  Real p1{}, p2{}, p3{};
  for (int k = 0; k < n; ++k) {
    const Real ar = a.re[y * a.ld + k], ai = a.im[y * a.ld + k];
    const Real br = b.re[k * b.ld + x], bi = b.im[k * b.ld + x];
    p1 += ar * br;
    p2 += ai * bi;
    p3 += (ar + ai) * (br + bi);
  }
  c.re[y * c.ld + x] = p1 - p2;
  c.im[y * c.ld + x] = p3 - p1 - p2;
}

void gauss3_double(Planes<const double> a, Planes<const double> b, Planes<double> c, int n) {
  const dim3 block{32, 8};
  const dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  gauss3<double><<<grid, block>>>(a, b, c, n);
}