// How a block's values are computed, cell by cell: the tree of a reduction, the steps of a scan, the pairs of a sorting
// network, the window of a stencil, the values that lanes shuffle. Derived from the events, not from the source.
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
  // A cell after a store, a loaded element, or a lane's value before its first shuffle and after each shuffle.
  struct Node {
    std::uint32_t row = 0;
    std::uint32_t index = 0;  // index in the array; for lanes, the thread
    std::uint32_t thread = 0;
    std::uint32_t event = 0;  // the event that wrote it, or loaded it first
    std::uint32_t value = 0;  // the event that holds its value
    std::uint32_t step = 0;
    std::uint64_t moment = 0;            // when it was written
    std::vector<std::uint32_t> sources;  // the nodes from which it is computed
    std::uint32_t atomic_line = 0;       // the line of its atomics, if several change the cell in turn

    [[nodiscard]] bool is_atomic_at(std::uint32_t line) const { return atomic_line == line; }
  };
  // Nodes that were written side by side: no node of a row is computed from another node of the row. Global memory has
  // one row of loaded elements and one of stored elements.
  struct Row {
    enum class Kind : std::uint8_t { loaded, cells, lanes, stored };
    Kind kind = Kind::cells;
    std::uint8_t array = no_array;                  // none for lanes
    std::uint32_t line = 0;                         // the line of the first node
    std::uint32_t interval = 0, last_interval = 0;  // between barriers: the interval of its first and of its last node
    std::int64_t shift = 0;                         // from an index to its column
    std::uint32_t nodes = 0;
    std::uint32_t joined = 0;  // nodes that are computed from two or more others
    std::string from = {};  // for lanes after a shuffle: the source of every lane, "+16" or "^4"; empty if lanes differ

    // How many barriers all threads pass between the row above and this one.
    [[nodiscard]] std::uint32_t barriers_behind(const Row& above) const {
      if (interval <= above.interval || kind == Kind::loaded) return 0;
      return interval > above.last_interval ? interval - above.last_interval : 1;
    }
  };

  std::size_t block = 0;
  std::vector<Row> rows;
  std::vector<Node> nodes;  // in order of time
  std::int64_t first_column = 0, end_column = 0;
  bool is_too_much = false;  // too large to draw or to analyse

  [[nodiscard]] std::int64_t column_of(const Node& node) const {
    return std::int64_t{node.index} + rows[node.row].shift;
  }
};

[[nodiscard]] Descent descent_of(const Replay& replay, std::size_t block);

}  // namespace tilescope
