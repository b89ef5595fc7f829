// The CPU executor bit by bit; and what a launch did that its trace does not keep, as the executor ran it: the order of
// its threads, and what their variables held.
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

// What the CPU executor records, with pauses: for hosts with one thread that have other things to do.
class CpuRecording {
 public:
  CpuRecording(const RecordedKernel& kernel, const Launch& launch, const RecordOptions& options);
  ~CpuRecording();
  CpuRecording(const CpuRecording&) = delete;
  CpuRecording& operator=(const CpuRecording&) = delete;

  // Goes on until it is to pause; whether it is done.
  [[nodiscard]] bool go_on(const std::function<bool()>& pauses);
  [[nodiscard]] Trace take();  // once it is done

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// In which order the threads of the blocks whose events are kept take turns. Throws machine::TooManyTurns where there
// are more than `most`.
[[nodiscard]] Turns turns_of(const RecordedKernel& kernel, const Launch& launch, std::uint64_t most,
                             const std::function<bool()>& goes_on);

// What the variables of a block's threads held when so many of their events had happened, as the CPU executor records
// them.
[[nodiscard]] machine::Locals locals_at(const RecordedKernel& kernel, const Launch& launch, std::uint64_t block,
                                        std::vector<std::uint32_t> moments);

// The same of whole blocks, all moments of them; see machine::follow. Which of the blocks ran is known from the launch.
void follow_locals(const RecordedKernel& kernel, const Launch& launch, machine::FollowOptions options,
                   const std::function<void(std::uint64_t block, machine::History history)>& take);

}  // namespace tilescope
