// Builds a block's record from the packed events of each thread: threads with the same events become a group.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "instrumentation/trace/event_pool.h"
#include "instrumentation/trace/lanes_record.h"
#include "instrumentation/trace/packed_event.h"

namespace tilescope {

// The sites of packed events, numbered in order of appearance.
class SiteTable {
 public:
  [[nodiscard]] std::uint32_t number_of(std::uint32_t what);
  [[nodiscard]] std::vector<Site> take() { return std::move(sites_); }

 private:
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;
  std::vector<Site> sites_;
};

// One thread's events.
using PackedColumn = std::span<const PackedEvent>;

[[nodiscard]] std::shared_ptr<const LanesRecord> packed_record(std::span<const PackedColumn> threads, SiteTable& sites,
                                                               EventMemory& memory);

}  // namespace tilescope
