#include "instrumentation/reading/guards.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "instrumentation/machine/code/slots.h"

namespace tilescope::reading {

namespace {

using machine::Code;
using machine::Instruction;
using machine::Op;
using machine::Slot;

// What a value depends on: a bit for each number, and one for where the thread is in its block.
using Sources = std::uint64_t;
constexpr Sources of_thread = Sources{1} << 63;
constexpr std::size_t most_numbers = 63;

bool compares(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::equal || op == Op::not_equal || op == Op::least ||
         op == Op::greatest;
}

// Goes through the instructions as they stand, again and again until nothing is new: what comes from several places is
// what any of them brings.
class Guards {
 public:
  explicit Guards(const Code& code) : code_(code), found_(code.scalars.size()) {}

  std::vector<bool> all() {
    using Of = Code::Coordinate;
    Known first(code_.lane_rows + code_.uniforms, 0);
    for (const auto& [coordinate, slot] : code_.coordinates)
      if (coordinate <= Of::thread_z) set(first, slot, of_thread);
    for (std::size_t n = 0; n < std::min(most_numbers, code_.scalars.size()); ++n)
      set(first, code_.scalars[n].slot, Sources{1} << n);
    constexpr int most_passes = 8;
    for (int pass = 0; pass < most_passes; ++pass) {
      const auto before = at_jumps_;
      go_through(first);
      if (before == at_jumps_) break;
    }
    return found_;
  }

 private:
  using Known = std::vector<Sources>;  // of each row of lanes, then of each uniform

  [[nodiscard]] std::size_t place(Slot slot) const {
    const std::size_t number = slot.number();
    if (slot.home() == Slot::Home::lanes && number < code_.lane_rows) return number;
    if (slot.is_uniform() && number < code_.uniforms) return code_.lane_rows + number;
    return code_.lane_rows + code_.uniforms;  // none, or a row of a local array, of which nothing is known
  }
  void set(Known& known, Slot slot, Sources sources) const {
    if (const std::size_t at = place(slot); at < known.size()) known[at] = sources;
  }
  [[nodiscard]] Sources of(const Known& known, Slot slot) const {
    const std::size_t at = place(slot);
    return at < known.size() ? known[at] : 0;
  }
  static void join(Known& known, const Known& other) {
    if (known.empty()) known.resize(other.size());
    for (std::size_t n = 0; n < other.size(); ++n) known[n] |= other[n];
  }

  void go_through(Known known) {
    for (std::uint32_t at = 0; at < code_.instructions.size(); ++at) {
      const Instruction& instruction = code_.instructions[at];
      if (const auto jump = at_jumps_.find(at); jump != at_jumps_.end()) join(known, jump->second);
      step(known, instruction);
      if (instruction.op == Op::jump || instruction.op == Op::branch) join(at_jumps_[instruction.what], known);
      if (instruction.op == Op::jump) std::fill(known.begin(), known.end(), 0);
    }
  }
  void step(Known& known, const Instruction& instruction) {
    Sources read = 0;
    machine::each_slot(code_, instruction, [&](Slot slot, bool is_written) {
      if (!is_written) read |= of(known, slot);
    });
    if (compares(instruction.op) && (read & of_thread) != 0)
      for (std::size_t n = 0; n < found_.size() && n < most_numbers; ++n)
        if ((read >> n & 1) != 0) found_[n] = true;
    if (instruction.op == Op::load || instruction.op == Op::load_row) read = 0;  // whatever was in memory
    machine::each_slot(code_, instruction, [&](Slot slot, bool is_written) {
      if (is_written) set(known, slot, read);
    });
  }

  const Code& code_;
  std::vector<bool> found_;
  std::map<std::uint32_t, Known> at_jumps_;  // what is known at an instruction that is jumped to
};

}  // namespace

std::vector<bool> guarded_numbers(const Code& code) { return Guards(code).all(); }

}  // namespace tilescope::reading
