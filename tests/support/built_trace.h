// Traces put together by hand: what each thread of each block did, event by event.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>
#include <utility>
#include <vector>

#include "instrumentation/trace/trace.h"

namespace tilescope::test {

using BuiltBlock = std::vector<std::vector<Event>>;  // by thread; with no threads, a block that was only counted

inline Event built_event(const What& what, std::uint32_t index) { return {index, 0.0f, no_origin, what.packed()}; }

inline Trace built_trace(Launch launch, std::vector<ArrayInfo> arrays, const std::vector<BuiltBlock>& blocks) {
  Trace::Parts parts;
  std::size_t longest = 1;
  std::size_t columns = 0;
  for (const BuiltBlock& block : blocks)
    for (const std::vector<Event>& thread : block) {
      longest = std::max(longest, thread.size());
      ++columns;
    }
  assert(longest * columns <= EventPool::slab_events);
  const auto pool = std::make_shared<EventPool>(1);
  parts.slabs.push_back(pool->take());
  Event* next = parts.slabs.front().events();
  for (const BuiltBlock& block : blocks) {
    BlockTrace& made = parts.blocks.emplace_back();
    made.recorded = !block.empty();
    if (!made.recorded) made.tallies.resize(arrays.size() + 2);
    for (const std::vector<Event>& thread : block) {
      made.first_piece.push_back(static_cast<std::uint32_t>(made.pieces.size()));
      made.pieces.push_back(next);
      made.kept.push_back(static_cast<std::uint32_t>(thread.size()));
      next = std::copy(thread.begin(), thread.end(), next);
    }
  }
  parts.launch = std::move(launch);
  parts.arrays = std::move(arrays);
  parts.piece_events = std::bit_ceil(static_cast<std::uint32_t>(longest));
  return Trace(std::move(parts));
}

}  // namespace tilescope::test
