// Runs a launch: its blocks spread over the cores, and what they record is the same for any number of them.
#pragma once

#include <mutex>

#include "instrumentation/machine/block/block.h"
#include "instrumentation/machine/compiler/compile.h"
#include "instrumentation/trace/left_bytes.h"

namespace tilescope::machine {

struct RunOptions {
  unsigned cores = 1;
  std::shared_ptr<EventPool> pool;
  std::function<bool(std::uint64_t block)> runs;   // which blocks; none: all
  std::function<bool(std::uint64_t block)> keeps;  // which of their events; none: all
  std::uint64_t event_bytes = 0;                   // that a block's events may take; 0: any number
  std::uint64_t most_work = 0;                     // instructions of 64 threads, on one core; 0: any number
  bool watched = false;                            // by the code that watch.h runs
  std::function<bool(double done)> watch;          // told now and then, by one of them at a time; false: stop
  std::function<bool()> stops;  // asked each time that so much is done, however long that took; true: stop
  bool takes_turns = true;      // where threads get in each other's way; else it ends there, with nothing done
};

struct Ran {
  std::vector<BlockResult> blocks;  // up to the one with the fault
  std::vector<LeftBytes> arrays;    // as the launch left them
  std::vector<EventPool::Slab> slabs;
  std::optional<Fault> fault;
  std::string printed;
  std::vector<Said> said;
  std::optional<std::vector<MaskMistake>> mask_mistakes;  // nothing: nobody looked
  const Code* code = nullptr;                             // that ran
  bool in_turns = false;
  std::uint64_t work = 0;  // as RunOptions counts it, roughly
};

// Whether a block may find what another one wrote: then they go one after the other.
[[nodiscard]] bool is_chained(const Code& code);

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
  mutable std::array<Compiled, 4> compiled_;
};

// The same by the launch's schedule as with all threads together, wherever the order of threads does not matter; else
// in turns. An Error says that it was stopped.
[[nodiscard]] Ran run(const Prepared& kernel, const Launch& launch, const RunOptions& options);

// The same bit by bit, for hosts with one thread that have other things to do: on one core, whatever the options say.
class Slices {
 public:
  Slices(const Prepared& kernel, const Launch& launch, RunOptions options);
  ~Slices();
  // Goes on until it is to pause, which it asks often. Whether it is done.
  [[nodiscard]] bool go_on(const std::function<bool()>& pauses);
  [[nodiscard]] double done() const;  // from 0 to 1
  [[nodiscard]] Ran take();           // once it is done

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tilescope::machine
