// The values of a block's variables at every moment. The block runs once more (watch.h), and the changes from moment to
// moment are kept, so that any moment can be looked up at once.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "instrumentation/machine/watch.h"

namespace tilescope::machine {

class History {
 public:
  // Valid from this moment of the thread until the next change.
  struct Change {
    static constexpr std::uint32_t out_of_scope = 0xffffffff;
    std::uint32_t events = 0;  // the thread's events before it
    std::uint32_t set = 0;     // 1 + the line that set it; 0: declared, but not set
    std::uint64_t bits = 0;

    [[nodiscard]] bool is_there() const { return set != out_of_scope; }
  };

  std::vector<LocalName> names;
  std::vector<Number> numbers;      // by name
  std::vector<std::string> arrays;  // as in Locals
  std::uint32_t threads = 0;

  // If ends of statements are included: `events` in changes is then the index of a point, and there is a point for each
  // time that something changes.
  struct Point {
    std::uint32_t events = 0;
    std::uint32_t line = 0;
    bool is_moment = false;  // true: the state after this many events; false: a state between two events
  };
  std::vector<std::vector<Point>> points;  // by thread; empty: a point is a moment

  // By moment; the last may be one more than the thread's events, which is its end. A name is out of scope before its
  // first change, and if it was not wanted.
  [[nodiscard]] std::span<const Change> changes(std::uint32_t thread, std::uint32_t name) const {
    return changes_[std::size_t{thread} * names.size() + name];
  }
  // Null if it is out of scope.
  [[nodiscard]] const Change* at(std::uint32_t thread, std::uint32_t name, std::uint32_t events) const;
  [[nodiscard]] LocalValue value(std::uint32_t name, const Change& change) const;
  // Everything in scope, as in Locals.
  [[nodiscard]] std::vector<LocalValue> at(std::uint32_t thread, std::uint32_t events) const;

 private:
  friend class Follow;
  std::vector<std::vector<Change>> changes_;  // by thread and name
};

struct FollowOptions {
  std::vector<std::uint64_t> blocks;                        // in order
  std::function<bool(std::uint64_t block)> runs;            // as in WatchOptions
  std::function<bool(const std::string& variable)> wanted;  // null: all
  bool every_statement = false;                             // includes ends of statements, not only moments
  std::uint64_t most_changes = std::uint64_t{10} << 20;     // per block, 16 bytes each
  std::function<bool()> goes_on;                            // polled regularly; false: stop
};

// Thrown if a block's variables change more often than allowed.
struct TooManyChanges {};

// Passes each block's history to `take` in turn. Throws what `watch` throws, and TooManyChanges.
void follow(const Prepared& kernel, const Launch& launch, const FollowOptions& options,
            const std::function<void(std::uint64_t block, History history)>& take);

}  // namespace tilescope::machine
