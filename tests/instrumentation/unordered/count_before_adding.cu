//! grid = 1
//! block = 64
//! places = { sides = [1], fill = "zeros" }
// A thread that checks first may find room that other threads have taken when it stores.
__global__ void take_places(int* places) {
  if (*places < 200) atomicAdd(places, 1);
}
//= note race places 6 atomic, 6 load
