// What came of what in one block, cell by cell: a reduction's tree, a scan's steps, a network's pairs, a stencil's
// window, what lanes give each other. All of it comes from the events, and nothing from the kernel's text.
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
  // A cell after it was written, an element that was loaded, or what a lane had before its first shuffle and after each.
  struct Node {
    std::uint32_t row = 0;
    std::uint32_t index = 0;  // of the array; of lanes, the thread
    std::uint32_t thread = 0;
    std::uint32_t event = 0;  // which wrote it, or loaded it first
    std::uint32_t value = 0;  // the event that has what it holds
    std::uint32_t step = 0;
    std::uint64_t moment = 0;  // when it has been written
    std::vector<std::uint32_t> sources;  // other nodes
    std::uint32_t atomic_line = 0;       // of several atomics, one after the other

    [[nodiscard]] bool is_atomic_at(std::uint32_t line) const { return atomic_line == line; }
  };
  // Nodes that were written one beside the other: nothing that one of them came of is in the same row. Of global
  // memory there is one row of what was loaded, and one of what was stored.
  struct Row {
    enum class Kind : std::uint8_t { loaded, cells, lanes, stored };
    Kind kind = Kind::cells;
    std::uint8_t array = no_array;  // none of lanes
    std::uint32_t line = 0;         // of the first
    std::uint32_t interval = 0, last_interval = 0;  // between barriers: of its first node, and of its last
    std::int64_t shift = 0;                         // from an index to its column
    std::uint32_t nodes = 0;
    std::uint32_t joined = 0;  // how many came of two or more
    std::string from = {};     // of lanes after an shuffle: whom each has asked, "+16", "^4"; where all did alike

    // Barriers that all threads pass before what is in this row, behind what is in the one above.
    [[nodiscard]] std::uint32_t barriers_behind(const Row& above) const {
      if (interval <= above.interval || kind == Kind::loaded) return 0;
      return interval > above.last_interval ? interval - above.last_interval : 1;
    }
  };

  std::size_t block = 0;
  std::vector<Row> rows;
  std::vector<Node> nodes;  // in the order in which they came
  std::int64_t first_column = 0, end_column = 0;
  bool is_too_much = false;  // to be drawn, or to be looked at: then there is nothing else

  [[nodiscard]] std::int64_t column_of(const Node& node) const {
    return std::int64_t{node.index} + rows[node.row].shift;
  }
};

[[nodiscard]] Descent descent_of(const Replay& replay, std::size_t block);

}  // namespace tilescope
