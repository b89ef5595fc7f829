// Runs a launch: its blocks spread over the cores, and what they record is the same for any number of them.
#pragma once

#include <mutex>

#include "instrumentation/machine/block/block.h"
#include "instrumentation/machine/compiler/compile.h"

namespace tilescope::machine {

struct RunOptions {
  unsigned cores = 1;
  std::shared_ptr<EventPool> pool;
  std::function<bool(std::uint64_t block)> keeps;  // which blocks' events; none: of all
  std::function<bool(double done)> watch;          // false: stop
};

struct Ran {
  std::vector<BlockResult> blocks;             // up to the one with the fault
  std::vector<std::vector<std::byte>> arrays;  // as the launch left them
  std::vector<EventPool::Slab> slabs;
  std::optional<Fault> fault;
  std::string printed;
  const Code* code = nullptr;  // that ran
  bool in_turns = false;
};

// A kernel, compiled as far as it was needed. Several threads may use it.
class Prepared {
 public:
  // Throws a UsageError for what the machine has not.
  Prepared(language::Program program, const language::Kernel& kernel);
  [[nodiscard]] const Code& code(Lanes lanes = Lanes::of_a_block) const;
  [[nodiscard]] const language::Program& program() const { return program_; }

 private:
  language::Program program_;
  const language::Kernel* kernel_;
  struct Compiled {
    std::once_flag once;
    Code code;
  };
  mutable std::array<Compiled, 3> compiled_;
};

// The same by the launch's schedule as with all threads together, wherever the order of threads does not matter; else
// in turns.
[[nodiscard]] Ran run(const Prepared& kernel, const Launch& launch, const RunOptions& options);

}  // namespace tilescope::machine
