// Enumerates all slots that an instruction refers to, including those in its tables.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "instrumentation/machine/code/code.h"

namespace tilescope::machine {

template <class OfAccess, class Visit>
requires std::is_same_v<std::remove_const_t<OfAccess>, Access>
void each_slot(OfAccess& access, Visit&& visit) {
  visit(access.lane, false);
  visit(access.uniform, false);
}

// Calls visit(slot, whether it is written).
template <class OfCode, class OfInstruction, class Visit>
void each_slot(OfCode& code, OfInstruction& i, Visit&& visit) {
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
      auto& atomic = code.atomics[i.what];
      each_slot(atomic.access, visit);
      visit(atomic.value, false);
      visit(atomic.other, false);
      visit(atomic.result, true);
      break;
    }
    case Op::function: {
      auto& call = code.calls[i.what];
      for (auto& slot : call.arguments) visit(slot, false);
      for (auto& slot : call.results) visit(slot, true);
      break;
    }
    case Op::warp: {
      auto& warp = code.warps[i.what];
      for (auto* const slot : {&warp.mask, &warp.value, &warp.lane, &warp.width}) visit(*slot, false);
      visit(warp.result, true);
      visit(warp.second, true);
      break;
    }
    case Op::barrier:
      visit(code.barriers[i.what].value, false);
      visit(code.barriers[i.what].result, true);
      break;
    case Op::print:
      for (auto& slot : code.prints[i.what].arguments) visit(slot, false);
      break;
    default: break;
  }
  visit(i.d, true);
}

// Calls visit(slot) for the slots that are read, or for those that are written.
template <class Visit>
void each_read(const Code& code, const Instruction& i, const Visit& visit) {
  each_slot(code, i, [&](Slot slot, bool writes) {
    if (!writes && !slot.is_none()) visit(slot);
  });
}
template <class Visit>
void each_written(const Code& code, const Instruction& i, const Visit& visit) {
  each_slot(code, i, [&](Slot slot, bool writes) {
    if (writes && !slot.is_none()) visit(slot);
  });
}
[[nodiscard]] inline bool writes(const Code& code, const Instruction& i, Slot slot) {
  bool any = false;
  each_written(code, i, [&](Slot written) { any = any || written == slot; });
  return any;
}

// The bits as an integer; those of a u64 keep their pattern.
[[nodiscard]] constexpr std::int64_t as_integer(std::uint64_t bits, Number number) {
  if (number == Number::i32) return static_cast<std::int32_t>(bits);
  if (number == Number::u32) return static_cast<std::uint32_t>(bits);
  return static_cast<std::int64_t>(bits);
}

// The bits of a slot that is a constant.
[[nodiscard]] inline std::optional<std::uint64_t> constant_of(const Code& code, Slot slot) {
  if (!slot.is_uniform()) return {};
  for (const Code::Constant& constant : code.constants)
    if (constant.uniform == slot.number()) return constant.bits;
  return {};
}

}  // namespace tilescope::machine
