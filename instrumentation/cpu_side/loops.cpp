#include "instrumentation/cpu_side/loops.h"

#include "instrumentation/cpu_side/loop_texts.h"

namespace tilescope {

std::string_view name_of(LoopNest nest) { return nest == LoopNest::plain ? "plain" : "blocked"; }

std::string_view text_of(LoopNest nest) { return nest == LoopNest::plain ? plain_text : blocked_text; }

std::uint64_t accesses_of(LoopNest nest, const LoopSizes& sizes) {
  const auto m = static_cast<std::uint64_t>(sizes.m), n = static_cast<std::uint64_t>(sizes.n),
             k = static_cast<std::uint64_t>(sizes.k), block = static_cast<std::uint64_t>(sizes.block);
  const std::uint64_t of_x = nest == LoopNest::plain ? 1 : 2 * ((k + block - 1) / block);
  return m * n * (2 * k + of_x);
}

}  // namespace tilescope
