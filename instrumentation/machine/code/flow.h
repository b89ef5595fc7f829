// Control flow: the possible successors of an instruction.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

// True if an instruction other than the next one may follow.
[[nodiscard]] constexpr bool jumps(const Instruction& i) { return i.op == Op::jump || i.op == Op::branch; }
// True if the next instruction may follow.
[[nodiscard]] constexpr bool goes_on(const Instruction& i) { return i.op != Op::jump && i.op != Op::finish; }

// Calls visit(n) for each possible successor n, which may be one past the last instruction.
template <class Visit>
void each_next(const Code& code, std::uint32_t at, const Visit& visit) {
  const Instruction& i = code.instructions[at];
  if (goes_on(i)) visit(at + 1);
  if (jumps(i)) visit(i.what);
}

// By instruction, and for one past the last: true if it is the target of a jump.
[[nodiscard]] inline std::vector<bool> targets_of(const Code& code) {
  std::vector<bool> targets(code.instructions.size() + 1);
  for (const Instruction& i : code.instructions)
    if (jumps(i)) targets[i.what] = true;
  return targets;
}

}  // namespace tilescope::machine
