// What numbers a kernel's integers can be, between which two: from a block's sides, constants, and comparisons on the
// way. So it is known of many accesses that they are inside their array, and no text has to ask.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::device_text {

class Ranges {
 public:
  Ranges(const machine::Code& code, const std::array<std::uint32_t, 3>& block);

  // Whether an access of a shared array, or of a thread's own, is inside of it in each thread and each time.
  [[nodiscard]] bool inside(std::uint32_t instruction) const { return inside_[instruction]; }

 private:
  // Both included, of a number as it was written.
  struct Range {
    std::int64_t low = 0, high = 0;
    Number number = Number::i32;
    bool operator==(const Range&) const = default;
  };
  using Key = std::tuple<machine::Slot::Home, std::uint32_t, bool>;
  using State = std::map<Key, Range>;  // of what is known; all else may be anything

  [[nodiscard]] static Range all_of(Number number);
  [[nodiscard]] Range read(const State& state, machine::Slot slot, Number number) const;
  static void write(State& state, machine::Slot slot, const std::optional<Range>& range);
  static bool join(State& to, const State& from, bool widen);
  [[nodiscard]] std::optional<Range> result_of(const State& state, const machine::Instruction& i) const;
  void go_through(State& state, std::uint32_t n);
  void refine(State& state, std::uint32_t branch, bool taken) const;
  [[nodiscard]] const machine::Instruction* compared(std::uint32_t branch) const;
  [[nodiscard]] bool is_inside(const State& state, const machine::Access& access) const;

  const machine::Code& code_;
  std::vector<bool> targets_;  // of jumps
  std::vector<bool> inside_;   // by instruction
};

}  // namespace tilescope::device_text
