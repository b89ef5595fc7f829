#include "app/explain/as_ran.h"

#include <fmt/format.h>

#include "app/explain/variables.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cpu_executor.h"

namespace tilescope {

namespace {

constexpr std::uint64_t most_turns = 1 << 20;

// Whether the run again gives each recorded thread as many events as the trace has.
bool are_of(const Trace& trace, const Turns& turns) {
  const std::size_t threads = trace.threads_per_block();
  std::vector<std::uint32_t> ends(trace.block_count() * threads);
  for (const Turn& turn : turns) ends[turn.block * threads + turn.thread] = turn.end;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < threads && trace.block(block).recorded(); ++thread)
      if (trace.events(block, thread).size() != ends[block * threads + thread]) return false;
  return true;
}

}  // namespace

std::shared_ptr<const Replay> replay_as_ran(std::shared_ptr<const Trace> trace,
                                            const std::function<bool()>& goes_on) try {
  if (trace->backend() != Backend::cpu)
    throw UsageError(fmt::format("--order ran: a recording by {} keeps only the order at barriers; record on the CPU",
                                 trace->executor()));
  const Rerun rerun(*trace);
  const Turns turns = turns_of(rerun.kernel(), rerun.launch(), most_turns, goes_on);
  if (!are_of(*trace, turns))
    throw UsageError("--order ran: the launch now behaves differently from this trace; record it again");
  if (turns.empty()) throw UsageError("--order ran: no events were recorded");
  return std::make_shared<const Replay>(std::move(trace), turns);
} catch (const machine::TooManyTurns&) {
  throw UsageError("--order ran: too many turns to show; use a smaller size or a window of blocks");
} catch (const TooLarge&) {
  throw UsageError("--order ran: too many steps to show; use a smaller size or a window of blocks");
}

}  // namespace tilescope
