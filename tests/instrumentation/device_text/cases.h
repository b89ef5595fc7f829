// The kernels whose texts run elsewhere, each with the same launches for the writer and the runner of the texts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "instrumentation/device_text/write.h"
#include "instrumentation/machine/run.h"

namespace tilescope::elsewhere {

struct Case {
  std::string name;
  std::shared_ptr<const machine::Prepared> prepared{};
  std::vector<machine::Launch> launches{};  // with the same sides of blocks, and one rule for loads outside of arrays
};

[[nodiscard]] std::vector<Case> all_cases();

// What each of them is written as.
enum class Kind : std::uint8_t { wide, narrow, counts, ways, bare };
inline constexpr Kind kinds[] = {Kind::wide, Kind::narrow, Kind::counts, Kind::ways, Kind::bare};
[[nodiscard]] device_text::Options options_of(const machine::Launch& launch, std::size_t number, Kind kind);
// Whether two narrow events of a thread lie beside each other.
// Whether narrow events are values alone.
[[nodiscard]] inline bool is_thin(std::size_t number) { return number / 2 % 2 != 0; }
[[nodiscard]] inline bool in_pairs(std::size_t number) { return number % 2 != 0; }

}  // namespace tilescope::elsewhere
