#include "instrumentation/executors/cuda/collect.h"

#include <algorithm>
#include <span>

#include "instrumentation/executors/cuda/gather.h"
#include "instrumentation/trace/packing.h"

namespace tilescope::cuda {

namespace {

class Collection {
 public:
  Collection(const DeviceRun& run, const RecordedEvents& events, const std::vector<std::size_t>& blocks,
             Trace::Parts& parts, EventPool& pool)
      : run_(run),
        events_(events),
        blocks_(blocks),
        parts_(parts),
        memory_(pool.shared_from_this()),
        threads_(parts.launch.threads_per_block()) {}

  // As many blocks at a time as the staging memory takes, and at least one.
  void go(const std::function<void(double)>& tell) {
    if (blocks_.empty()) return;
    count();
    const Memory<PackedEvent> staging(
        std::max(*std::max_element(events_of_.begin(), events_of_.end()), staging_bytes / sizeof(PackedEvent)));
    for (std::size_t first = 0; first < blocks_.size();) {
      std::uint64_t filled = 0;
      std::size_t end = first;
      for (; end < blocks_.size() && filled + events_of_[end] <= staging.size(); ++end) filled += events_of_[end];
      bring(first, end, staging, filled);
      first = end;
      tell(static_cast<double>(first) / static_cast<double>(blocks_.size()));
    }
    parts_.sites = sites_.take();
    parts_.slabs = memory_.take_slabs();
  }

 private:
  // How many events there are, by thread and by block.
  void count() {
    const std::vector<std::uint32_t> made = run_.made();
    kept_.resize(blocks_.size() * threads_);
    events_of_.resize(blocks_.size());
    for (std::size_t column = 0; column < kept_.size(); ++column) {
      kept_[column] = std::min(made[column], run_.room().capacity);
      events_of_[column / threads_] += kept_[column];
      parts_.blocks[blocks_[column / threads_]].lost += made[column] - kept_[column];
    }
  }

  void bring(std::size_t first, std::size_t end, const Memory<PackedEvent>& staging, std::uint64_t events) {
    const auto kept = std::span<const std::uint32_t>(kept_).subspan(first * threads_, (end - first) * threads_);
    std::vector<std::uint64_t> places;
    std::uint64_t filled = 0;
    for (const std::uint32_t each : kept) {
      places.push_back(filled);
      filled += each;
    }
    std::vector<PackedEvent> brought(events);
    if (events > 0) {
      const Memory<std::uint32_t> device_kept(kept);
      const Memory<std::uint64_t> device_places{std::span<const std::uint64_t>(places)};
      gather({events_, first * threads_, static_cast<std::uint32_t>(kept.size()), device_kept.data(),
              device_places.data(), staging.data()},
             *std::max_element(kept.begin(), kept.end()));
      check(cudaDeviceSynchronize(), "gathering events");
      staging.download(0, events, brought.data());
    }
    std::vector<PackedColumn> columns;
    for (std::size_t slot = first; slot < end; ++slot) {
      columns.clear();
      for (std::size_t thread = 0; thread < threads_; ++thread)
        columns.emplace_back(brought.data() + places[(slot - first) * threads_ + thread],
                             kept_[slot * threads_ + thread]);
      parts_.blocks[blocks_[slot]].record = packed_record(columns, sites_, memory_);
    }
  }

  const DeviceRun& run_;
  const RecordedEvents events_;
  const std::vector<std::size_t>& blocks_;
  Trace::Parts& parts_;
  SiteTable sites_;
  EventMemory memory_;
  std::size_t threads_;
  std::vector<std::uint32_t> kept_;       // by slot and thread
  std::vector<std::uint64_t> events_of_;  // by slot
};

}  // namespace

void collect(const DeviceRun& run, const RecordedEvents& events, const std::vector<std::size_t>& blocks,
             Trace::Parts& parts, EventPool& pool, const std::function<void(double)>& tell) {
  Collection(run, events, blocks, parts, pool).go(tell);
}

}  // namespace tilescope::cuda
