// All slots that an instruction names, in its tables too.
#pragma once

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

template <class Visit>
void each_slot(Access& access, Visit&& visit) {
  visit(access.lane, false);
  visit(access.uniform, false);
}

// visit(slot, whether it is written)
template <class Visit>
void each_slot(Code& code, Instruction& i, Visit&& visit) {
  visit(i.a, false);
  visit(i.b, false);
  visit(i.c, false);
  switch (i.op) {
    case Op::load:
    case Op::store:
    case Op::row:
    case Op::load_row:
    case Op::store_row: each_slot(code.accesses[i.what], visit); break;
    case Op::sum:
      visit(code.sums[i.what].value, false);
      each_slot(code.sums[i.what].at, visit);
      break;
    case Op::atomic: {
      Atomic& atomic = code.atomics[i.what];
      each_slot(atomic.access, visit);
      visit(atomic.value, false);
      visit(atomic.other, false);
      visit(atomic.result, true);
      break;
    }
    case Op::function: {
      Call& call = code.calls[i.what];
      for (Slot& slot : call.arguments) visit(slot, false);
      for (Slot& slot : call.results) visit(slot, true);
      break;
    }
    case Op::warp: {
      Warp& warp = code.warps[i.what];
      for (Slot* const slot : {&warp.mask, &warp.value, &warp.lane, &warp.width}) visit(*slot, false);
      visit(warp.result, true);
      visit(warp.second, true);
      break;
    }
    case Op::barrier:
      visit(code.barriers[i.what].value, false);
      visit(code.barriers[i.what].result, true);
      break;
    case Op::print:
      for (Slot& slot : code.prints[i.what].arguments) visit(slot, false);
      break;
    default: break;
  }
  visit(i.d, true);
}

}  // namespace tilescope::machine
