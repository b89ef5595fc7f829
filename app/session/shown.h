// The stage: the launch in focus and the one beside it, with their analyses and current frames. All parts of a session
// read it; only the session changes it.
#pragma once

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "app/explain/explained.h"
#include "app/replay/replay.h"
#include "instrumentation/analysis/result_check.h"

namespace tilescope {

// A recorded launch, ready to be shown. Its analyses run while it is shown, and end when the replay is freed.
struct Recorded {
  std::shared_ptr<const Replay> replay;
  std::optional<ResultCheck> result;                                // empty: not known
  std::string note;                                                 // why the CPU recorded it instead of a GPU
  std::shared_future<std::shared_ptr<const Explained>> explaining;  // invalid once taken
  std::shared_ptr<const Explained> explained;                       // null: not ready, or out of memory
  std::shared_future<std::shared_ptr<const Explained>> timing;  // the same, after the plain kernel was timed on a GPU

  // The loads of all blocks, if a GPU counts them in addition to the recorded ones, and the fraction that is done.
  std::shared_future<std::shared_ptr<const WholeHeat>> heating;
  std::shared_ptr<const std::atomic<double>> heated;
  std::shared_ptr<const WholeHeat> whole_heat;

  // Takes in finished analyses; true if there were any.
  bool take_explained();
  void wait_for_explained() const;
  [[nodiscard]] bool is_coming() const { return explaining.valid() || timing.valid() || heating.valid(); }
};

struct Shown {
  Recorded focus, beside;  // without a replay if nothing is open, or there is nothing to compare
  Frame frame, beside_frame;

  [[nodiscard]] bool has_trace() const { return focus.replay != nullptr; }
  [[nodiscard]] const Replay& replay() const { return *focus.replay; }
  [[nodiscard]] const Replay* replay_beside() const { return beside.replay.get(); }
  // Whether the threads can be shown as they ran; only recordings on the CPU have their order.
  [[nodiscard]] bool has_order() const { return has_trace() && trace().backend() == Backend::cpu; }
  [[nodiscard]] bool is_explaining() const { return focus.is_coming() || beside.is_coming(); }
  [[nodiscard]] const Trace& trace() const { return focus.replay->trace(); }
  [[nodiscard]] const Moments& moments() const { return focus.replay->moments(); }
  // Shares ownership: the launch lives as long as this pointer.
  [[nodiscard]] std::shared_ptr<const Launch> launch() const { return {focus.replay, &trace().launch()}; }
  [[nodiscard]] std::string kernel_beside() const {
    return beside.replay == nullptr ? "" : beside.replay->trace().launch().kernel;
  }
  [[nodiscard]] bool was_recorded(std::size_t block) const {
    const auto& blocks = focus.replay->blocks();
    return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
  }
};

}  // namespace tilescope
