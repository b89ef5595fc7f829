// Which part of a launch a figure is asked of: an array, a thread, a block, a moment; and the figures asked so.
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
  std::vector<std::string> arguments;  // of the name itself
  std::optional<std::uint64_t> moment;
};

struct FoundFigure {
  std::string_view name;
  double (*value)(const Here&, const Scene&, const Scope&);
};

// What the lanes of warps do together: sectors, ways, rounds, lanes that take part.
[[nodiscard]] std::span<const FoundFigure> warp_figures();
// How a launch is dealt out to a GPU's multiprocessors, modelled.
[[nodiscard]] std::span<const FoundFigure> occupancy_figures();

// "load sums" in a message: an array has to be named.
[[nodiscard]] std::size_t array_asked(const Scope& scope, std::string_view figure);
// The block asked about, which has to be one that kept its events.
[[nodiscard]] std::size_t block_asked(const Here& here, const Scene& scene, const Scope& scope);

}  // namespace tilescope::lessons
