#include "instrumentation/device_text/ways.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "instrumentation/machine/code/access_of.h"
#include "instrumentation/machine/code/dataflow.h"
#include "instrumentation/machine/code/slots.h"

namespace tilescope::device_text {

using machine::Access;
using machine::access_of;
using machine::anywhere;
using machine::Code;
using machine::Instruction;
using machine::Op;
using machine::Slot;
using machine::WarpKind;

namespace {

// Values that may differ between blocks.
class Differing {
 public:
  struct State {
    std::vector<bool> marked;         // by place
    std::uint32_t doubted_until = 0;  // only some blocks reach the instructions before it, and no branch shows which
  };

  explicit Differing(const Code& code) : code_(code), differs_(code.instructions.size()) {}

  [[nodiscard]] State first() const {
    State state{std::vector<bool>(own(static_cast<std::uint32_t>(code_.arrays.size())))};
    for (const Code::Coordinates& each : code_.coordinates)
      if (each.coordinate >= Code::Coordinate::block_x && each.coordinate <= Code::Coordinate::block_z)
        mark(state, each.slot, true);
    return state;
  }

  [[nodiscard]] static bool join(State& to, const State& from, std::uint32_t) {
    bool is_new = from.doubted_until > to.doubted_until;
    to.doubted_until = std::max(to.doubted_until, from.doubted_until);
    for (std::size_t n = 0; n < to.marked.size(); ++n)
      if (from.marked[n] && !to.marked[n]) to.marked[n] = is_new = true;
    return is_new;
  }

  void pass(State& state, std::uint32_t n) {
    const Instruction& i = code_.instructions[n];
    if (n >= state.doubted_until) state.doubted_until = 0;
    const Access* const access = access_of(code_, i);
    if (access != nullptr && may_be_shared(*access) && is_marked(state, *access)) differs_[n] = true;
    const bool differs = makes_another(state, i) || state.doubted_until != 0;
    if (differs && (i.op == Op::store || i.op == Op::store_row))
      for (const machine::Local& local : code_.locals)
        if (access->array == local.array || access->array == anywhere) state.marked[own(local.array)] = true;
    machine::each_written(code_, i, [&](Slot slot) { mark(state, slot, differs); });
    if (i.op != Op::branch || differs_[n] || !is_marked(state, i.a)) return;
    const std::uint32_t end = end_of_branch(n);
    if (end == 0) differs_[n] = true;
    state.doubted_until = std::max(state.doubted_until, end);
  }

  [[nodiscard]] std::vector<bool> found() && { return std::move(differs_); }

 private:
  // The places: uniforms, rows of lanes, and each array of a thread's own, as a whole.
  [[nodiscard]] std::size_t own(std::uint32_t array) const {
    return std::size_t{code_.uniforms} + code_.lane_rows + array;
  }
  [[nodiscard]] std::size_t place_of(Slot slot) const {
    if (slot.home() == Slot::Home::row) return own(code_.locals[code_.rows[slot.number()].local].array);
    return slot.number() + (slot.is_uniform() ? 0 : std::size_t{code_.uniforms});
  }

  [[nodiscard]] bool is_marked(const State& state, Slot slot) const {
    if (slot.is_none()) return false;
    return state.marked[place_of(slot)] ||
           (slot.home() == Slot::Home::row && is_marked(state, code_.rows[slot.number()].index));
  }
  [[nodiscard]] bool is_marked(const State& state, const Access& access) const {
    return is_marked(state, access.lane) || is_marked(state, access.uniform);
  }

  void mark(State& state, Slot slot, bool differs) const {
    if (slot.is_none()) return;
    if (slot.home() == Slot::Home::row) differs = differs || is_marked(state, slot);
    state.marked[place_of(slot)] = differs;
  }

  [[nodiscard]] bool may_be_shared(const Access& access) const {
    return access.array == anywhere || code_.arrays[access.array].space == Space::shared;
  }

  // A value that no instruction stores is the same for all blocks.
  [[nodiscard]] bool loads_another(const State& state, const Access& access) const {
    if (access.array == anywhere || is_marked(state, access)) return true;
    const machine::Array& array = code_.arrays[access.array];
    if (array.space != Space::local) return array.space == Space::shared || array.is_written;
    return state.marked[own(access.array)];
  }

  [[nodiscard]] bool makes_another(const State& state, const Instruction& i) const {
    if (i.op == Op::atomic || i.op == Op::clock) return true;
    if (i.op == Op::warp && code_.warps[i.what].kind == WarpKind::active) return true;
    if ((i.op == Op::load || i.op == Op::load_row) && loads_another(state, code_.accesses[i.what])) return true;
    bool differs = false;
    machine::each_read(code_, i, [&](Slot slot) { differs = differs || is_marked(state, slot); });
    return differs;
  }

  // True if other threads of the block can observe it.
  [[nodiscard]] bool reaches_others(const Instruction& i) const {
    if (i.op == Op::barrier || i.op == Op::warp || i.op == Op::finish || i.op == Op::check) return true;
    const Access* const access = access_of(code_, i);
    return access != nullptr && may_be_shared(*access);
  }

  // Where the paths of a branch merge, if other threads can observe nothing in between; else 0.
  [[nodiscard]] std::uint32_t end_of_branch(std::uint32_t branch) const {
    std::uint32_t end = code_.instructions[branch].what;
    if (end <= branch) return 0;
    for (std::uint32_t n = branch + 1; n < end; ++n) {
      const Instruction& i = code_.instructions[n];
      if (reaches_others(i)) return 0;
      if (!machine::jumps(i)) continue;
      if (i.what <= branch) return 0;
      end = std::max(end, i.what);
    }
    for (std::uint32_t n = 0; n < code_.instructions.size(); ++n) {
      const Instruction& i = code_.instructions[n];
      if (machine::jumps(i) && (n < branch || n >= end) && i.what > branch && i.what < end) return 0;
    }
    return end;
  }

  const Code& code_;
  std::vector<bool> differs_;  // by instruction
};

}  // namespace

std::vector<bool> ways_that_differ(const Code& code) {
  const bool has_shared = std::any_of(code.arrays.begin(), code.arrays.end(),
                                      [](const machine::Array& array) { return array.space == Space::shared; });
  if (!has_shared) return std::vector<bool>(code.instructions.size());
  Differing lattice(code);
  machine::Dataflow(code, lattice);
  return std::move(lattice).found();
}

}  // namespace tilescope::device_text
