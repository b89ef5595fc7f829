#include "instrumentation/analysis/alike_blocks.h"

#include <algorithm>
#include <cstring>

#include "instrumentation/trace/rows.h"

namespace tilescope {

namespace {

// With so many that differ a block is compared. Mostly it is those along the edges that do something of their own.
constexpr std::size_t most_kinds = 8;

// What one block has of a segment.
struct Piece {
  const Segment* segment;
  LanesOfBlock lanes;
};
// What one block did, and how many did so.
struct BlockKind {
  std::size_t block = 0;
  std::vector<Piece> pieces;
  bool has_sheets = false;  // then it is not compared
};

class Comparison {
 public:
  explicit Comparison(const Trace& trace) : trace_(trace) {}

  [[nodiscard]] BlockKind kind_of(std::size_t block) const {
    BlockKind kind{block, {}};
    for (const Segment& segment : trace_.block(block).record->segments)
      if (segment.sheet)
        kind.has_sheets = true;
      else if (const LanesOfBlock lanes(trace_, block, segment); lanes.size() > 0)
        kind.pieces.push_back({&segment, lanes});
    return kind;
  }
  [[nodiscard]] bool are_alike(const BlockKind& a, const BlockKind& b) const {
    return std::equal(
        a.pieces.begin(), a.pieces.end(), b.pieces.begin(), b.pieces.end(), [&](const Piece& one, const Piece& other) {
          return one.segment->first == other.segment->first && one.segment->events == other.segment->events &&
                 are_same_threads(a, one, b, other) && are_same_events(one, other);
        });
  }

 private:
  [[nodiscard]] bool are_same_threads(const BlockKind& a, const Piece& one, const BlockKind& b,
                                      const Piece& other) const {
    const std::uint32_t first = trace_.block(a.block).first_lane, other_first = trace_.block(b.block).first_lane;
    const auto begin = [](const Piece& piece) { return piece.segment->lanes.begin() + piece.lanes.begin; };
    return one.lanes.size() == other.lanes.size() &&
           std::equal(begin(one), begin(one) + one.lanes.size(), begin(other),
                      [&](std::uint32_t x, std::uint32_t y) { return x - first == y - other_first; });
  }

  [[nodiscard]] bool are_same_events(const Piece& one, const Piece& other) const {
    for (std::uint32_t n = 0; n < one.segment->events; ++n) {
      const Segment::Place at = Segment::place_of(n);
      const std::uint32_t site = *one.segment->common(at);
      if (site != *other.segment->common(at)) return false;
      const Kind kind = trace_.sites()[site].kind;
      if (kind != Kind::shared_load && kind != Kind::shared_store) continue;
      if (std::memcmp(one.segment->row(at) + one.lanes.begin, other.segment->row(at) + other.lanes.begin,
                      one.lanes.size() * sizeof(std::uint32_t)) != 0)
        return false;
    }
    return true;
  }

  const Trace& trace_;
};

}  // namespace

std::vector<std::uint64_t> alike_blocks(const Trace& trace) {
  std::vector<std::uint64_t> alike(trace.block_count(), 1);
  const Comparison comparison(trace);
  std::vector<BlockKind> kinds;
  const std::size_t end = trace.block_count() - (trace.fault() ? 1 : 0);
  for (std::size_t block = 0; block < end; ++block) {
    if (!trace.block(block).recorded() || trace.block(block).lost != 0) continue;
    BlockKind kind = comparison.kind_of(block);
    if (kind.has_sheets) continue;
    const auto known = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const BlockKind& other) { return comparison.are_alike(other, kind); });
    if (known != kinds.end()) {
      ++alike[known->block];
      alike[block] = 0;
    } else if (kinds.size() < most_kinds) {
      kinds.push_back(std::move(kind));
    }
  }
  return alike;
}

}  // namespace tilescope
