// The block of a launch whose events are there now. Blocks are looked at one after another, and of those that are done
// there may be no events any more.
#pragma once

#include <cstddef>

#include "instrumentation/trace/trace.h"

namespace tilescope {

class OpenBlock {
 public:
  // What the block belongs to: arrays, sites, the launch. Whether that trace has blocks of its own does not matter.
  explicit OpenBlock(const Trace& launch) : launch_(launch) {}

  void open(std::size_t number, const BlockTrace& block) {
    number_ = number;
    block_ = &block;
  }
  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] const BlockTrace& block() const { return *block_; }
  [[nodiscard]] Column events(std::uint32_t thread) const {
    return {*block_->record, block_->first_lane + thread, launch_.sites().data()};
  }

 private:
  const Trace& launch_;
  std::size_t number_ = 0;
  const BlockTrace* block_ = nullptr;
};

}  // namespace tilescope
