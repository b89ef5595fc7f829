// Checks whether the masks of warp functions match the lanes that arrive. The check takes place when lanes continue
// from there: no other lane can arrive then, so the result is the same for every schedule.
#include <algorithm>
#include <bit>

#include "instrumentation/machine/block/block.h"
#include "instrumentation/machine/code/flow.h"

namespace tilescope::machine {

void Block::leave(const LaneSet& lanes, std::uint32_t at) {
  gone_.merge(lanes);
  lanes.each([&](std::uint32_t lane) { left_at_[lane] = at; });
}

// The lanes of a warp that returned at a place before this one, in the source or in a loop around it. A lane that
// passed this place and returned later never came: whether it was still there depends on the schedule.
std::uint32_t Block::returned_before(std::uint32_t first) const {
  std::uint32_t end = front_.at;
  for (std::uint32_t at = front_.at; at < code_.instructions.size(); ++at) {
    const Instruction& i = code_.instructions[at];
    if (jumps(i) && i.what <= front_.at) end = at;
  }
  std::uint32_t lanes = 0;
  for (std::uint32_t n = 0; n < 32 && first + n < lanes_; ++n)
    if (gone_.contains(first + n) && left_at_[first + n] < end) lanes |= 1U << n;
  return lanes;
}

// Lanes that wait for their warp at several places with the same mask wait for each other: there may be a __syncwarp in
// each of two branches.
void Block::meet_elsewhere(const std::vector<Front>& waiting) {
  const auto mask_of = [&](const Front& front, std::uint32_t lane) {
    return get(code_.warps[code_.instructions[front.at].what].mask, Number::u32, lane);
  };
  const auto waits = [&](const Front& front) {
    return code_.warps[code_.instructions[front.at].what].kind == WarpKind::wait;
  };
  for (const Front& one : waiting)
    for (const Front& other : waiting) {
      if (one.at == other.at || !waits(one) || !waits(other)) continue;
      one.lanes.each([&](std::uint32_t lane) {
        const std::uint32_t first = lane / 32 * 32;
        for (std::uint32_t n = 0; n < 32 && first + n < lanes_; ++n)
          if (other.lanes.contains(first + n) && mask_of(one, lane) == mask_of(other, first + n))
            met_elsewhere_[lane] |= 1U << n;
      });
    }
}

namespace {

// For example, a reduction in half a warp: its last lanes read beyond the half, and nothing uses the results.
bool is_tree_of_part(WarpKind kind, std::uint32_t mask, std::uint32_t lane, std::uint32_t asked) {
  const std::uint32_t far = lane < asked ? asked - lane : lane - asked;
  if (far >= static_cast<std::uint32_t>(std::popcount(mask))) return false;
  if (kind != WarpKind::shuffle_down && kind != WarpKind::shuffle_up) return false;
  const std::uint32_t run = mask >> std::countr_zero(mask);
  return std::has_single_bit(std::uint64_t{run} + 1) && std::has_single_bit(static_cast<unsigned>(std::popcount(mask)));
}

}  // namespace

void Block::look_at_masks(const Warp& warp) {
  std::span<const std::uint16_t> rest = list();
  while (!rest.empty()) {
    const std::uint32_t first = rest[0] / 32 * 32U;
    std::size_t count = 0;
    while (count < rest.size() && rest[count] < first + 32) ++count;
    look_at_masks(warp, first, rest.first(count));
    rest = rest.subspan(count);
  }
}

void Block::look_at_masks(const Warp& warp, std::uint32_t first, std::span<const std::uint16_t> lanes) {
  std::uint32_t masks[32] = {}, here = 0;
  const auto mask_of = [&](std::uint32_t lane) {
    return static_cast<std::uint32_t>(get(warp.mask, Number::u32, lane));
  };
  const std::uint32_t one = mask_of(lanes[0]);
  bool alike = true;
  for (const std::uint16_t lane : lanes) {
    masks[lane - first] = mask_of(lane);
    alike = alike && masks[lane - first] == one;
    here |= 1U << (lane - first);
  }
  const bool shuffles = warp.kind <= WarpKind::shuffle_xor;
  if (alike && (one & existing(first)) == here && !shuffles) return;
  using enum MaskMistake::Kind;
  for (const std::uint16_t lane : lanes) {
    const std::uint32_t n = lane - first, mask = masks[n];
    std::uint32_t with = alike ? here : 0;  // the lanes that call with the same mask
    for (std::uint32_t m = 0; m < 32 && !alike; ++m)
      if ((here >> m & 1) != 0 && masks[m] == mask) with |= 1U << m;
    if (warp.kind == WarpKind::wait) with |= std::exchange(met_elsewhere_[lane], 0);
    MaskMistake found;
    found.function = warp.kind;
    found.line = code_.sites[warp.site].line;
    found.mask = mask;
    std::uint32_t missing = mask & existing(first) & ~with;
    if (missing != 0) missing &= ~returned_before(first);
    const std::uint32_t asked = shuffles ? 1U << (asked_[lane] - first) : 0;
    if ((mask >> n & 1) == 0)
      found.kind = caller_unnamed, found.lanes = 1U << n;
    else if (missing != 0)
      found.kind = named_missing, found.lanes = missing;
    else if ((asked & ~mask) != 0 && is_tree_of_part(warp.kind, mask, n, asked_[lane] - first))
      continue;
    else if ((asked & ~mask) != 0)
      found.kind = asked_unnamed, found.lanes = asked;
    else if ((asked & ~with) != 0)
      found.kind = asked_missing, found.lanes = asked;
    else
      continue;
    note_mask(std::move(found), lane);
  }
}

void Block::note_mask(MaskMistake mistake, std::uint32_t lane) {
  mistake.times = mistake.blocks = 1;
  mistake.block = first_ + lane / threads_;
  mistake.thread = lane % threads_;
  mistake.interval = recorder_.barriers_of(lane);
  mistake.intervals = {mistake.interval};
  if (keeps_ && sites_ == nullptr) mistake.event = recorder_.number_of(lane);
  std::vector<MaskMistake>& all = results_[lane / threads_].mask_mistakes;
  add_mask_mistake(all, mistake);
  for (MaskMistake& one : all) one.blocks = 1;
}

}  // namespace tilescope::machine
