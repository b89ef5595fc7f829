// Playback of one trace: what there was to see at any moment. Going back is the same as going on.
#pragma once

#include <memory>

#include "app/replay/frame.h"
#include "app/replay/ways.h"

namespace tilescope {

// All that playback ever changes.
struct Cursor {
  std::uint64_t moment = 0;
  Grain grain = Grain::step;  // decides what is lit: the last event, or the whole step
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::optional<std::uint32_t> partner = {};
  bool only_warp = false;  // what the thread's warp does is lit, and not all that the block does

  bool operator==(const Cursor&) const = default;
};

struct TooLarge {};

class Replay {
 public:
  explicit Replay(std::shared_ptr<const Trace> trace);
  // In the order in which threads ran. Throws TooLarge where that takes too much memory.
  Replay(std::shared_ptr<const Trace> trace, const Turns& turns);
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  [[nodiscard]] const Trace& trace() const { return *trace_; }
  [[nodiscard]] const std::shared_ptr<const Trace>& shared_trace() const { return trace_; }
  // In the order in which threads ran.
  [[nodiscard]] bool is_as_ran() const { return order().is_of_turns(); }
  [[nodiscard]] const Scenery& scenery() const { return scenery_; }
  [[nodiscard]] const Order& order() const { return scenery_.order(); }
  [[nodiscard]] const Moments& moments() const { return scenery_.moments(); }
  [[nodiscard]] const std::vector<std::size_t>& blocks() const { return scenery_.blocks(); }

  [[nodiscard]] Frame at(const Cursor& cursor) const;

 private:
  std::shared_ptr<const Trace> trace_;
  Scenery scenery_;
  Ways ways_;
};

// What a thread loads in the whole launch, in its order; and of what two threads load, what they have in common.
[[nodiscard]] std::vector<Footprint> footprint_of(const Trace& trace, std::size_t block, std::uint32_t thread);
[[nodiscard]] SharedLoads loads_in_common(const std::vector<Footprint>& one, const std::vector<Footprint>& other);

}  // namespace tilescope
