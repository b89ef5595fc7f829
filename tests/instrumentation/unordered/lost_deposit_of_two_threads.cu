//! grid = 1
//! block = 2
//! balance = { sides = [1], fill = "zeros" }
// Both may store the same, and then one deposit is lost all the same.
__global__ void deposit(float* balance) {
  *balance += 1.0f;
}
//= race balance 6 store, 6 load
//= store_conflict balance 6 store, 6 store
