#include "instrumentation/machine/fences.h"

#include <algorithm>

#include "instrumentation/machine/code/access_of.h"
#include "instrumentation/machine/code/dataflow.h"

namespace tilescope::machine {

namespace {

// The state of the stores to an array, on the paths to a place. Where paths merge, the later value counts: after a
// barrier, a fence by one thread also covers the threads that skip it.
enum class Stored : std::uint8_t { none, by_all, fenced, unfenced };  // by_all: no fence yet, but a barrier

class StoredBefore {
 public:
  using State = std::vector<Stored>;  // by array

  explicit StoredBefore(const Code& code) : code_(code) {}

  [[nodiscard]] State first() const { return State(code_.arrays.size(), Stored::none); }

  [[nodiscard]] static bool join(State& to, const State& from, std::uint32_t) {
    const State before = to;
    for (std::size_t n = 0; n < to.size(); ++n) to[n] = std::max(to[n], from[n]);
    return to != before;
  }

  void pass(State& state, std::uint32_t at) const {
    const Instruction& i = code_.instructions[at];
    if (i.op == Op::store) {
      const std::uint32_t to = code_.accesses[i.what].array;
      for (std::size_t n = 0; n < state.size(); ++n)
        if ((to == anywhere || to == n) && is_global(n)) state[n] = Stored::unfenced;
    }
    for (Stored& stored : state) {
      if (i.op == Op::barrier && stored == Stored::unfenced) stored = Stored::by_all;
      if (i.op == Op::fence && stored != Stored::none) stored = Stored::fenced;
    }
  }

  void add_sites(const Access& access, std::vector<std::uint32_t>& sites) const {
    if (access.array != anywhere) {
      if (is_global(access.array)) sites.push_back(access.site);
      return;
    }
    for (std::uint32_t n = 0; n < code_.arrays.size(); ++n)
      if (is_global(n)) sites.push_back(access.site + 2 * n);
  }

 private:
  [[nodiscard]] bool is_global(std::size_t array) const { return code_.arrays[array].space == Space::global; }

  const Code& code_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> sites_past_unfenced_stores(const Code& code) {
  std::vector<std::vector<std::uint32_t>> all(code.arrays.size());
  const bool any_fence = std::any_of(code.instructions.begin(), code.instructions.end(),
                                     [](const Instruction& i) { return i.op == Op::fence; });
  if (!any_fence) return all;
  StoredBefore lattice(code);
  Dataflow(code, lattice).each([&](std::uint32_t n, const StoredBefore::State& before) {
    const Instruction& i = code.instructions[n];
    if (i.op != Op::atomic && i.op != Op::store) return;
    for (std::size_t array = 0; array < all.size(); ++array)
      if (before[array] == Stored::unfenced || before[array] == Stored::by_all)
        lattice.add_sites(*access_of(code, i), all[array]);
  });
  for (auto& sites : all) std::sort(sites.begin(), sites.end());
  return all;
}

}  // namespace tilescope::machine
