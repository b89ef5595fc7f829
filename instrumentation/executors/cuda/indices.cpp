#include "instrumentation/executors/cuda/indices.h"

#include <algorithm>
#include <unordered_map>

#include "instrumentation/executors/cuda/compiled.h"

namespace tilescope::cuda {

namespace {

constexpr std::size_t most_kinds = 256;  // of blocks
constexpr unsigned wide = 256;

unsigned groups_of(std::uint64_t count) { return static_cast<unsigned>((count + wide - 1) / wide); }

}  // namespace

// For each kind of block, chooses the first one and, along each axis, the next one beside it.
void Indices::choose_samples(std::span<const std::uint32_t> blocks, const std::vector<unsigned long long>& kinds) {
  struct Kind {
    std::uint32_t slot, sample;
    bool along[3];
  };
  std::unordered_map<unsigned long long, Kind> known;
  for (std::uint32_t slot = 0; slot < blocks.size(); ++slot) {
    const auto [found, is_new] =
        known.try_emplace(kinds[slot], Kind{slot, static_cast<std::uint32_t>(samples_.size()), {}});
    Kind& kind = found->second;
    first_of_slot_.push_back(kind.slot);
    sample_of_slot_.push_back(kind.sample);
    if (is_new) {
      samples_.push_back({slot, kind.sample, 0, 0});
      continue;
    }
    const auto here = place_of(blocks[slot]), first = place_of(blocks[kind.slot]);
    std::uint32_t axes = 0, axis = 0;
    for (std::uint32_t n = 0; n < 3; ++n)
      if (here[n] != first[n]) {
        ++axes;
        axis = n;
      }
    if (axes != 1 || kind.along[axis]) continue;
    kind.along[axis] = true;
    samples_.push_back(
        {slot, kind.sample, axis, static_cast<std::int32_t>(here[axis]) - static_cast<std::int32_t>(first[axis])});
  }
}

bool Indices::find(DeviceRun& run, const Paths& paths, std::span<const std::uint32_t> blocks) {
  *this = Indices();
  const Room& room = run.room();
  threads_ = run.threads();
  grid_ = run.grid();
  capacity_ = room.capacity;
  blocks_.assign(blocks.begin(), blocks.end());
  const std::uint64_t columns = blocks.size() * threads_;
  if (columns == 0) return true;
  Memory<unsigned long long> kinds(blocks.size());
  kinds.clear();
  start(own_function("indices", "tell_kinds"), {groups_of(columns)}, {wide}, 0, "classifying blocks", paths.places(),
        threads_, columns, kinds.data());
  choose_samples(blocks, kinds.download());
  const std::uint64_t bytes = samples_.size() * threads_ * capacity_ * sizeof(NarrowEvent);
  if (samples_.size() > 4 * most_kinds || bytes > Paths::most_bytes(columns * capacity_ * sizeof(std::uint32_t)))
    return false;
  std::vector<std::uint32_t> chosen;
  for (const IndexSample& sample : samples_) chosen.push_back(blocks[sample.slot]);
  again_ = run.record_again(chosen, capacity_);

  constexpr std::uint32_t unused = 0;
  const Memory<std::uint32_t> there(blocks), firsts{std::span<const std::uint32_t>(first_of_slot_)},
      made_of_path(paths.all_made()), failed(std::span<const std::uint32_t>(&unused, 1));
  const Memory<IndexSample> samples{std::span<const IndexSample>(samples_)};
  const Memory<std::uint64_t> steps_of_path(std::size_t{3} * PathTable::places);
  constexpr long long unknown = IndexStep::unknown;
  steps_.assign(run.code().sites.size(), IndexStep{{unknown, unknown, unknown}});
  const Memory<IndexStep> steps{std::span<const IndexStep>(steps_)};
  IndexJob job{};
  job.threads = threads_;
  job.slots = static_cast<std::uint32_t>(blocks.size());
  std::copy(grid_.begin(), grid_.end(), job.grid);
  job.blocks = there.data();
  job.made = room.made.data();
  job.paths = room.paths.data();
  job.indices = room.indices.data();
  job.path_of_thread = paths.places();
  job.first_of_slot = firsts.data();
  job.events_of_path = paths.events_there();
  job.made_of_path = made_of_path.data();
  job.steps_of_path = steps_of_path.data();
  job.samples = samples.data();
  job.events = again_.events.data();
  job.capacity = capacity_;
  job.pairs = again_.pairs;
  job.sample_made = again_.made.data();
  job.sample_paths = again_.paths.data();
  job.steps = steps.data();
  job.failed = failed.data();
  start(own_function("indices", "learn"),
        {static_cast<unsigned>(samples_.size()), (threads_ + index_side - 1) / index_side}, {index_side, index_side}, 0,
        "finding patterns of indices", job);
  start(own_function("indices", "weigh"), {3 * PathTable::places}, {index_side * index_side}, 0,
        "adding up patterns of indices", job);
  start(own_function("indices", "prove"), {groups_of(columns)}, {wide}, 0, "proving patterns of indices", job);
  steps.download(0, steps_.size(), steps_.data());
  return failed.download()[0] == 0;
}

void Indices::bring() { events_ = again_.events.download(); }

Indices::OfBlock::OfBlock(const Indices& of, std::size_t slot)
    : of_(of), first_(of.events_.data() + std::uint64_t{of.sample_of_slot_[slot]} * of.capacity_ * of.threads_) {
  const auto here = of.place_of(of.blocks_[slot]), first = of.place_of(of.blocks_[of.first_of_slot_[slot]]);
  for (std::size_t axis = 0; axis < 3; ++axis) away_[axis] = static_cast<long long>(here[axis]) - first[axis];
}

std::uint32_t Indices::OfBlock::further(std::uint32_t site) const {
  long long far = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (const long long step = of_.steps_[site].along[axis]; step != IndexStep::unknown) far += step * away_[axis];
  return static_cast<std::uint32_t>(far);
}

}  // namespace tilescope::cuda
