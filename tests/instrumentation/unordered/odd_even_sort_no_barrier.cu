//! grid = 1
//! block = 32
//! a = { sides = [32], fill = "random" }

__global__ void sort(int* a) {
  int t = threadIdx.x;
  for (int step = 0; step < 2; ++step) {
    int i = 2 * t + step;
    if (i + 1 < 32 && t < 16) {
      int left = a[i];
      int right = a[i + 1];
      a[i] = min(left, right);
      a[i + 1] = max(left, right);
    }
  }
}
//= race a 13 store, 10 load
//= race a 12 store, 11 load
//= store_conflict a 12 store, 13 store
