// The meaning of the operand in the site of an atomic, a shuffle or a vote.
#pragma once

#include <cstdint>
#include <string_view>

namespace tilescope {

// What an atomic does with the value it finds.
enum class AtomicKind : std::uint8_t {
  add,
  subtract,
  exchange,
  least,
  greatest,
  bit_and,
  bit_or,
  bit_xor,
  swap,
  up,
  down
};

// What the threads of a warp do together: shuffles first, then votes.
enum class WarpKind : std::uint8_t {
  shuffle,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  all,
  any,
  ballot,
  active,
  wait,
  reduce_add,
  reduce_least,
  reduce_greatest,
  reduce_and,
  reduce_or,
  reduce_xor,
  match_any,
  match_all,
};
[[nodiscard]] std::string_view name_of(WarpKind kind);  // "__shfl_down_sync"

}  // namespace tilescope
