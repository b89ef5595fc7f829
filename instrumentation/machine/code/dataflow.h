// A forward dataflow: what is known before each instruction of a kernel, whichever way a thread came there. What that
// is and what an instruction makes of it is said by a lattice; the states at the targets of jumps go round until none
// is new.
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
  // What is known where a kernel begins.
  { lattice.first() } -> std::same_as<typename L::State>;
  // Makes of a state what holds if another one may hold instead; whether that is new. The number says how often jumps
  // back to this place have brought something new: a lattice in which states could grow forever widens them then.
  { lattice.join(state, other, n) } -> std::same_as<bool>;
  // What instruction n makes of the state.
  lattice.pass(state, n);
};
// Besides, where a branch tells something by the way it goes: lattice.part(state, n, whether branch n is taken).

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

  // visit(instruction, what is known before it), in order; not of those to which no way leads.
  template <class Visit>
  void each(const Visit& visit) {
    for (std::uint32_t n = 0; n < code_.instructions.size(); ++n)
      if (before_[n]) follow(n, visit, [](std::uint32_t, std::uint32_t, const State&) {});
  }

 private:
  struct MeetingPoint {
    bool is_new = false;
    std::uint32_t rounds = 0;  // jumps back that brought something new
  };

  // From a place where ways meet to the next one.
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

  // Leads to where a branch is taken, and leaves the state where it is not.
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
  std::vector<bool> meets_;                   // by instruction: a jump leads there
  std::vector<std::optional<State>> before_;  // of those, and of the first one
  std::vector<MeetingPoint> places_;
  bool goes_round_ = false;  // something new has come to an instruction that was passed
};

}  // namespace tilescope::machine
