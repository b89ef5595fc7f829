#include "instrumentation/executors/cuda/device_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "instrumentation/executors/cuda/plain_kernel.h"
#include "instrumentation/executors/of_launch.h"
#include "instrumentation/traced/device_kernel.h"

namespace tilescope::cuda {

namespace {

bool writes(const RecordedKernel& kernel, std::string_view name) {
  return std::any_of(kernel.device->arrays.begin(), kernel.device->arrays.end(), [&](const DeclaredArray& array) {
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
      sides_(kernel.device->arrays.size() * traced::DeviceLaunch::side_words),
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
  return matrices();
}

void DeviceRun::reset_copies() {
  const auto copy = [](const Memory<float>& of, Memory<float>& to, const std::vector<float>& given) {
    if (to.size() != of.size()) to = Memory<float>(of.size());
    if (given.empty())
      to.clear();
    else
      to.upload(given);
  };
  copy(c_, copy_of_c_, {});
  if (writes_a_) copy(a_, copy_of_a_, launch_.a);
  if (writes_b_) copy(b_, copy_of_b_, launch_.b);
}

Matrices DeviceRun::copies() const {
  return {(writes_a_ ? copy_of_a_ : a_).data(), (writes_b_ ? copy_of_b_ : b_).data(), copy_of_c_.data()};
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
  cuda::start_plain(kernel_, launch_, matrices());
}

traced::DeviceLaunch DeviceRun::device_launch(const void* function, const Matrices& on) const {
  cudaFuncAttributes attributes{};
  check(cudaFuncGetAttributes(&attributes, function), fmt::format("finding {}", kernel_.name));
  traced::DeviceLaunch launch;
  const auto matrix = [](float* data, const Memory<float>& memory) {
    return traced::Arguments::Matrix{data, static_cast<std::uint32_t>(memory.size())};
  };
  launch.arguments.A = matrix(on.a, a_);
  launch.arguments.B = matrix(on.b, b_);
  launch.arguments.C = matrix(on.c, c_);
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
  traced::DeviceLaunch launch = device_launch(kernel_.device->count, matrices());
  launch.tallies = tallies_.data();
  launch.most_events = most_events_.data();
  void* arguments[] = {&launch};
  start(kernel_.device->count, arguments, fmt::format("counting the accesses of {}", kernel_.name));
}

void DeviceRun::make_room(const std::vector<std::uint32_t>& slot_of_block, std::uint64_t columns,
                          std::uint32_t capacity, bool wide) {
  room_.capacity = wide ? capacity : capacity + capacity % 2;
  room_.wide = wide;
  room_.pairs = !wide && kernel_.device->pairs;
  choose_blocks(slot_of_block);
  room_.made = Memory<std::uint32_t>(columns);
  room_.paths = Memory<std::uint64_t>(columns);
  const std::uint64_t wanted = columns * room_.capacity * (wide ? 2 : 1);
  if (wanted <= room_.events.size()) return;
  room_.events = Memory<traced::NarrowEvent>();  // first the old ones go
  room_.events = Memory<traced::NarrowEvent>(wanted);
}

void DeviceRun::choose_blocks(const std::vector<std::uint32_t>& slot_of_block) {
  slot_of_block_ = Memory<std::uint32_t>(std::span<const std::uint32_t>(slot_of_block));
}

void DeviceRun::start_recording() { start_recording(matrices()); }

void DeviceRun::start_recording_again() {
  reset_copies();
  start_recording(copies());
}

void DeviceRun::start_recording(const Matrices& on) {
  traced::DeviceLaunch launch = device_launch(kernel_.device->record, on);
  launch.slot_of_block = slot_of_block_.data();
  launch.events = reinterpret_cast<std::byte*>(room_.events.data());  // none where only how many there are counts
  launch.wide = room_.wide;
  launch.capacity = room_.capacity;
  launch.made = room_.made.data();
  launch.paths = room_.paths.data();
  void* arguments[] = {&launch};
  start(kernel_.device->record, arguments, fmt::format("recording {}", kernel_.name));
}

DeviceRun::Columns DeviceRun::record_columns(std::span<const std::uint32_t> blocks,
                                             std::span<const std::uint32_t> column_of_thread,
                                             const Memory<PackedEvent>& events, std::uint32_t capacity) {
  std::vector<std::uint32_t> slots(launch_.grid.count(), traced::DeviceLaunch::none);
  for (std::uint32_t slot = 0; slot < blocks.size(); ++slot) slots[blocks[slot]] = slot;
  const Memory<std::uint32_t> slot_of_block{std::span<const std::uint32_t>(slots)};
  const Memory<std::uint32_t> columns(column_of_thread);
  const Memory<std::uint32_t> made(column_of_thread.size());
  const Memory<std::uint64_t> paths(column_of_thread.size());
  reset_copies();
  traced::DeviceLaunch launch = device_launch(kernel_.device->record, copies());
  launch.slot_of_block = slot_of_block.data();
  launch.column_of_thread = columns.data();
  launch.events = reinterpret_cast<std::byte*>(events.data());
  launch.wide = true;
  launch.capacity = capacity;
  launch.made = made.data();
  launch.paths = paths.data();
  void* arguments[] = {&launch};
  start(kernel_.device->record, arguments, fmt::format("recording paths of {}", kernel_.name));
  finish();
  return {paths.download(), made.download()};
}

void DeviceRun::finish() {
  if (const cudaError_t result = cudaDeviceSynchronize(); result != cudaSuccess) {
    start_anew();  // or no later call would work either
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
  for (std::size_t n = 0; n < kernel_.device->arrays.size(); ++n)
    all.push_back({std::string(kernel_.device->arrays[n].name), kernel_.device->arrays[n].space, sides(n)});
  return all;
}

std::vector<std::int64_t> DeviceRun::sides(std::size_t array) const {
  std::int64_t told[traced::DeviceLaunch::side_words];
  sides_.download(array * traced::DeviceLaunch::side_words, std::size(told), told);
  return {told + 1, told + 1 + told[0]};
}

}  // namespace tilescope::cuda
