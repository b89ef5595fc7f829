#include "instrumentation/machine/block/deciding.h"

#include <algorithm>
#include <set>

#include "instrumentation/machine/code/access_of.h"
#include "instrumentation/machine/code/flow.h"

namespace tilescope::machine {

namespace {

// The places reachable from a place; it includes the place itself only in a loop.
std::vector<bool> reached(const std::vector<std::vector<std::uint32_t>>& ways, std::uint32_t from) {
  std::vector<bool> seen(ways.size());
  std::vector<std::uint32_t> open = ways[from];
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    open.insert(open.end(), ways[at].begin(), ways[at].end());
  }
  return seen;
}

bool meets(const Code& code, const Instruction& i) {
  return i.op == Op::barrier || (i.op == Op::warp && code.warps[i.what].kind != WarpKind::active);
}

class Finder {
 public:
  Finder(const Code& code, std::vector<bool> loops)
      : code_(code), loops_(std::move(loops)), is_local_(code.arrays.size()), decides_(code.arrays.size()) {
    for (const Local& local : code.locals) is_local_[local.array] = true;
  }

  void find(Deciding& to) {
    each([&](const Instruction& i) { take_roots(i); });
    for (std::size_t before = ~std::size_t{0}; before != count_;) {
      before = count_;
      each([&](const Instruction& i) { take_sources(i, to); });
    }
    for (const std::uint64_t key : slots_) {
      const auto home = static_cast<Slot::Home>(key >> 33);
      const auto number = static_cast<std::uint32_t>(key >> 1);
      if (home == Slot::Home::uniform) to.uniforms.push_back(number);
      if (home != Slot::Home::lanes) continue;
      const bool is_wide = (key & 1) != 0;
      for (std::uint32_t n = 0; n < (is_wide ? 2 : 1); ++n) to.words.push_back({number, is_wide ? 2U : 1U, n});
    }
    for (const Local& local : code_.locals)
      for (std::uint32_t word = 0; decides_[local.array] && word <= local.words; ++word)
        to.words.push_back({local.first_row + word, 1, 0});
    for (std::uint32_t n = 0; n < code_.arrays.size(); ++n)
      if (decides_[n] && !is_local_[n]) to.arrays.push_back(n);
    each([&](const Instruction& i) { to.changes_them = to.changes_them || changes_what_decides(i); });
  }

 private:
  template <class Visit>
  void each(const Visit& visit) {
    for (std::uint32_t n = 0; n < code_.instructions.size(); ++n)
      if (loops_[n]) visit(code_.instructions[n]);
  }

  void add(Slot slot, bool is_wide) {
    if (slot.is_none()) return;
    if (slot.home() == Slot::Home::row) {
      const Row& row = code_.rows[slot.number()];
      add_array(code_.locals[row.local].array);
      return add(row.index, false);
    }
    const std::uint64_t key = (std::uint64_t{static_cast<std::uint32_t>(slot.home())} << 32 | slot.number()) << 1;
    count_ += slots_.insert(key | (is_wide && !slot.is_uniform() ? 1 : 0)).second ? 1 : 0;
  }
  void add_array(std::uint32_t array) {
    if (array == anywhere) {
      for (std::uint32_t n = 0; n < decides_.size(); ++n) add_array(n);
    } else if (!decides_[array]) {
      decides_[array] = true;
      ++count_;
    }
  }
  void add_place(const Access& access) {
    add(access.lane, access.lane_wide);
    add(access.uniform, true);
  }

  [[nodiscard]] bool decides(Slot slot) const {
    if (slot.is_none()) return false;
    if (slot.home() == Slot::Home::row) return decides_[code_.locals[code_.rows[slot.number()].local].array];
    const std::uint64_t key = (std::uint64_t{static_cast<std::uint32_t>(slot.home())} << 32 | slot.number()) << 1;
    return slots_.count(key) > 0 || slots_.count(key | 1) > 0;
  }
  [[nodiscard]] bool decides(const Access& access) const {
    if (access.array != anywhere) return decides_[access.array];
    return std::find(decides_.begin(), decides_.end(), true) != decides_.end();
  }
  [[nodiscard]] bool changes_what_decides(const Instruction& i) const {
    return (i.op == Op::store || i.op == Op::atomic) && decides(*access_of(code_, i));
  }

  // What ends a loop or the launch.
  void take_roots(const Instruction& i) {
    if (i.op == Op::branch || i.op == Op::check) add(i.a, false);
    if (i.op == Op::warp) add(code_.warps[i.what].mask, false);
    if (i.op == Op::load || i.op == Op::store || i.op == Op::atomic) take_alignment(*access_of(code_, i));
  }
  void take_alignment(const Access& access) {
    if (access.array == anywhere || access.unit % std::max<std::uint32_t>(bytes_of(access.cell), access.aligned) != 0)
      add_place(access);
  }

  // If the result of an instruction decides, its operands do, too.
  void take_sources(const Instruction& i, Deciding& to) {
    switch (i.op) {
      case Op::load: {
        const Access& access = code_.accesses[i.what];
        if (!decides(i.d)) return;
        add_array(access.array);
        return add_place(access);
      }
      case Op::store: {
        const Access& access = code_.accesses[i.what];
        if (!decides(access)) return;
        add(i.a, is_wide(i.number));
        return add_place(access);
      }
      case Op::atomic: {
        const Atomic& atomic = code_.atomics[i.what];
        if (decides(atomic.result)) add_array(atomic.access.array);
        if (!decides(atomic.access)) return;
        add(atomic.value, is_wide(atomic.number));
        add(atomic.other, is_wide(atomic.number));
        return add_place(atomic.access);
      }
      case Op::row:
      case Op::load_row:
      case Op::store_row:
        if (decides(i.d) || decides(code_.accesses[i.what])) add_place(code_.accesses[i.what]);
        return;
      case Op::function: {
        const Call& call = code_.calls[i.what];
        if (std::none_of(call.results.begin(), call.results.end(), [&](Slot slot) { return decides(slot); })) return;
        for (std::size_t n = 0; n < call.arguments.size(); ++n) add(call.arguments[n], is_wide(call.numbers[n]));
        return;
      }
      case Op::warp: {
        const Warp& warp = code_.warps[i.what];
        if (!decides(warp.result) && !decides(warp.second)) return;
        add(warp.value, is_wide(warp.number));
        add(warp.lane, false);
        return add(warp.width, false);
      }
      case Op::barrier: {
        const Barrier& barrier = code_.barriers[i.what];
        if (decides(barrier.result)) add(barrier.value, false);
        return;
      }
      case Op::clock: to.is_open = to.is_open || decides(i.d); return;
      default: break;
    }
    if (i.op > Op::last_pure || !decides(i.d)) return;
    if (i.d.home() == Slot::Home::row) add(code_.rows[i.d.number()].index, false);
    const bool wide = is_wide(i.number);
    add(i.a, i.op == Op::convert ? is_wide(i.from) : i.op == Op::choose ? false : wide);
    add(i.b, wide && i.op != Op::shift_left && i.op != Op::shift_right);
    add(i.c, wide);
  }

  const Code& code_;
  std::vector<bool> loops_;
  std::vector<bool> is_local_, decides_;  // by array
  std::set<std::uint64_t> slots_;         // home, number, and whether it has 64 bits
  std::size_t count_ = 0;                 // of everything added
};

}  // namespace

Deciding deciding(const Code& code, std::span<const std::uint32_t> places) {
  const auto count = static_cast<std::uint32_t>(code.instructions.size());
  std::vector<std::vector<std::uint32_t>> on(count), back(count);
  for (std::uint32_t at = 0; at < count; ++at)
    each_next(code, at, [&](std::uint32_t next) {
      if (next >= count) return;
      on[at].push_back(next);
      back[next].push_back(at);
    });
  Deciding found;
  found.is_loop = true;
  std::vector<bool> loops(count);
  for (const std::uint32_t place : places) {
    const std::vector<bool> ahead = reached(on, place), behind = reached(back, place);
    found.is_loop = found.is_loop && ahead[place];
    for (std::uint32_t at = 0; at < count; ++at) loops[at] = loops[at] || (ahead[at] && behind[at]);
  }
  for (std::uint32_t at = 0; at < count; ++at)
    found.meets = found.meets || (loops[at] && meets(code, code.instructions[at]));
  Finder(code, std::move(loops)).find(found);
  return found;
}

}  // namespace tilescope::machine
