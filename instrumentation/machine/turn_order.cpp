#include "instrumentation/machine/turn_order.h"

#include <map>

#include "instrumentation/error.h"
#include "instrumentation/machine/resident_blocks.h"

namespace tilescope::machine {

namespace {

class TurnOrder {
 public:
  TurnOrder(const Prepared& kernel, const Launch& launch, const TurnOptions& options)
      : code_(kernel.code(Lanes::apart)), launch_(launch), options_(options) {}

  Turns run(bool interleaved) {
    Budget budget(usual_limit);
    ResidentBlocks resident_blocks({[&](std::shared_ptr<MemoryOfBlocks> memory) {
                                      auto block = std::make_unique<Block>(
                                          code_, launch_, std::make_shared<EventPool>(1), true, 1, std::move(memory));
                                      block->chains(is_chained(code_));
                                      block->spend(&budget);
                                      block->limit_printed(0, 0);
                                      return block;
                                    },
                                    [this]() { return next(); },
                                    [this](Block& block, std::uint64_t number) {
                                      block.log_turns(&turns_[number]);
                                      block.start(number, 1, false);
                                    },
                                    [this](Block& block, std::uint64_t number) {
                                      const bool fails = block.take().front().fault.has_value();
                                      if (!keeps(number)) turns_.erase(number);
                                      require_room();
                                      return fails ? ResidentBlocks::Then::stop : ResidentBlocks::Then::next;
                                    }},
                                   interleaved);
    const bool done = resident_blocks.go_on([this] {
      require_room();
      return options_.goes_on && !options_.goes_on();
    });
    if (!done) throw Error("the search for an order of threads was cancelled");
    Turns all;
    for (const auto& [number, of_block] : turns_)
      if (keeps(number)) all.insert(all.end(), of_block.begin(), of_block.end());
    return all;
  }

 private:
  std::optional<std::uint64_t> next() {
    for (; next_ < launch_.blocks(); ++next_)
      if ((!options_.runs || options_.runs(next_)) && (keeps(next_) || is_chained(code_))) return next_++;
    return std::nullopt;
  }
  [[nodiscard]] bool keeps(std::uint64_t number) const { return !options_.keeps || options_.keeps(number); }
  void require_room() const {
    std::uint64_t turns = 0;
    for (const auto& of_block : turns_) turns += of_block.second.size();
    if (turns > options_.most) throw TooManyTurns{};
  }

  const Code& code_;
  const Launch& launch_;
  const TurnOptions& options_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Turns> turns_;  // by block
};

}  // namespace

Turns turn_order(const Prepared& kernel, const Launch& launch, const TurnOptions& options) {
  try {
    return TurnOrder(kernel, launch, options).run(false);
  } catch (const WaitsForBlocks&) {
    return TurnOrder(kernel, launch, options).run(true);
  }
}

}  // namespace tilescope::machine
