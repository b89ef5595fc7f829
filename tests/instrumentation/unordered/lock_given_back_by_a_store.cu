//! grid = 2
//! block = 64
//! lock = { sides = [1], fill = "zeros" }
//! balance = { sides = [1], fill = "zeros" }
// A plain store is not an atomic: it orders no thread after the work under the lock.
__global__ void deposit(int* lock, float* balance) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *balance += 1.0f;
  __threadfence();
  *lock = 0;
}
//under in_order
//= race balance 10 store, 10 load
//= race lock 8 atomic, 12 store
//= store_conflict balance 10 store, 10 store
