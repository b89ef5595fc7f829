//! grid = 2
//! block = 16
//! a = { sides = [32], fill = "random" }
//! j = 8
//! k = 16
__global__ void step(int* a, int j, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  if (other > i && (a[i] > a[other]) == ((i & k) == 0)) {
    int kept = a[i];
    a[i] = a[other];
    a[other] = kept;
  }
}
