// The values of a block's variables at every moment: the block is run once more (watch.h), and what changes from moment
// to moment is kept. So any moment can be asked for at once.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "instrumentation/machine/watch.h"

namespace tilescope::machine {

class History {
 public:
  // From that moment of the thread on, until the next change.
  struct Change {
    static constexpr std::uint32_t out_of_scope = 0xffffffff;
    std::uint32_t events = 0;  // of the thread, that had happened
    std::uint32_t set = 0;     // one more than the line that set it; 0: it is declared, and that is all
    std::uint64_t bits = 0;

    [[nodiscard]] bool is_there() const { return set != out_of_scope; }
  };

  std::vector<LocalName> names;
  std::vector<Number> numbers;      // of each name
  std::vector<std::string> arrays;  // as Locals has them
  std::uint32_t threads = 0;

  // Where ends of statements were asked for: what is called events in changes is then the number of a point, one for
  // each time that something changes.
  struct Point {
    std::uint32_t events = 0;
    std::uint32_t line = 0;
    bool is_moment = false;  // what is told of this many events; else it passes between two of them
  };
  std::vector<std::vector<Point>> points;  // of each thread; none: a point is a moment

  // By moment; the last may be one more than the thread has events, which is its end. Before the first one, and of what
  // was not wanted, it is not in scope.
  [[nodiscard]] std::span<const Change> changes(std::uint32_t thread, std::uint32_t name) const {
    return changes_[std::size_t{thread} * names.size() + name];
  }
  // Null if it is not in scope.
  [[nodiscard]] const Change* at(std::uint32_t thread, std::uint32_t name, std::uint32_t events) const;
  [[nodiscard]] LocalValue value(std::uint32_t name, const Change& change) const;
  // All that is in scope, as Locals has it.
  [[nodiscard]] std::vector<LocalValue> at(std::uint32_t thread, std::uint32_t events) const;

 private:
  friend class Follow;
  std::vector<std::vector<Change>> changes_;  // by thread and name
};

struct FollowOptions {
  std::vector<std::uint64_t> blocks;                        // in order
  std::function<bool(std::uint64_t block)> runs;            // as WatchOptions has it
  std::function<bool(const std::string& variable)> wanted;  // none: all
  bool every_statement = false;                             // ends of statements as well as moments
  std::uint64_t most_changes = std::uint64_t{10} << 20;     // of a block, 16 bytes each
  std::function<bool()> goes_on;                            // asked now and then; false: stop
};

// A block's variables change more often than was allowed.
struct TooManyChanges {};

// Hands over each block's history in turn. Throws what `watch` throws, and TooManyChanges.
void follow(const Prepared& kernel, const Launch& launch, const FollowOptions& options,
            const std::function<void(std::uint64_t block, History history)>& take);

}  // namespace tilescope::machine
