// Runs a text on this machine, as cuda::DeviceRun does on a GPU, and keeps all that it leaves.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/device_text/there.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/trace/count.h"
#include "tests/instrumentation/device_text/cases.h"

namespace tilescope::elsewhere {

struct Room {
  std::uint32_t capacity = 0;                   // events of a thread
  std::vector<std::uint32_t> slot_of_block;     // empty: of each its number
  std::vector<std::uint32_t> column_of_thread;  // empty: rows
};

struct Left {
  std::vector<std::vector<std::byte>> arrays;
  std::vector<std::uint32_t> events, more, made;
  std::vector<unsigned long long> paths, indices;
  std::vector<Tally> tallies;               // by block, array and kind
  std::vector<std::uint32_t> most_events;   // by block
  std::vector<device_text::BlockWay> ways;  // likewise
  std::array<std::uint32_t, 4> stuck{};
  std::string printed;
};

[[nodiscard]] Left run(const Case& one, std::size_t number, const machine::Launch& launch, Kind kind, const Room& room);

}  // namespace tilescope::elsewhere
