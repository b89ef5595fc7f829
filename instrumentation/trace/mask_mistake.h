// Places where threads called a warp function with a mask that does not match the lanes that arrived.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "instrumentation/trace/operands.h"

namespace tilescope {

// All mistakes of one kind on one line. A mask may name lanes that have returned, but no lane gets a value from them.
struct MaskMistake {
  enum class Kind : std::uint8_t {
    caller_unnamed,  // the mask does not name the caller
    named_missing,   // lanes in the mask never make this call with this mask
    asked_unnamed,   // a shuffle reads from a lane that the mask does not name
    asked_missing,   // it reads from a named lane that has returned or does not exist
  };
  static constexpr std::uint32_t unknown = 0xffffffff;

  Kind kind = Kind::caller_unnamed;
  WarpKind function = WarpKind::wait;
  std::uint32_t line = 0;

  std::uint64_t times = 0;               // the number of calls by threads
  std::uint64_t blocks = 0;              // the number of different blocks
  std::vector<std::uint32_t> intervals;  // the different intervals, numbered across all blocks, in order

  // The first mistake, by block, interval, thread and event.
  std::uint64_t block = 0;
  std::uint32_t interval = 0;
  std::uint32_t thread = 0;
  std::uint32_t event = unknown;  // its number
  std::uint32_t mask = 0;
  std::uint32_t lanes = 0;  // the missing or source lanes, a bit for each lane of the warp

  [[nodiscard]] auto cause() const { return std::tuple(line, function, kind); }
  [[nodiscard]] auto place() const { return std::tuple(block, interval, thread, event); }
  bool operator==(const MaskMistake&) const = default;
};

[[nodiscard]] std::string_view name_of(MaskMistake::Kind kind);  // "named_missing"

// `known` and `more` are from different blocks.
void add_mask_mistake(std::vector<MaskMistake>& known, const MaskMistake& more);

}  // namespace tilescope
