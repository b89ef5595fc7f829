// Blocks whose threads go in turns, on one OS thread, and which find what others wrote: one after the other; or, where
// one waits for what another has yet to store, from barrier to barrier in turn.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "instrumentation/machine/block/block.h"

namespace tilescope::machine {

class ResidentBlocks {
 public:
  enum class Then : std::uint8_t { next, again, stop };
  struct Work {
    std::function<std::unique_ptr<Block>(std::shared_ptr<MemoryOfBlocks>)> make;
    std::function<std::optional<std::uint64_t>()> next;  // which block begins now; none: all have
    std::function<void(Block&, std::uint64_t)> start;
    // A block is done: `again` where it was started once more.
    std::function<Then(Block&, std::uint64_t)> done;
  };
  // `waits`: whether blocks go in turn; else WaitsForBlocks is thrown where one waits.
  ResidentBlocks(Work work, bool waits) : work_(std::move(work)), waits_(waits) {}

  // Until all are done; false: `pauses` says that it is enough for now.
  [[nodiscard]] bool go_on(const std::function<bool()>& pauses);
  // What all of them wrote.
  [[nodiscard]] const MemoryOfBlocks* memory() const { return memory_.get(); }
  void each(const std::function<void(Block&)>& visit) {
    for (const Open& open : open_) visit(*open.block);
    for (const auto& block : free_) visit(*block);
  }

 private:
  struct Open {
    std::unique_ptr<Block> block;
    std::uint64_t number = 0;
    std::optional<std::uint64_t> seen = {};  // changes of memory when it began to wait; nothing: it does not
  };
  static constexpr std::size_t most_open = 1024;

  [[nodiscard]] bool choose();

  Work work_;
  bool waits_;
  std::shared_ptr<MemoryOfBlocks> memory_;
  std::vector<Open> open_;  // in the order in which they began
  std::vector<std::unique_ptr<Block>> free_;
  std::optional<std::size_t> now_;  // of those that are open
  std::size_t next_ = 0;            // that has its turn then
};

// Runs blocks that may wait for each other until this one is done, or a fault ends the launch, which it says. Throws
// where it is to stop.
struct Mingled {
  std::uint64_t watched = 0;
  const std::function<bool(std::uint64_t block)>& runs;  // which blocks; none: all
  const std::function<bool()>& goes_on;                  // asked now and then; false: stop
};
bool run_interleaved(const Code& code, const Launch& launch, const Mingled& how, Watching& watching);

}  // namespace tilescope::machine
