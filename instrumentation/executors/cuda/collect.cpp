#include "instrumentation/executors/cuda/collect.h"

#include <algorithm>
#include <span>

#include "instrumentation/executors/cuda/gather.h"

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
        pool_(pool),
        threads_(parts.launch.threads_per_block()) {}

  // As many columns at a time as the staging memory takes.
  void go(const std::function<void(double)>& tell) {
    if (blocks_.empty()) return;
    const std::vector<std::uint32_t> made = run_.made();
    std::vector<std::uint32_t> kept(blocks_.size() * threads_);
    std::uint64_t longest = 0;
    for (std::size_t column = 0; column < kept.size(); ++column) {
      kept[column] = std::min(made[column], run_.room().capacity);
      longest = std::max(longest, padded(kept[column]));
    }
    share_out(made, kept);

    const Memory<Event> staging(std::max(longest, staging_bytes / sizeof(Event)));
    std::vector<std::uint64_t> places;
    for (std::size_t first = 0; first < kept.size();) {
      std::uint64_t filled = 0;
      std::uint32_t most = 0;
      places.clear();
      std::size_t end = first;
      for (; end < kept.size() && filled + padded(kept[end]) <= staging.size(); ++end) {
        places.push_back(filled);
        filled += padded(kept[end]);
        most = std::max(most, kept[end]);
      }
      if (most > 0) {
        const Memory<std::uint32_t> device_kept(std::span<const std::uint32_t>(kept).subspan(first, end - first));
        const Memory<std::uint64_t> device_places{std::span<const std::uint64_t>(places)};
        gather({events_, first, static_cast<std::uint32_t>(end - first), device_kept.data(), device_places.data(),
                staging.data()},
               most);
        check(cudaDeviceSynchronize(), "gathering events");
        bring(staging, filled);
      }
      first = end;
      tell(static_cast<double>(first) / static_cast<double>(kept.size()));
    }
  }

 private:
  [[nodiscard]] std::uint64_t padded(std::uint32_t events) const {
    return (std::uint64_t{events} + parts_.piece_events - 1) / parts_.piece_events * parts_.piece_events;
  }

  // Gives every column its pieces of this machine's memory, in order, which is the order in which they come.
  void share_out(const std::vector<std::uint32_t>& made, const std::vector<std::uint32_t>& kept) {
    std::uint64_t place = 0;  // in the stream of pieces
    for (std::size_t slot = 0; slot < blocks_.size(); ++slot) {
      BlockTrace& block = parts_.blocks[blocks_[slot]];
      block.recorded = true;
      for (std::size_t column = slot * threads_; column < (slot + 1) * threads_; ++column) {
        block.first_piece.push_back(static_cast<std::uint32_t>(block.pieces.size()));
        block.kept.push_back(kept[column]);
        block.lost += made[column] - kept[column];
        for (std::uint64_t n = 0; n < padded(kept[column]); n += parts_.piece_events, place += parts_.piece_events)
          block.pieces.push_back(slab_at(place));
      }
    }
  }

  // The memory of the stream's event number `place`.
  [[nodiscard]] Event* slab_at(std::uint64_t place) {
    while (place / EventPool::slab_events >= parts_.slabs.size()) parts_.slabs.push_back(pool_.take());
    return parts_.slabs[place / EventPool::slab_events].events() + place % EventPool::slab_events;
  }

  void bring(const Memory<Event>& staging, std::uint64_t count) {
    for (std::uint64_t from = 0; from < count;) {
      const std::uint64_t some = std::min(count - from, EventPool::slab_events - brought_ % EventPool::slab_events);
      staging.download(from, some, slab_at(brought_));
      from += some;
      brought_ += some;
    }
  }

  const DeviceRun& run_;
  const RecordedEvents events_;
  const std::vector<std::size_t>& blocks_;
  Trace::Parts& parts_;
  EventPool& pool_;
  std::size_t threads_;
  std::uint64_t brought_ = 0;  // events of the stream of pieces
};

}  // namespace

void collect(const DeviceRun& run, const RecordedEvents& events, const std::vector<std::size_t>& blocks,
             Trace::Parts& parts, EventPool& pool, const std::function<void(double)>& tell) {
  Collection(run, events, blocks, parts, pool).go(tell);
}

}  // namespace tilescope::cuda
