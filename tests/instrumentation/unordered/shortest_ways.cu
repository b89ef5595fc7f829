//! grid = 1
//! block = 32
//! from = { sides = [32], fill = "random" }
//! way = { sides = [32], fill = "counting" }
// A way may be read too early: then it is longer, and the next launch mends it.
__global__ void relax(const int* from, int* way) {
  int v = threadIdx.x;
  int by = way[(from[v] & 7) + 8] + 1;
  atomicMin(&way[(v * 5 + 3) % 32], by);
}
//= note race way 9 atomic, 8 load
