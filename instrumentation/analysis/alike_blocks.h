// Finds blocks that did the same in shared memory, so that one of them is analysed for all. Their rows are compared: it
// is not a guess.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "instrumentation/trace/rows.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

class AlikeBlocks {
 public:
  explicit AlikeBlocks(const Trace& launch) : launch_(launch) {}

  struct Found {
    std::size_t kind = 0;
    bool is_new = false;
  };
  // As which earlier block, or the first of its kind. `memory` holds the block's events while it is in use. Nothing if
  // it is compared with none.
  [[nodiscard]] std::optional<Found> look_at(const BlockTrace& block, const std::shared_ptr<const void>& memory);
  // Later blocks are of new kinds.
  void forget() { kinds_.clear(); }

 private:
  // With so many that differ a block is compared. Mostly it is those along the edges that do something of their own.
  static constexpr std::size_t most_kinds = 8;

  // What one block has of a segment.
  struct Piece {
    const Segment* segment;
    LanesOfBlock lanes;
  };
  struct BlockKind {
    BlockTrace block;
    std::shared_ptr<const void> memory;
    std::vector<Piece> pieces;
    std::size_t number = 0;
  };

  [[nodiscard]] std::optional<std::vector<Piece>> pieces_of(const BlockTrace& block) const;
  [[nodiscard]] bool are_alike(const BlockKind& kind, const BlockTrace& block, const std::vector<Piece>& pieces) const;
  [[nodiscard]] bool are_same_events(const Piece& one, const Piece& other) const;

  const Trace& launch_;
  std::vector<BlockKind> kinds_;
  std::size_t next_ = 0;
};

}  // namespace tilescope
