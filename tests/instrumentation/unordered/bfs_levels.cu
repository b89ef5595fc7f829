//! grid = 2
//! block = 8
//! first = { sides = [17], file = "first.csv" }
//! next = { sides = [32], file = "next.csv" }
//! level = { sides = [16], file = "level.csv" }
//! now = 0
// Every thread that finds a vertex gives it the same level: the order does not matter.
__global__ void visit(const int* first, const int* next, int* level, int now) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (level[v] != now) return;
  for (int e = first[v]; e < first[v + 1]; ++e)
    if (level[next[e]] < 0)
      level[next[e]] = now + 1;
}
//= note race level 13 store, 10 load
//= note race level 13 store, 12 load
