#include "instrumentation/launching/texts/switches.h"

#include <array>

namespace tilescope {

namespace {

constexpr std::array<Switch, 9> all{{
    {"remove barrier 1", "tiled", "tiled_no_first_barrier"},
    {"remove barrier 2", "tiled", "tiled_no_second_barrier"},
    {"barrier in a branch", "tiled", "tiled_barrier_in_branch"},
    {"barrier in the inner loop", "tiled", "tiled_barrier_in_inner_loop"},
    {"stop k one early", "tiled", "tiled_short_loop"},
    {"transpose the tile", "tiled", "tiled_transposed"},
    {"pad it", "tiled_transposed", "tiled_transposed_padded"},
    {"drop the guards", "tiled_bounded", "tiled_unguarded"},
    {"swap x and y", "naive", "naive_uncoalesced"},
}};

}  // namespace

std::span<const Switch> switches() { return all; }

std::vector<Switchable> switches_of(std::string_view kernel) {
  std::vector<Switchable> found;
  for (const Switch& one : all) {
    if (one.from == kernel) found.push_back({one.words, false, one.to});
    if (one.to == kernel) found.push_back({one.words, true, one.from});
  }
  return found;
}

}  // namespace tilescope
