// Places where threads called a warp function with a mask that does not fit the lanes that arrived.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "instrumentation/trace/operands.h"

namespace tilescope {

// All of one kind in one line. Lanes that have returned before may be named, but no lane gets a value from them.
struct MaskMistake {
  enum class Kind : std::uint8_t {
    caller_unnamed,  // the mask does not name the caller
    named_missing,   // lanes that it names never make this call with this mask
    asked_unnamed,   // a shuffle asks a lane that the mask does not name
    asked_missing,   // one that it names, and that has returned, or that the block does not have
  };
  static constexpr std::uint32_t unknown = 0xffffffff;

  Kind kind = Kind::caller_unnamed;
  WarpKind function = WarpKind::wait;
  std::uint32_t line = 0;

  std::uint64_t times = 0;               // calls of a thread
  std::uint64_t blocks = 0;              // different ones
  std::vector<std::uint32_t> intervals;  // different ones, as all blocks number them, in order

  // The first, by block, interval, thread and event.
  std::uint64_t block = 0;
  std::uint32_t interval = 0;
  std::uint32_t thread = 0;
  std::uint32_t event = unknown;  // its number
  std::uint32_t mask = 0;
  std::uint32_t lanes = 0;  // the missing or asked lanes: a bit for each of the warp

  [[nodiscard]] auto cause() const { return std::tuple(line, function, kind); }
  [[nodiscard]] auto place() const { return std::tuple(block, interval, thread, event); }
  bool operator==(const MaskMistake&) const = default;
};

[[nodiscard]] std::string_view name_of(MaskMistake::Kind kind);  // "named_missing"

// For blocks that are others than those that are known.
void add_mask_mistake(std::vector<MaskMistake>& known, const MaskMistake& more);

}  // namespace tilescope
