//! grid = 2
//! block = 64
//! lock = { sides = [1], fill = "zeros" }
//! balance = { sides = [1], fill = "zeros" }
__global__ void deposit(int* lock, float* balance) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *balance += 1.0f;
  __threadfence();
  atomicExch(lock, 0);
}
