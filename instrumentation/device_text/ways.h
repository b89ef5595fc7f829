// What a thread does in its block's shared memory follows from who it is, from what the launch gives, and from little
// that another block may have otherwise: where its block is, what it loads. Ways tells where such a thing decides which
// instruction comes next, or which shared cell is meant. Blocks whose threads agree there did the same in shared
// memory, and what one of them did stands for all.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::device_text {

class Ways {
 public:
  explicit Ways(const machine::Code& code);

  // Whether blocks have shared memory, in which they could do anything.
  [[nodiscard]] bool matter() const { return matter_; }
  // Whether the way from a branch, or the shared cell of an access, may be another one in another block.
  [[nodiscard]] bool differs(std::uint32_t instruction) const { return matter_ && differs_[instruction]; }

 private:
  using Key = std::pair<machine::Slot::Home, std::uint32_t>;
  using Marks = std::vector<bool>;  // by Key's place: of what may be another number in another block

  [[nodiscard]] std::size_t place_of(machine::Slot slot);
  [[nodiscard]] std::size_t place_of_local(std::uint32_t array);
  void mark_local(Marks& marks, std::uint32_t array);
  [[nodiscard]] bool marked(const Marks& marks, machine::Slot slot);
  [[nodiscard]] bool marked(const Marks& marks, const machine::Access& access);
  void mark(Marks& marks, machine::Slot slot, bool differs);
  void begin(Marks& marks);
  void go_through(std::uint32_t n, Marks& marks);
  [[nodiscard]] bool loads_another(const Marks& marks, const machine::Access& access);
  [[nodiscard]] std::uint32_t end_of_branch(std::uint32_t branch) const;
  [[nodiscard]] bool reaches_others(std::uint32_t n) const;

  const machine::Code& code_;
  bool matter_ = false;
  std::vector<bool> differs_;            // by instruction
  std::vector<std::uint32_t> harmless_;  // by branch: where its ways meet, if no other thread can tell; else 0
  std::vector<bool> in_doubt_;           // by instruction: only some blocks come to it, and nothing else tells which
  std::map<Key, std::size_t> places_;
};

}  // namespace tilescope::device_text
