//! grid = 1
//! block = 64
//! places = { sides = [1], fill = "zeros" }
// Who looks first may find room for itself that others have taken when it comes.
__global__ void take_places(int* places) {
  if (*places < 200) atomicAdd(places, 1);
}
//= note race places 6 atomic, 6 load
