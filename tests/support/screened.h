// Screens the blocks of a trace on this computer, event by event, as a GPU screens its own events.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "instrumentation/analysis/screening.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::test {

enum class Threads { forwards, backwards };

// One block. `owners` says which thread stored each element of a global array, across blocks.
class ScreenedBlock {
 public:
  using Thread = std::pair<std::size_t, std::uint32_t>;
  using Owners = std::map<std::pair<std::uint8_t, std::uint32_t>, Thread>;

  ScreenedBlock(const Trace& trace, std::size_t block, Owners& owners, std::vector<BlockReport>& reports,
                Threads threads)
      : trace_(trace), block_(block), owners_(owners), reports_(reports) {
    std::vector<std::uint32_t> order(trace.threads_per_block());
    for (std::uint32_t n = 0; n < order.size(); ++n) order[n] = n;
    if (threads == Threads::backwards) std::reverse(order.begin(), order.end());
    places_.resize(order.size());
    next_.resize(order.size());
    bool any = true;
    for (std::uint32_t interval = 1; any; ++interval) {
      any = false;
      for (const std::uint32_t thread : order) any = go(thread, interval) || any;
      for (const auto& [where, cell] : cells_)
        if (cell.raced(interval)) flag(BlockReport::suspicious);
    }
    print_.tell(reports_[block_].print);
  }

 private:
  // Runs the thread up to its next barrier. True if it has more events after that.
  bool go(std::uint32_t thread, std::uint32_t interval) {
    const Column events = trace_.events(block_, thread);
    while (next_[thread] < events.size()) {
      const Event& event = events[next_[thread]++];
      const auto where = std::pair(event.array(), event.index);
      switch (event.kind()) {
        case Kind::barrier_release:
          print_.add(event.site, event.kind(), event.index, thread, places_[thread]++);
          return next_[thread] < events.size();
        case Kind::shared_load:
        case Kind::shared_store:
          print_.add(event.site, event.kind(), event.index, thread, places_[thread]++);
          if (cells_[where].touch(interval, thread, event.kind() == Kind::shared_store)) flag(BlockReport::suspicious);
          break;
        case Kind::global_store:
          if (const auto [at, is_new] = owners_.try_emplace(where, block_, thread);
              !is_new && at->second != Thread(block_, thread)) {
            flag(BlockReport::store_conflict);
            reports_[at->second.first].flags |= BlockReport::store_conflict;
          }
          break;
        case Kind::out_of_bounds: flag(BlockReport::strayed); break;
        default: break;
      }
    }
    return false;
  }
  void flag(BlockReport::Flag flag) { reports_[block_].flags |= flag; }

  const Trace& trace_;
  std::size_t block_;
  Owners& owners_;
  std::vector<BlockReport>& reports_;
  std::map<std::pair<std::uint8_t, std::uint32_t>, ScreenedCell> cells_;
  Print print_;
  std::vector<std::uint32_t> places_;  // of the next event in the print, by thread
  std::vector<std::uint32_t> next_;
};

inline std::vector<BlockReport> screened(const Trace& trace, Threads threads = Threads::forwards) {
  std::vector<BlockReport> reports(trace.block_count());
  ScreenedBlock::Owners owners;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    ScreenedBlock(trace, block, owners, reports, threads);
  return reports;
}

}  // namespace tilescope::test
