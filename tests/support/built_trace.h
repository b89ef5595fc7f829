// Traces built by hand: the events of each thread of each block.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "instrumentation/trace/packing.h"
#include "instrumentation/trace/trace.h"

namespace tilescope::test {

using BuiltBlock = std::vector<std::vector<PackedEvent>>;  // by thread; without threads: a block that was only counted

inline PackedEvent built_event(const What& what, std::uint32_t index) {
  return {index, 0.0f, no_origin, what.packed()};
}

inline std::shared_ptr<const LanesRecord> built_record(const BuiltBlock& block, SiteTable& sites, EventMemory& memory) {
  const std::vector<PackedColumn> columns(block.begin(), block.end());
  return packed_record(columns, sites, memory);
}

inline Trace built_trace(Launch launch, std::vector<ArrayInfo> arrays, const std::vector<BuiltBlock>& blocks) {
  Trace::Parts parts;
  SiteTable sites;
  EventMemory memory(std::make_shared<EventPool>(1));
  for (const BuiltBlock& block : blocks) {
    BlockTrace& made = parts.blocks.emplace_back();
    if (block.empty())
      made.tallies = std::vector<Tallies>(arrays.size() + 2);
    else
      made.record = built_record(block, sites, memory);
  }
  parts.launch = std::move(launch);
  parts.arrays = std::move(arrays);
  parts.sites = sites.take();
  for (Site& site : parts.sites)  // an access is as wide as an element of its array
    if (site.array < parts.arrays.size())
      site.bytes = static_cast<std::uint8_t>(parts.arrays[site.array].element_bytes);
  parts.slabs = memory.take_slabs();
  return Trace(std::move(parts));
}

}  // namespace tilescope::test
