// Runs a launch: its blocks are distributed over the cores, and the recording does not depend on the number of cores.
#pragma once

#include "instrumentation/machine/block/block.h"
#include "instrumentation/machine/prepared.h"
#include "instrumentation/trace/left_bytes.h"

namespace tilescope::machine {

// A launch first runs with all threads together. If they diverge, each gets its own copy of everything; if they race,
// they run in turns; if a block waits for another, blocks interleave.
enum class RunMode : std::uint8_t { together, apart, in_turns, interleaved };

// Receives the results of blocks as soon as they and all earlier blocks are done, instead of the run's result. Results
// arrive from one OS thread at a time; the queries may come from any.
class BlockSink {
 public:
  BlockSink() = default;
  BlockSink(const BlockSink&) = delete;
  BlockSink& operator=(const BlockSink&) = delete;
  virtual ~BlockSink() = default;

  // A run starts. An earlier run without an end is void, as are its results.
  virtual void begin(const Code& code, RunMode way) = 0;
  // True if the next block keeps only events of sites_needed.
  [[nodiscard]] virtual bool keeps_few() const = 0;
  // By site; null: all are needed. A block without room for its events starts again with only these sites.
  [[nodiscard]] virtual const std::vector<bool>* sites_needed() const = 0;
  // True if blocks are delivered with the memory of their events. Otherwise that memory comes with the run's result.
  [[nodiscard]] virtual bool wants_memory() const = 0;
  // Takes blocks that ran side by side, from `first` on. `few`: with only the events of sites_needed.
  virtual void take(std::uint64_t first, std::vector<BlockResult> blocks, std::vector<EventPool::Slab> memory,
                    bool few) = 0;
};

inline constexpr std::uint64_t most_printed = 10'000'000;  // bytes per run

struct RunOptions {
  unsigned cores = 1;
  std::shared_ptr<EventPool> pool;
  std::function<bool(std::uint64_t block)> runs;   // which blocks run; null: all
  std::function<bool(std::uint64_t block)> keeps;  // of which blocks events are kept; null: all
  std::uint64_t event_bytes = 0;                   // memory for a block's events; 0: no limit
  std::uint64_t most_work = 0;                     // instructions of 64 threads, on one core; 0: no limit
  // The same, for all cores: the block that reaches the limit ends with a fault, and all earlier blocks are kept.
  std::uint64_t limit = 0;
  // For blocks whose threads run in turns, if there is a sink: beyond this limit, blocks that race run with all threads
  // in lockstep.
  std::uint64_t most_work_in_turns = 0;
  std::uint64_t printed_bytes = most_printed;  // of the printed output
  bool watched = false;                        // uses the code that watch.h runs
  std::function<bool(double done)> watch;      // called regularly, by one thread at a time; false: stop
  std::function<bool()> stops;                 // polled at fixed amounts of work, not time; true: stop
  BlockSink* sink = nullptr;                   // takes the blocks; null: they are in the result
  RunMode way = RunMode::together;             // the first mode to try
  bool takes_turns = true;                     // if threads race; otherwise the run ends with nothing done
};

struct Ran {
  std::vector<BlockResult> blocks;  // up to the one with the fault
  std::vector<LeftBytes> arrays;    // their final contents
  std::vector<EventPool::Slab> slabs;
  std::optional<Fault> fault;
  std::string printed;
  std::vector<PrintCall> said;
  std::uint64_t left_out = 0;                             // printf calls that are not in it
  std::optional<std::vector<MaskMistake>> mask_mistakes;  // none: not checked
  const Code* code = nullptr;                             // the code that ran
  RunMode way = RunMode::together;                        // the mode that was used
  std::uint64_t in_step = 0;                              // racing blocks that nevertheless ran in lockstep
  bool was_stopped = false;  // before all blocks were done; only if a sink took the finished ones
  std::uint64_t work = 0;    // approximate, in the unit of RunOptions

  [[nodiscard]] bool in_turns() const { return way >= RunMode::in_turns; }
};

// True if a block may see the stores of another, so that blocks must run one after another.
[[nodiscard]] bool is_chained(const Code& code);

// Gives the result of the launch's schedule, but runs all threads together if their order does not matter, and
// otherwise in turns. Throws an Error if it was stopped, unless there is a sink.
[[nodiscard]] Ran run(const Prepared& kernel, const Launch& launch, const RunOptions& options);

}  // namespace tilescope::machine
