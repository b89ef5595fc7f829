__global__ void sort(float* data) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2)
    for (int apart = size / 2; apart > 0; apart /= 2) {
      const int other = t ^ apart;
      if (other > t) {
        const bool rises = (t & size) == 0;
        if ((s[t] > s[other]) == rises) {
          const float one = s[t];
          s[t] = s[other];
          s[other] = one;
        }
      }
      __syncthreads();
    }
  data[blockIdx.x * 256 + t] = s[t];
}
