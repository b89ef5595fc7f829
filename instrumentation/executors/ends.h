// Runs only the first and last blocks of a launch, if all of it would take too much time or memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "instrumentation/trace/launch.h"

namespace tilescope {

struct BeforeBeginning {
  std::uint32_t line = 0;
  std::string array;
  std::int32_t index = 0;
  bool stores = false;
  std::uint64_t block = 0;
  std::uint32_t thread = 0;
};

// The first access of these blocks before the beginning of an array, whatever the arrays contain; their lengths do not
// matter. Only the launch's grid counts, and its arrays may be short.
[[nodiscard]] std::optional<BeforeBeginning> before_beginning(const Launch& launch);

}  // namespace tilescope
