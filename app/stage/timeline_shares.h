// Shares of what threads do, for a timeline whose steps are too narrow for a column each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/stage/timeline_axis.h"

namespace tilescope {

struct StepRange {
  std::uint32_t first = 0, end = 0;

  [[nodiscard]] bool holds(std::uint32_t step) const { return first <= step && step < end; }
  bool operator==(const StepRange&) const = default;
};

// All steps as whole phases or equal parts of a phase, each at least `least` pixels wide. They depend on the width of a
// step alone, so that no share changes while the cursor moves or the timeline scrolls.
[[nodiscard]] std::vector<StepRange> ranges_for_shares(const Order& order, float width_of_step, float least);

struct StepShare {
  ActivityKind kind;
  double part = 0;
};

// The shares of some threads of a block.
class StepShares {
 public:
  StepShares(const Scenery& scenery, std::size_t block, std::span<const std::uint32_t> threads);

  // Of the threads' steps, in the order in which they are stacked. In lockstep, threads without events in a step are
  // the rest. In turns, a thread's steps are those in which it has events.
  [[nodiscard]] std::vector<StepShare> in(const StepRange& range) const;

 private:
  [[nodiscard]] std::vector<StepShare> waiting_at(std::uint32_t step) const;

  struct OnPath {
    std::uint32_t path = 0, threads = 0;
  };
  const Scenery& scenery_;
  std::vector<OnPath> paths_;
  std::uint32_t threads_ = 0;
};

// "loading A"; short: "A".
[[nodiscard]] std::string name_of(const Scenery& scenery, const ActivityKind& kind, bool is_short = false);
// "93 %", "1.4 %".
[[nodiscard]] std::string percent_name(double part);

// Words, and behind them the shares with their colours; nothing but the words if there is no room.
void draw_shares_key(Picture& picture, const Box& row, std::initializer_list<std::string> words, float size,
                     const Scenery& scenery, const std::vector<StepShare>& shares);

}  // namespace tilescope
