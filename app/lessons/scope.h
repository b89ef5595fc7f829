// The part of a launch that a figure is about: an array, a thread, a block, a moment; and the figures of such parts.
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
  bool each_thread = false;  // the maximum over all threads
  std::optional<std::uint32_t> thread;
  std::optional<std::size_t> block;
  std::vector<std::string> arguments;  // in the brackets after the figure's name
  std::optional<std::uint64_t> moment;
};

struct FoundFigure {
  std::string_view name;
  double (*value)(const Here&, const Scene&, const Scope&);
};

// Figures of warps: sectors, bank conflicts, rounds, active lanes.
[[nodiscard]] std::span<const FoundFigure> warp_figures();
// Modelled figures of how a GPU's multiprocessors share a launch.
[[nodiscard]] std::span<const FoundFigure> occupancy_figures();

// The array, which this figure requires.
[[nodiscard]] std::size_t array_asked(const Scope& scope, std::string_view figure);
// The chosen block, which must be recorded.
[[nodiscard]] std::size_t block_asked(const Here& here, const Scene& scene, const Scope& scope);

}  // namespace tilescope::lessons
