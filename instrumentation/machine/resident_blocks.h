// Blocks whose threads run in turns, on one OS thread, and which see each other's stores. They run one after another
// or, if a block waits for another block's store, alternate at barriers.
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
    std::function<std::optional<std::uint64_t>()> next;  // the next block to start; none: all have
    std::function<void(Block&, std::uint64_t)> start;
    // Called when a block is done; returns `again` if it was restarted.
    std::function<Then(Block&, std::uint64_t)> done;
  };
  // `waits`: blocks alternate; otherwise WaitsForBlocks is thrown if one waits.
  ResidentBlocks(Work work, bool waits) : work_(std::move(work)), waits_(waits) {}

  // Runs until all are done; false: `pauses` returned true.
  [[nodiscard]] bool go_on(const std::function<bool()>& pauses);
  // The stores of all blocks.
  [[nodiscard]] const MemoryOfBlocks* memory() const { return memory_.get(); }
  void each(const std::function<void(Block&)>& visit) {
    for (const Open& open : open_) visit(*open.block);
    for (const auto& block : free_) visit(*block);
  }

 private:
  struct Open {
    std::unique_ptr<Block> block;
    std::uint64_t number = 0;
    std::optional<std::uint64_t> seen = {};  // memory changes when it began to wait; none: it does not
  };
  static constexpr std::size_t most_open = 1024;

  [[nodiscard]] bool choose();

  Work work_;
  bool waits_;
  std::shared_ptr<MemoryOfBlocks> memory_;
  std::vector<Open> open_;  // in the order of their start
  std::vector<std::unique_ptr<Block>> free_;
  std::optional<std::size_t> now_;  // index in open_
  std::size_t next_ = 0;            // index of the block that runs after it
};

// Runs blocks that may wait for each other until the watched one is done, or a fault ends the launch; returns true for
// a fault. Throws if it is stopped.
struct Mingled {
  std::uint64_t watched = 0;
  const std::function<bool(std::uint64_t block)>& runs;  // which blocks run; null: all
  const std::function<bool()>& goes_on;                  // polled regularly; false: stop
};
bool run_interleaved(const Code& code, const Launch& launch, const Mingled& how, Watching& watching);

}  // namespace tilescope::machine
