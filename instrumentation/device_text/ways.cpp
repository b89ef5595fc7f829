#include "instrumentation/device_text/ways.h"

#include <algorithm>
#include <optional>

#include "instrumentation/device_text/access_of.h"
#include "instrumentation/machine/code/slots.h"

namespace tilescope::device_text {

using machine::Access;
using machine::anywhere;
using machine::Code;
using machine::Instruction;
using machine::Op;
using machine::Slot;
using machine::WarpKind;

namespace {

// Two marks of one place: it differs where either does. Whether anything is new.
bool join(std::vector<bool>& to, const std::vector<bool>& from) {
  bool is_new = false;
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t n = 0; n < from.size(); ++n)
    if (from[n] && !to[n]) to[n] = is_new = true;
  return is_new;
}

}  // namespace

// Marks go round until nothing is new: what is marked before an instruction is what is marked behind any that leads
// there. Only places where ways meet keep their marks.
Ways::Ways(const Code& code)
    : code_(code),
      differs_(code.instructions.size()),
      harmless_(code.instructions.size()),
      in_doubt_(code.instructions.size()) {
  matter_ = std::any_of(code.arrays.begin(), code.arrays.end(),
                        [](const machine::Array& array) { return array.space == Space::shared; });
  if (!matter_) return;
  const auto count = static_cast<std::uint32_t>(code.instructions.size());
  std::vector<std::optional<Marks>> before(count + 1);
  for (std::uint32_t n = 0; n < count; ++n) {
    const Instruction& i = code.instructions[n];
    if (i.op == Op::branch) harmless_[n] = end_of_branch(n);
    if (i.op == Op::jump || i.op == Op::branch) before[i.what] = Marks();
  }
  before[0].emplace();
  begin(*before[0]);
  for (bool changed = true; changed;) {
    changed = false;
    Marks marks = *before[0];
    for (std::uint32_t n = 0; n < count; ++n) {
      if (before[n]) {
        join(*before[n], marks);
        marks = *before[n];
      }
      go_through(n, marks);
      const Instruction& i = code.instructions[n];
      if (i.op == Op::jump || i.op == Op::branch) changed = (join(*before[i.what], marks) && i.what <= n) || changed;
      if (i.op == Op::jump || i.op == Op::finish) marks.assign(marks.size(), false);
    }
  }
}

std::size_t Ways::place_of(Slot slot) {
  if (slot.home() == Slot::Home::row) return place_of_local(code_.locals[code_.rows[slot.number()].local].array);
  return places_.try_emplace({slot.home(), slot.number()}, places_.size()).first->second;
}
std::size_t Ways::place_of_local(std::uint32_t array) {
  return places_.try_emplace({Slot::Home::row, array}, places_.size()).first->second;
}

void Ways::mark_local(Marks& marks, std::uint32_t array) {
  const std::size_t place = place_of_local(array);
  if (marks.size() <= place) marks.resize(place + 1);
  marks[place] = true;
}

bool Ways::marked(const Marks& marks, Slot slot) {
  if (slot.is_none()) return false;
  const std::size_t place = place_of(slot);
  if (place < marks.size() && marks[place]) return true;
  return slot.home() == Slot::Home::row && marked(marks, code_.rows[slot.number()].index);
}
bool Ways::marked(const Marks& marks, const Access& access) {
  return marked(marks, access.lane) || marked(marks, access.uniform);
}

// A thread's own array is one place, of which nobody knows which part was written.
void Ways::mark(Marks& marks, Slot slot, bool differs) {
  if (slot.is_none()) return;
  const std::size_t place = place_of(slot);
  if (marks.size() <= place) marks.resize(place + 1);
  if (slot.home() != Slot::Home::row)
    marks[place] = differs;
  else if (differs || marked(marks, code_.rows[slot.number()].index))
    marks[place] = true;
}

void Ways::begin(Marks& marks) {
  for (const Code::Coordinates& each : code_.coordinates)
    if (each.coordinate >= Code::Coordinate::block_x && each.coordinate <= Code::Coordinate::block_z)
      mark(marks, each.slot, true);
}

// What nobody stores to is the same for all.
bool Ways::loads_another(const Marks& marks, const Access& access) {
  if (access.array == anywhere || marked(marks, access)) return true;
  const machine::Array& array = code_.arrays[access.array];
  if (array.space != Space::local) return array.space == Space::shared || array.is_written;
  const std::size_t place = place_of_local(access.array);
  return place < marks.size() && marks[place];
}

void Ways::go_through(std::uint32_t n, Marks& marks) {
  const Instruction& i = code_.instructions[n];
  bool differs = false;
  machine::each_slot(code_, i, [&](const Slot& slot, bool writes) {
    if (!writes) differs = differs || marked(marks, slot);
  });
  const Access* const access = access_of(code_, i);
  if (access != nullptr) {
    const bool may_be_shared = access->array == anywhere || code_.arrays[access->array].space == Space::shared;
    if (may_be_shared && marked(marks, *access)) differs_[n] = true;
  }
  if (i.op == Op::load || i.op == Op::load_row) differs = differs || loads_another(marks, *access);
  if (i.op == Op::atomic || i.op == Op::clock) differs = true;
  if (i.op == Op::warp && code_.warps[i.what].kind == WarpKind::active) differs = true;
  if (in_doubt_[n]) differs = true;
  if (differs && (i.op == Op::store || i.op == Op::store_row)) {
    for (const machine::Local& local : code_.locals)
      if (access->array == local.array || access->array == anywhere) mark_local(marks, local.array);
  }
  machine::each_slot(code_, i, [&](const Slot& slot, bool writes) {
    if (writes) mark(marks, slot, differs);
  });
  if (i.op != Op::branch || !marked(marks, i.a)) return;
  if (harmless_[n] == 0) differs_[n] = true;
  for (std::uint32_t m = n + 1; m < harmless_[n]; ++m) in_doubt_[m] = true;
}

// Whether other threads of the block can tell that it was done.
bool Ways::reaches_others(std::uint32_t n) const {
  const Instruction& i = code_.instructions[n];
  if (i.op == Op::barrier || i.op == Op::warp || i.op == Op::finish || i.op == Op::check) return true;
  const Access* const access = access_of(code_, i);
  return access != nullptr && (access->array == anywhere || code_.arrays[access->array].space == Space::shared);
}

// Where the ways of a branch meet again, if between them nothing is done of which another thread could tell; else 0.
std::uint32_t Ways::end_of_branch(std::uint32_t branch) const {
  std::uint32_t end = code_.instructions[branch].what;
  if (end <= branch) return 0;
  for (std::uint32_t n = branch + 1; n < end; ++n) {
    const Instruction& i = code_.instructions[n];
    if (reaches_others(n)) return 0;
    if (i.op != Op::jump && i.op != Op::branch) continue;
    if (i.what <= branch) return 0;
    end = std::max(end, i.what);
  }
  for (std::uint32_t n = 0; n < code_.instructions.size(); ++n) {
    const Instruction& i = code_.instructions[n];
    const bool leads = i.op == Op::jump || i.op == Op::branch;
    if (leads && (n < branch || n >= end) && i.what > branch && i.what < end) return 0;
  }
  return end;
}

}  // namespace tilescope::device_text
