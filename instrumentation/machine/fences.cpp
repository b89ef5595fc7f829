#include "instrumentation/machine/fences.h"

#include <algorithm>
#include <deque>

namespace tilescope::machine {

namespace {

// What became of the stores to an array, on the ways to a place. Of ways that meet, the later word counts: a fence of
// one thread behind a barrier is one for those that went round it.
enum class Stored : std::uint8_t { none, by_all, fenced, unfenced };  // by_all: no fence yet, but a barrier

using State = std::vector<Stored>;  // by array

class Ways {
 public:
  explicit Ways(const Code& code) : code_(code), before_(code.instructions.size()), came_(code.instructions.size()) {}

  // Joining is no order that only rises, so a place is looked at so often at most.
  void go() {
    constexpr std::uint8_t most = 16;
    std::deque<std::uint32_t> open;
    const auto come = [&](std::uint32_t to, const State& state) {
      if (to >= before_.size()) return;
      const bool is_new = came_[to] == 0;
      if (is_new) before_[to].assign(code_.arrays.size(), Stored::none);
      if ((join(before_[to], state) || is_new) && came_[to] < most) {
        ++came_[to];
        open.push_back(to);
      }
    };
    come(0, State(code_.arrays.size(), Stored::none));
    while (!open.empty()) {
      const std::uint32_t at = open.front();
      open.pop_front();
      const Instruction& i = code_.instructions[at];
      State state = before_[at];
      pass(i, state);
      if (i.op == Op::finish) continue;
      if (i.op == Op::jump || i.op == Op::branch) come(i.what, state);
      if (i.op != Op::jump) come(at + 1, state);
    }
  }

  [[nodiscard]] std::vector<std::vector<std::uint32_t>> found() const {
    std::vector<std::vector<std::uint32_t>> all(code_.arrays.size());
    for (std::size_t n = 0; n < code_.instructions.size(); ++n) {
      const Instruction& i = code_.instructions[n];
      if (came_[n] == 0 || (i.op != Op::atomic && i.op != Op::store)) continue;
      const Access& access = i.op == Op::atomic ? code_.atomics[i.what].access : code_.accesses[i.what];
      for (std::size_t array = 0; array < all.size(); ++array)
        if (const Stored stored = before_[n][array]; stored == Stored::unfenced || stored == Stored::by_all)
          add_sites(access, all[array]);
    }
    for (auto& sites : all) std::sort(sites.begin(), sites.end());
    return all;
  }

 private:
  static bool join(State& into, const State& from) {
    bool changed = false;
    for (std::size_t n = 0; n < into.size(); ++n)
      if (into[n] < from[n]) {
        into[n] = from[n];
        changed = true;
      }
    return changed;
  }

  [[nodiscard]] bool is_global(std::size_t array) const { return code_.arrays[array].space == Space::global; }

  void pass(const Instruction& i, State& state) const {
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

  const Code& code_;
  std::vector<State> before_;
  std::vector<std::uint8_t> came_;  // how often
};

}  // namespace

std::vector<std::vector<std::uint32_t>> sites_past_unfenced_stores(const Code& code) {
  const bool any_fence = std::any_of(code.instructions.begin(), code.instructions.end(),
                                     [](const Instruction& i) { return i.op == Op::fence; });
  if (!any_fence) return std::vector<std::vector<std::uint32_t>>(code.arrays.size());
  Ways ways(code);
  ways.go();
  return ways.found();
}

}  // namespace tilescope::machine
