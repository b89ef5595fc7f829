#include "instrumentation/launching/texts/switches.h"

#include <array>

namespace tilescope {

namespace {

constexpr std::array<Switch, 9> all{{
    {"remove barrier 1", "barrier 1 removed", "tiled", "tiled_no_first_barrier"},
    {"remove barrier 2", "barrier 2 removed", "tiled", "tiled_no_second_barrier"},
    {"barrier in a branch", "barrier in a branch", "tiled", "tiled_barrier_in_branch"},
    {"barrier in the inner loop", "barrier in the inner loop", "tiled", "tiled_barrier_in_inner_loop"},
    {"stop k one step early", "k stops one step early", "tiled", "tiled_short_loop"},
    {"transpose the tile", "tile transposed", "tiled", "tiled_transposed"},
    {"pad the tile", "tile padded", "tiled_transposed", "tiled_transposed_padded"},
    {"drop the guards", "guards dropped", "tiled_bounded", "tiled_unguarded"},
    {"swap x and y", "x and y swapped", "naive", "naive_uncoalesced"},
}};

}  // namespace

std::span<const Switch> switches() { return all; }

std::vector<Switchable> switches_of(std::string_view kernel) {
  std::vector<Switchable> found;
  for (const Switch& one : all) {
    if (one.from == kernel) found.push_back({one.words, one.when_on, false, one.to});
    if (one.to == kernel) found.push_back({one.words, one.when_on, true, one.from});
  }
  return found;
}

}  // namespace tilescope
