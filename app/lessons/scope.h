// The part of a launch that a figure is about: an array, a thread, a block, a moment; and figures of such parts.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/figures.h"

namespace tilescope::lessons {

struct Scope {
  std::optional<std::size_t> array;
  bool each_thread = false;  // the largest count of any thread
  std::optional<std::uint32_t> thread;
  std::optional<std::size_t> block;
  std::vector<std::string> arguments;  // the arguments of the name itself
  std::optional<std::uint64_t> moment;
};

struct FoundFigure {
  std::string_view name;
  double (*value)(const Here&, const Scene&, const Scope&);
};

// Figures of warps: sectors, ways, rounds, active lanes.
[[nodiscard]] std::span<const FoundFigure> warp_figures();
// How a GPU's multiprocessors share a launch, modelled.
[[nodiscard]] std::span<const FoundFigure> occupancy_figures();

// Requires an array, which messages name.
[[nodiscard]] std::size_t array_asked(const Scope& scope, std::string_view figure);
// The chosen block, which must have recorded events.
[[nodiscard]] std::size_t block_asked(const Here& here, const Scene& scene, const Scope& scope);

}  // namespace tilescope::lessons
