//! grid = 2
//! block = 64
//! balance = { sides = [1], fill = "zeros" }
__global__ void deposit(float* balance) {
  if (threadIdx.x != 0) return;
  *balance += 1.0f;
}
//= race balance 6 store, 6 load
//= store_conflict balance 6 store, 6 store
