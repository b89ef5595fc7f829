// A forward dataflow analysis: what holds before each instruction of a kernel on every path to it. A lattice defines
// the states and the effect of an instruction. States at jump targets are iterated until none changes.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "instrumentation/machine/code/flow.h"

namespace tilescope::machine {

template <class L>
concept Lattice = requires(L& lattice, typename L::State& state, const typename L::State& other, std::uint32_t n) {
  // The state at the start of a kernel.
  { lattice.first() } -> std::same_as<typename L::State>;
  // Merges another state into `state`; true if that changed it. `n` counts the changes from backward jumps to this
  // place: a lattice with unbounded states must widen them at some point.
  { lattice.join(state, other, n) } -> std::same_as<bool>;
  // The effect of instruction n on the state.
  lattice.pass(state, n);
};
// Optional, if a branch reveals something by its direction: lattice.part(state, n, whether branch n is taken).

template <Lattice L>
class Dataflow {
 public:
  using State = typename L::State;

  Dataflow(const Code& code, L& lattice)
      : code_(code), lattice_(lattice), meets_(targets_of(code)), before_(meets_.size()), places_(meets_.size()) {
    meets_.back() = true;
    lead(0, 0, lattice.first());
    while (std::exchange(goes_round_, false))
      for (std::uint32_t n = 0; n < code.instructions.size(); ++n)
        if (std::exchange(places_[n].is_new, false))
          follow(
              n, [](std::uint32_t, const State&) {},
              [&](std::uint32_t from, std::uint32_t to, const State& state) { lead(from, to, state); });
  }

  // Calls visit(instruction, state before it), in order, for reachable instructions.
  template <class Visit>
  void each(const Visit& visit) {
    for (std::uint32_t n = 0; n < code_.instructions.size(); ++n)
      if (before_[n]) follow(n, visit, [](std::uint32_t, std::uint32_t, const State&) {});
  }

 private:
  struct MeetingPoint {
    bool is_new = false;
    std::uint32_t rounds = 0;  // number of backward jumps that changed the state
  };

  // From one merge point to the next.
  template <class Visit, class Lead>
  void follow(std::uint32_t n, const Visit& visit, const Lead& lead_to) {
    for (State state = *before_[n];; ++n) {
      const Instruction& i = code_.instructions[n];
      visit(n, std::as_const(state));
      lattice_.pass(state, n);
      if (i.op == Op::jump) lead_to(n, i.what, state);
      if (i.op == Op::branch) part(n, state, lead_to);
      if (!goes_on(i)) return;
      if (meets_[n + 1]) return lead_to(n, n + 1, state);
    }
  }

  // Propagates to the target of a branch, and leaves the state of the branch not taken.
  template <class Lead>
  void part(std::uint32_t n, State& state, const Lead& lead_to) {
    const std::uint32_t to = code_.instructions[n].what;
    if constexpr (requires { lattice_.part(state, n, true); }) {
      State taken = state;
      lattice_.part(taken, n, true);
      lattice_.part(state, n, false);
      lead_to(n, to, taken);
    } else {
      lead_to(n, to, state);
    }
  }

  void lead(std::uint32_t from, std::uint32_t to, const State& state) {
    MeetingPoint& place = places_[to];
    const bool is_back = to <= from, is_first = !before_[to];
    if (is_first)
      before_[to] = state;
    else if (!lattice_.join(*before_[to], state, is_back ? place.rounds : 0))
      return;
    place.is_new = true;
    goes_round_ = goes_round_ || is_back;
    if (is_back && !is_first) ++place.rounds;
  }

  const Code& code_;
  L& lattice_;
  std::vector<bool> meets_;                   // by instruction: it is the target of a jump
  std::vector<std::optional<State>> before_;  // at those, and at the first instruction
  std::vector<MeetingPoint> places_;
  bool goes_round_ = false;  // an instruction that was already passed has a new state
};

}  // namespace tilescope::machine
