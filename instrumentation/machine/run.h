// Runs a launch: its blocks spread over the cores, and what they record is the same for any number of them.
#pragma once

#include <mutex>

#include "instrumentation/machine/block/block.h"
#include "instrumentation/machine/compiler/compile.h"
#include "instrumentation/trace/left_bytes.h"

namespace tilescope::machine {

// A launch is tried with all threads together. Where they go apart, each gets its own of everything; where they get in
// each other's way, they go in turns; and where a block waits for others, blocks interleave.
enum class RunMode : std::uint8_t { together, apart, in_turns, interleaved };

// Takes what blocks leave as soon as they and all before them are done, in place of what the run leaves. It is told by
// one OS thread at a time, and asked by any.
class BlockSink {
 public:
  BlockSink() = default;
  BlockSink(const BlockSink&) = delete;
  BlockSink& operator=(const BlockSink&) = delete;
  virtual ~BlockSink() = default;

  // A run begins. If one began before, it did not come to its end, and what was taken of it counts no more.
  virtual void begin(const Code& code, RunMode way) = 0;
  // Whether the next block keeps only events of sites_needed.
  [[nodiscard]] virtual bool keeps_few() const = 0;
  // By site; null: all are needed. A block whose events find no room begins once more with these alone.
  [[nodiscard]] virtual const std::vector<bool>* sites_needed() const = 0;
  // Whether blocks come with the memory that their events lie in. Else all of it comes with what the run leaves.
  [[nodiscard]] virtual bool wants_memory() const = 0;
  // Those that ran side by side, from `first` on. `few`: with events of sites_needed alone.
  virtual void take(std::uint64_t first, std::vector<BlockResult> blocks, std::vector<EventPool::Slab> memory,
                    bool few) = 0;
};

inline constexpr std::uint64_t most_printed = 10'000'000;  // bytes of a run

struct RunOptions {
  unsigned cores = 1;
  std::shared_ptr<EventPool> pool;
  std::function<bool(std::uint64_t block)> runs;   // which blocks; none: all
  std::function<bool(std::uint64_t block)> keeps;  // which of their events; none: all
  std::uint64_t event_bytes = 0;                   // that a block's events may take; 0: any number
  std::uint64_t most_work = 0;                     // instructions of 64 threads, on one core; 0: any number
  // The same, of all cores: the block that is at the last of them ends with a fault, and all before it is kept.
  std::uint64_t limit = 0;
  // For blocks whose threads go in turns, where a sink takes them: then the others that race go with all threads in
  // step.
  std::uint64_t most_work_in_turns = 0;
  std::uint64_t printed_bytes = most_printed;  // that are kept of what it prints
  bool watched = false;                        // by the code that watch.h runs
  std::function<bool(double done)> watch;      // told now and then, by one of them at a time; false: stop
  std::function<bool()> stops;      // asked each time that so much is done, however long that took; true: stop
  BlockSink* sink = nullptr;        // takes the blocks; none: they are in the result
  RunMode way = RunMode::together;  // the first that is tried
  bool takes_turns = true;          // where threads race; else it ends there, with nothing done
};

struct Ran {
  std::vector<BlockResult> blocks;  // up to the one with the fault
  std::vector<LeftBytes> arrays;    // as the launch left them
  std::vector<EventPool::Slab> slabs;
  std::optional<Fault> fault;
  std::string printed;
  std::vector<PrintCall> said;
  std::uint64_t left_out = 0;                             // calls of printf that are not in it
  std::optional<std::vector<MaskMistake>> mask_mistakes;  // nothing: not looked at
  const Code* code = nullptr;                             // that ran
  RunMode way = RunMode::together;                        // that it went
  std::uint64_t in_step = 0;                              // blocks that raced, with all threads in step nevertheless
  bool was_stopped = false;                               // with blocks left: only where a sink took those before
  std::uint64_t work = 0;                                 // as RunOptions counts it, roughly

  [[nodiscard]] bool in_turns() const { return way >= RunMode::in_turns; }
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
// in turns. An Error says that it was stopped, unless there is a sink.
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
