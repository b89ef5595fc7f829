// Two loops that never end because their state repeats: a byte counter that wraps, and a small LCG that never meets its goal.
__global__ void byteCounter(int* out) {
  int sum = 0;
  for (unsigned char i = 0; i < 256; i++)   // i goes 255 -> 0
    sum ^= i;
  out[threadIdx.x] = sum;
}

__global__ void findGoal(unsigned* out) {
  unsigned x = threadIdx.x, steps = 0x80000000u;
  while (x != 2000) {                       // x stays below 1024
    x = (x * 5 + 3) & 1023;
    steps ^= x;
  }
  out[threadIdx.x] = steps;
}

int main() {
  int* a; unsigned* b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(unsigned));
  byteCounter<<<1, 64>>>(a);
  findGoal<<<1, 64>>>(b);
  cudaDeviceSynchronize();
}
