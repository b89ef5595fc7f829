// Returns the memory access of an instruction, if it has one.
#pragma once

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

[[nodiscard]] inline const Access* access_of(const Code& code, const Instruction& i) {
  if (i.op == Op::atomic) return &code.atomics[i.what].access;
  const bool is_one =
      i.op == Op::load || i.op == Op::store || i.op == Op::row || i.op == Op::load_row || i.op == Op::store_row;
  return is_one ? &code.accesses[i.what] : nullptr;
}

}  // namespace tilescope::machine
