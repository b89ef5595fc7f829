#include "app/stage/stage_options.h"

#include <algorithm>

namespace tilescope {

std::optional<std::size_t> StageOptions::wrong_in(std::uint8_t array) const {
  const ResultCheck* const of = result != nullptr ? result->of(array) : nullptr;
  return of != nullptr ? std::optional(of->wrong.size()) : std::nullopt;
}

std::span<const std::uint32_t> StageOptions::spoiled_in(std::uint8_t array) const {
  const ResultCheck* const of = shows_wrong && result != nullptr ? result->of(array) : nullptr;
  return of != nullptr ? std::span(of->wrong) : std::span<const std::uint32_t>();
}

}  // namespace tilescope
