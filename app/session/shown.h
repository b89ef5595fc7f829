// What is on the stage: the launch in focus and the one beside it, with what is known of them, and how they look now.
// The parts of a session look at it; the session alone changes it.
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

// A launch, recorded and ready to be shown. The analyses of it follow: they go on while it is looked at, and end when
// nobody holds the replay any more.
struct Recorded {
  std::shared_ptr<const Replay> replay;
  std::optional<ResultCheck> result;                                // nothing where it is not known
  std::string note;                                                 // why the CPU recorded it where a GPU was hoped for
  std::shared_future<std::shared_ptr<const Explained>> explaining;  // invalid once it was taken
  std::shared_ptr<const Explained> explained;                       // null: not yet, or there was no memory for it
  std::shared_future<std::shared_ptr<const Explained>> timing;  // the same, once the plain kernel was timed on a GPU

  // The loads of all blocks, where they are counted on a GPU beside those that were recorded; and how much of that is
  // done.
  std::shared_future<std::shared_ptr<const WholeHeat>> heating;
  std::shared_ptr<const std::atomic<double>> heated;
  std::shared_ptr<const WholeHeat> whole_heat;

  // Takes the analyses in when they are done; true where that is now.
  bool take_explained();
  void wait_for_explained() const;
  [[nodiscard]] bool is_coming() const { return explaining.valid() || timing.valid() || heating.valid(); }
};

struct Shown {
  Recorded focus, beside;  // without a replay where nothing is open, or nothing can be compared
  Frame frame, beside_frame;

  [[nodiscard]] bool has_trace() const { return focus.replay != nullptr; }
  [[nodiscard]] const Replay& replay() const { return *focus.replay; }
  [[nodiscard]] const Replay* replay_beside() const { return beside.replay.get(); }
  // Whether the order in which threads ran can be asked for: of recordings on the CPU.
  [[nodiscard]] bool has_order() const { return has_trace() && trace().backend() == Backend::cpu; }
  [[nodiscard]] bool is_explaining() const { return focus.is_coming() || beside.is_coming(); }
  [[nodiscard]] const Trace& trace() const { return focus.replay->trace(); }
  [[nodiscard]] const Moments& moments() const { return focus.replay->moments(); }
  // What was launched so; it lives as long as somebody holds it.
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
