// How the values of one block are computed, cell by cell: a reduction's tree, a scan's steps, a network's pairs, a
// stencil's window, the values that lanes shuffle. All of it comes from the events, not from the kernel's text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/replay/replay.h"
#include "instrumentation/analysis/block_stores.h"

namespace tilescope {

struct Descent {
  // A cell after a store, an element that was loaded, or the value of a lane before its first shuffle and after each
  // one.
  struct Node {
    std::uint32_t row = 0;
    std::uint32_t index = 0;  // of the array; for lanes, the thread
    std::uint32_t thread = 0;
    std::uint32_t event = 0;  // that wrote it, or loaded it first
    std::uint32_t value = 0;  // the event that has what it holds
    std::uint32_t step = 0;
    std::uint64_t moment = 0;            // when it was written
    std::vector<std::uint32_t> sources;  // other nodes
    std::uint32_t atomic_line = 0;       // by several atomics, one after the other

    [[nodiscard]] bool is_atomic_at(std::uint32_t line) const { return atomic_line == line; }
  };
  // Nodes that were written side by side: no node of a row is computed from another one of it. Global memory has one
  // row of loaded and one of stored elements.
  struct Row {
    enum class Kind : std::uint8_t { loaded, cells, lanes, stored };
    Kind kind = Kind::cells;
    std::uint8_t array = no_array;                  // none for lanes
    std::uint32_t line = 0;                         // of the first
    std::uint32_t interval = 0, last_interval = 0;  // between barriers: of its first node, and of its last
    std::int64_t shift = 0;                         // from an index to its column
    std::uint32_t nodes = 0;
    std::uint32_t joined = 0;  // how many are computed from two or more
    std::string from = {};  // for lanes after a shuffle: which lane each one read from, "+16", "^4"; if all did alike

    // Barriers that all threads pass between the row above and this one.
    [[nodiscard]] std::uint32_t barriers_behind(const Row& above) const {
      if (interval <= above.interval || kind == Kind::loaded) return 0;
      return interval > above.last_interval ? interval - above.last_interval : 1;
    }
  };

  std::size_t block = 0;
  std::vector<Row> rows;
  std::vector<Node> nodes;  // in order of time
  std::int64_t first_column = 0, end_column = 0;
  bool is_too_much = false;  // to draw or to analyse: then there is nothing else

  [[nodiscard]] std::int64_t column_of(const Node& node) const {
    return std::int64_t{node.index} + rows[node.row].shift;
  }
};

[[nodiscard]] Descent descent_of(const Replay& replay, std::size_t block);

}  // namespace tilescope
