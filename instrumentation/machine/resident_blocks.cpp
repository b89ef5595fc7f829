#include "instrumentation/machine/resident_blocks.h"

#include <algorithm>
#include <utility>

#include "instrumentation/error.h"

namespace tilescope::machine {

// A new block goes first; then the next block that is not waiting, or for which memory has changed since. If there is
// none, the first waiting block would wait forever. False: all are done.
bool ResidentBlocks::choose() {
  const auto number = open_.size() < most_open ? work_.next() : std::nullopt;
  if (number) {
    if (free_.empty()) {
      if (!memory_) memory_ = std::make_shared<MemoryOfBlocks>();
      free_.push_back(work_.make(memory_));
      free_.back()->may_wait(waits_);
    }
    open_.push_back({std::move(free_.back()), *number});
    free_.pop_back();
    work_.start(*open_.back().block, *number);
    now_ = open_.size() - 1;
    return true;
  }
  if (open_.empty()) return false;
  for (std::size_t n = 0; n < open_.size() && !now_; ++n)
    if (const std::size_t at = (next_ + n) % open_.size(); open_[at].seen != memory_->changes) now_ = at;
  if (!now_) {
    open_.front().block->end_waiting(open_.size() == most_open);
    now_ = 0;
  } else if (std::exchange(open_[*now_].seen, std::nullopt)) {
    open_[*now_].block->wake_from_waiting();
  }
  return true;
}

bool ResidentBlocks::go_on(const std::function<bool()>& pauses) {
  for (;;) {
    if (!now_ && !choose()) return true;
    Open& open = open_[*now_];
    if (!open.block->go_on(pauses)) {
      if (!open.block->waits() && !open.block->yields()) return false;
      if (open.block->waits()) open.seen = memory_->changes;
      next_ = *now_ + 1;
      now_.reset();
      continue;
    }
    const Then then = work_.done(*open.block, open.number);
    if (then == Then::again) continue;
    free_.push_back(std::move(open.block));
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(*now_));
    next_ = *now_;
    now_.reset();
    if (then == Then::stop) return true;
  }
}

bool run_interleaved(const Code& code, const Launch& launch, const Mingled& how, Watching& watching) {
  Budget budget(usual_limit);
  std::uint64_t next = 0;
  Block* open = nullptr;  // the watched one
  bool fails = false;
  ResidentBlocks resident_blocks(
      {[&](std::shared_ptr<MemoryOfBlocks> memory) {
         auto block = std::make_unique<Block>(code, launch, std::make_shared<EventPool>(1), true, 1, std::move(memory));
         block->chains(true);
         block->spend(&budget);
         block->limit_printed(0, 0);
         return block;
       },
       [&]() -> std::optional<std::uint64_t> {
         while (next < launch.blocks() && how.runs && !how.runs(next)) ++next;
         return next < launch.blocks() ? std::optional(next++) : std::nullopt;
       },
       [&](Block& block, std::uint64_t number) {
         if (number == how.watched) open = &block;
         block.watch(number == how.watched ? &watching : nullptr);
         block.start(number, 1, false);
       },
       [&](Block& block, std::uint64_t number) {
         if (number == how.watched) std::exchange(open, nullptr)->end_watching();
         fails = block.take().front().fault.has_value();
         return fails || number == how.watched ? ResidentBlocks::Then::stop : ResidentBlocks::Then::next;
       }},
      true);
  if (!resident_blocks.go_on([&] { return how.goes_on && !how.goes_on(); }))
    throw Error("reading variables was cancelled");
  if (open != nullptr) open->end_watching();
  return fails;
}

}  // namespace tilescope::machine
