// Control flow: which instruction may come after which.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// Whether another instruction than the next one may follow.
[[nodiscard]] constexpr bool jumps(const Instruction& i) { return i.op == Op::jump || i.op == Op::branch; }
// Whether the next one may follow.
[[nodiscard]] constexpr bool goes_on(const Instruction& i) { return i.op != Op::jump && i.op != Op::finish; }

// visit(an instruction that may follow); it may be the one after the last.
template <class Visit>
void each_next(const Code& code, std::uint32_t at, const Visit& visit) {
  const Instruction& i = code.instructions[at];
  if (goes_on(i)) visit(at + 1);
  if (jumps(i)) visit(i.what);
}

// By instruction, and of the one after the last: whether a jump leads there.
[[nodiscard]] inline std::vector<bool> targets_of(const Code& code) {
  std::vector<bool> targets(code.instructions.size() + 1);
  for (const Instruction& i : code.instructions)
    if (jumps(i)) targets[i.what] = true;
  return targets;
}

}  // namespace tilescope::machine
