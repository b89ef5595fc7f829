//! grid = 1
//! block = 32
//! a = { sides = [32], fill = "random" }

__global__ void sort(int* a) {
  int t = threadIdx.x;
  for (int k = 2; k <= 32; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = t ^ j;
      if (other > t && (a[t] > a[other]) == ((t & k) == 0)) {
        int kept = a[t];
        a[t] = a[other];
        a[other] = kept;
      }
      __syncthreads();
    }
}
