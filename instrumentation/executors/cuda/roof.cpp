#include "instrumentation/executors/cuda/roof.h"

#include <algorithm>

#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/executors/cuda/there/roof.h"

namespace tilescope::cuda {

namespace {

constexpr unsigned roof_threads = 256, blocks_each = 8;   // per multiprocessor: as many threads as it can hold
constexpr std::size_t most_bytes = std::size_t{1} << 30;  // many times larger than any cache
constexpr std::size_t four = 4 * sizeof(float);

}  // namespace

Roof::Roof(int multiprocessors)
    : blocks_(static_cast<unsigned>(multiprocessors) * blocks_each),
      count_(std::min<std::size_t>(most_bytes, free_memory() / 8) / four),
      from_(count_ * 4),
      to_(count_ * 4) {
  start(own_function("roof", "fill"), {blocks_}, {roof_threads}, 0, "filling memory", from_.data(), count_, 0.5f);
  wait("filling memory");
}

void Roof::start_multiply_adds() {
  start(own_function("roof", "multiply_add"), {blocks_ * 4}, {roof_threads}, 0, "multiplying and adding", 0.999f,
        0.001f, to_.data());
}

void Roof::start_copy() {
  start(own_function("roof", "copy"), {blocks_ * 4}, {roof_threads}, 0, "copying memory", from_.data(), to_.data(),
        count_);
}

void Roof::start_fill() {
  start(own_function("roof", "fill"), {blocks_ * 4}, {roof_threads}, 0, "filling memory", to_.data(), count_, 0.25f);
}

double Roof::flops() const { return 2.0 * RoofWork::sums * RoofWork::rounds * blocks_ * 4.0 * roof_threads; }
double Roof::copied_bytes() const { return 2 * filled_bytes(); }
double Roof::filled_bytes() const { return static_cast<double>(count_ * four); }

}  // namespace tilescope::cuda
