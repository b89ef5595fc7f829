#include "instrumentation/analysis/alike_blocks.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tilescope {

std::optional<AlikeBlocks::Found> AlikeBlocks::look_at(const BlockTrace& block,
                                                       const std::shared_ptr<const void>& memory) {
  std::optional<std::vector<Piece>> pieces = pieces_of(block);
  if (!pieces) return std::nullopt;
  for (std::size_t n = 0; n < kinds_.size(); ++n) {
    if (!are_alike(kinds_[n], block, *pieces)) continue;
    // Mostly the next one is of that kind, too.
    std::rotate(kinds_.begin(), kinds_.begin() + static_cast<std::ptrdiff_t>(n),
                kinds_.begin() + static_cast<std::ptrdiff_t>(n) + 1);
    return Found{kinds_.front().number, false};
  }
  if (kinds_.size() == most_kinds) return std::nullopt;
  kinds_.push_back({block, memory, std::move(*pieces), next_});
  return Found{next_++, true};
}

// For a block with sheets there are none.
std::optional<std::vector<AlikeBlocks::Piece>> AlikeBlocks::pieces_of(const BlockTrace& block) const {
  std::vector<Piece> pieces;
  for (const Segment& segment : block.record->segments)
    if (segment.sheet)
      return std::nullopt;
    else if (const LanesOfBlock lanes(block.first_lane, launch_.threads_per_block(), segment); lanes.size() > 0)
      pieces.push_back({&segment, lanes});
  return pieces;
}

bool AlikeBlocks::are_alike(const BlockKind& kind, const BlockTrace& block, const std::vector<Piece>& pieces) const {
  const std::uint32_t first = kind.block.first_lane, other_first = block.first_lane;
  const auto begin = [](const Piece& piece) { return piece.segment->lanes.begin() + piece.lanes.begin; };
  return std::equal(
      kind.pieces.begin(), kind.pieces.end(), pieces.begin(), pieces.end(), [&](const Piece& one, const Piece& other) {
        return one.segment->first == other.segment->first && one.segment->events == other.segment->events &&
               one.lanes.size() == other.lanes.size() &&
               std::equal(begin(one), begin(one) + one.lanes.size(), begin(other),
                          [&](std::uint32_t x, std::uint32_t y) { return x - first == y - other_first; }) &&
               are_same_events(one, other);
      });
}

bool AlikeBlocks::are_same_events(const Piece& one, const Piece& other) const {
  for (std::uint32_t n = 0; n < one.segment->events; ++n) {
    const Segment::PieceRow at = Segment::place_of(n);
    const std::uint32_t site = *one.segment->common(at);
    if (site != *other.segment->common(at)) return false;
    const Kind kind = launch_.sites()[site].kind;
    if (kind != Kind::shared_load && kind != Kind::shared_store) continue;
    if (std::memcmp(one.segment->row(at) + one.lanes.begin, other.segment->row(at) + other.lanes.begin,
                    one.lanes.size() * sizeof(std::uint32_t)) != 0)
      return false;
  }
  return true;
}

}  // namespace tilescope
