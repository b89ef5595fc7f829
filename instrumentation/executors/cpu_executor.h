// The CPU executor in small steps; and what a trace does not keep, from another run of the launch: the order of its
// threads, and the values of their variables.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "instrumentation/executors/executor.h"
#include "instrumentation/machine/history.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/turn_order.h"
#include "instrumentation/machine/watch.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// The CPU executor's recording, with pauses: for hosts with a single thread.
class CpuRecording {
 public:
  CpuRecording(const RecordedKernel& kernel, const Launch& launch, const RecordOptions& options);
  ~CpuRecording();
  CpuRecording(const CpuRecording&) = delete;
  CpuRecording& operator=(const CpuRecording&) = delete;

  // Continues until `pauses` returns true; returns true when done.
  [[nodiscard]] bool go_on(const std::function<bool()>& pauses);
  [[nodiscard]] Trace take();  // call when done

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The order in which threads take turns, for the blocks whose events are kept. Throws machine::TooManyTurns if there
// are more than `most`.
[[nodiscard]] Turns turns_of(const RecordedKernel& kernel, const Launch& launch, std::uint64_t most,
                             const std::function<bool()>& goes_on);

// The values of a block's variables at each thread's moment, a number of events, as the CPU executor records them.
[[nodiscard]] machine::Locals locals_at(const RecordedKernel& kernel, const Launch& launch, std::uint64_t block,
                                        std::vector<std::uint32_t> moments);

// The same for whole blocks, at all moments; see machine::follow. The launch says which blocks ran.
void follow_locals(const RecordedKernel& kernel, const Launch& launch, machine::FollowOptions options,
                   const std::function<void(std::uint64_t block, machine::History history)>& take);

}  // namespace tilescope
