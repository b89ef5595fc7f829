#include "instrumentation/executors/cuda/device_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "instrumentation/executors/cuda/device_kernel.h"
#include "instrumentation/executors/cuda/plain_kernel.h"
#include "instrumentation/executors/of_launch.h"

namespace tilescope::cuda {

namespace {

bool writes(const RecordedKernel& kernel, std::string_view name) {
  return std::any_of(kernel.arrays.begin(), kernel.arrays.end(), [&](const DeclaredArray& array) {
    return array.space == Space::global && array.writable && array.name == name;
  });
}

std::uint32_t stray_bits(OutOfBounds wanted) {
  switch (wanted) {
    case OutOfBounds::zero: return 0;
    case OutOfBounds::stale: return traced::DeviceLaunch::stale;
    case OutOfBounds::touch: return traced::DeviceLaunch::touch;
    case OutOfBounds::poison: break;
  }
  return poison_bits;
}

}  // namespace

DeviceRun::DeviceRun(const RecordedKernel& kernel, const Launch& launch)
    : kernel_(kernel),
      launch_(launch),
      writes_a_(writes(kernel, "A")),
      writes_b_(writes(kernel, "B")),
      a_(launch.a),
      b_(launch.b),
      c_(static_cast<std::size_t>(launch.m * launch.n)),
      sides_(kernel.arrays.size() * traced::DeviceLaunch::side_words),
      tallies_(launch.grid.count() * rows() * count_kinds),
      most_events_(launch.grid.count()),
      stuck_(3) {
  sides_.clear();
  stuck_.clear();
  reset();
}

void DeviceRun::reset() {
  c_.clear();
  upload_what_is_written();
}

void DeviceRun::upload_what_is_written() {
  if (writes_a_) a_.upload(launch_.a);
  if (writes_b_) b_.upload(launch_.b);
}

Matrices DeviceRun::matrices_to_compare() {
  upload_what_is_written();
  return {a_.data(), b_.data(), c_.data()};
}

void DeviceRun::start(const void* function, void** arguments, const std::string& what) {
  allow_shared_memory(kernel_, function, launch_.dynamic_shared_bytes);
  running_ = what;
  check(cudaLaunchKernel(function, dim3(launch_.grid.x, launch_.grid.y), dim3(launch_.block.x, launch_.block.y),
                         arguments, launch_.dynamic_shared_bytes, nullptr),
        what);
}

void DeviceRun::start_plain() {
  running_ = fmt::format("running {}", kernel_.name);
  cuda::start_plain(kernel_, launch_, {a_.data(), b_.data(), c_.data()});
}

traced::DeviceLaunch DeviceRun::device_launch(const void* function) const {
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, function), fmt::format("finding {}", kernel_.name));
  traced::DeviceLaunch launch;
  const auto matrix = [](const Memory<float>& memory) {
    return traced::Arguments::Matrix{memory.data(), static_cast<std::uint32_t>(memory.size())};
  };
  launch.arguments.A = matrix(a_);
  launch.arguments.B = matrix(b_);
  launch.arguments.C = matrix(c_);
  launch.arguments.M = static_cast<int>(launch_.m);
  launch.arguments.N = static_cast<int>(launch_.n);
  launch.arguments.K = static_cast<int>(launch_.k);
  launch.static_shared_bytes = static_cast<std::uint32_t>(attributes.sharedSizeBytes);
  launch.stray_bits = stray_bits(launch_.out_of_bounds);
  launch.sides = sides_.data();
  launch.loop_limit = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(loop_limit(launch_), std::numeric_limits<std::uint32_t>::max()));
  launch.stuck = stuck_.data();
  return launch;
}

void DeviceRun::start_counting() {
  tallies_.clear();
  most_events_.clear();
  traced::DeviceLaunch launch = device_launch(kernel_.device->count);
  launch.tallies = tallies_.data();
  launch.most_events = most_events_.data();
  void* arguments[] = {&launch};
  start(kernel_.device->count, arguments, fmt::format("counting the accesses of {}", kernel_.name));
}

void DeviceRun::make_room(const std::vector<std::uint32_t>& slot_of_block, std::uint64_t columns,
                          std::uint32_t capacity) {
  capacity_ = capacity;
  choose_blocks(slot_of_block);
  made_ = Memory<std::uint32_t>(columns);
  if (columns * capacity <= events_.size()) return;
  events_ = Memory<Event>();  // first the old ones go
  events_ = Memory<Event>(columns * capacity);
}

void DeviceRun::choose_blocks(const std::vector<std::uint32_t>& slot_of_block) {
  slot_of_block_ = Memory<std::uint32_t>(std::span<const std::uint32_t>(slot_of_block));
}

void DeviceRun::start_recording() {
  traced::DeviceLaunch launch = device_launch(kernel_.device->record);
  launch.slot_of_block = slot_of_block_.data();
  launch.events = events_.data();  // none where no event is to be kept, and only how many there are counts
  launch.capacity = capacity_;
  launch.made = made_.data();
  void* arguments[] = {&launch};
  start(kernel_.device->record, arguments, fmt::format("recording {}", kernel_.name));
}

void DeviceRun::finish() {
  if (const cudaError_t result = cudaDeviceSynchronize(); result != cudaSuccess) {
    cudaDeviceReset();  // or no later call would work either
    check(result, running_);
  }
  std::uint32_t stuck[3];
  stuck_.download(0, std::size(stuck), stuck);
  if (stuck[0] == 0) return;
  stuck_.clear();
  const std::uint32_t block = stuck[1];
  const std::uint32_t thread = stuck[2];
  throw GpuError(fmt::format("{}: thread ({},{}) of block ({},{}) is still in a loop after {} iterations", kernel_.name,
                             thread / launch_.block.x, thread % launch_.block.x, block / launch_.grid.x,
                             block % launch_.grid.x, loop_limit(launch_)));
}

void DeviceRun::fetch_counts() {
  tallies_of_block_ = tallies_.download();
  most_events_of_block_ = most_events_.download();
}

std::vector<Tallies> DeviceRun::tallies(std::size_t block) const {
  std::vector<Tallies> of_block(rows());
  const Tally* from = tallies_of_block_.data() + block * rows() * count_kinds;
  for (Tallies& row : of_block)
    for (Tally& tally : row) tally = *from++;
  return of_block;
}

std::vector<float> DeviceRun::c() const { return c_.download(); }

std::vector<ArrayInfo> DeviceRun::arrays() const {
  std::vector<ArrayInfo> all;
  for (std::size_t n = 0; n < kernel_.arrays.size(); ++n)
    all.push_back({std::string(kernel_.arrays[n].name), kernel_.arrays[n].space, sides(n)});
  return all;
}

std::vector<std::int64_t> DeviceRun::sides(std::size_t array) const {
  std::int64_t told[traced::DeviceLaunch::side_words];
  sides_.download(array * traced::DeviceLaunch::side_words, std::size(told), told);
  return {told + 1, told + 1 + told[0]};
}

}  // namespace tilescope::cuda
