// Part @N: sums of rows, one block per row.
template <unsigned threads>
__global__ void sums@N(const @T* in, @T* out, int pitch, int rows) {
  __shared__ @T part[threads];
  unsigned lane = threadIdx.x;
  part[lane] = (int)blockIdx.x < rows ? gathered@B<@T, 4>(in + 4 * lane, pitch, blockIdx.x) : @T(0);
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half >>= 1) {
    if (lane < half) part[lane] += part[lane + half];
    __syncthreads();
  }
  if (lane == 0) out[blockIdx.x] = part[0];
}
template __global__ void sums@N<@S * 8>(const @T*, @T*, int, int);
