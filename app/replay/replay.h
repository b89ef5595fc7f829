// Playback of one trace: the state at any moment. Going back costs the same as going forward.
#pragma once

#include <memory>
#include <utility>

#include "app/replay/frame.h"
#include "app/replay/ways.h"

namespace tilescope {

// The whole state of playback.
struct Cursor {
  std::uint64_t moment = 0;
  Grain grain = Grain::step;  // decides which events are lit: the last one, or those of the whole step
  std::size_t block = 0;
  std::uint32_t thread = 0;
  std::optional<std::uint32_t> partner = {};
  bool only_warp = false;  // lights only the thread's warp, not the whole block

  bool operator==(const Cursor&) const = default;
};

struct TooLarge {};

class Replay {
 public:
  explicit Replay(std::shared_ptr<const Trace> trace);
  // In the order in which threads ran. Throws TooLarge if that would take too much memory.
  Replay(std::shared_ptr<const Trace> trace, const Turns& turns);
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  [[nodiscard]] const Trace& trace() const { return *trace_; }
  [[nodiscard]] const std::shared_ptr<const Trace>& shared_trace() const { return trace_; }
  // Whether this is the order in which threads ran.
  [[nodiscard]] bool is_as_ran() const { return order().is_of_turns(); }
  [[nodiscard]] const Scenery& scenery() const { return scenery_; }
  [[nodiscard]] const Order& order() const { return scenery_.order(); }
  [[nodiscard]] const Moments& moments() const { return scenery_.moments(); }
  [[nodiscard]] const std::vector<std::size_t>& blocks() const { return scenery_.blocks(); }

  [[nodiscard]] Frame at(const Cursor& cursor) const;

 private:
  friend struct Carried<std::shared_ptr<const Replay>>;
  Replay(std::shared_ptr<const Trace> trace, Scenery::Bare bare) : trace_(std::move(trace)), scenery_(*trace_, bare) {}

  std::shared_ptr<const Trace> trace_;
  Scenery scenery_;
  Ways ways_;
};

// A thread's loads in the whole launch, in order; and the elements that two threads both load.
[[nodiscard]] std::vector<Footprint> footprint_of(const Trace& trace, std::size_t block, std::uint32_t thread);
[[nodiscard]] SharedLoads loads_in_common(const std::vector<Footprint>& one, const std::vector<Footprint>& other);

}  // namespace tilescope
