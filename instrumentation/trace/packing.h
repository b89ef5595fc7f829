// Puts a block's record together from each thread's packed events: threads whose events say the same become a group.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "instrumentation/trace/event_pool.h"
#include "instrumentation/trace/lanes_record.h"
#include "instrumentation/trace/packed_event.h"

namespace tilescope {

// The sites of packed events, numbered as they come. Several threads may ask.
class SiteTable {
 public:
  [[nodiscard]] std::uint32_t number_of(std::uint32_t what);
  [[nodiscard]] std::vector<Site> take() { return std::move(sites_); }

 private:
  std::mutex mutex_;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;
  std::vector<Site> sites_;
};

// One thread's events: pieces of equal length, a power of two, all but the last of them full.
struct PackedColumn {
  const PackedEvent* const* pieces = nullptr;
  std::uint32_t events = 0;
  std::uint32_t piece_events = 1;

  [[nodiscard]] const PackedEvent& operator[](std::uint32_t number) const {
    return pieces[number >> std::countr_zero(piece_events)][number & (piece_events - 1)];
  }
  // From event `number` on, how many lie side by side.
  [[nodiscard]] std::uint32_t together(std::uint32_t number) const {
    return std::min(events - number, piece_events - (number & (piece_events - 1)));
  }
};

[[nodiscard]] std::shared_ptr<const LanesRecord> packed_record(std::span<const PackedColumn> threads, SiteTable& sites,
                                                               EventMemory& memory);

}  // namespace tilescope
