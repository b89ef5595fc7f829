// Where states meet, go round loops and part at branches, by lattices that can be followed by hand.
#include "instrumentation/machine/code/dataflow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tilescope::machine {
namespace {

using Numbers = std::set<std::uint32_t>;

Code code_of(const std::vector<Instruction>& instructions) {
  Code code;
  code.instructions = instructions;
  return code;
}
Instruction other() { return {}; }
Instruction jump(std::uint32_t to) { return {.op = Op::jump, .what = to}; }
Instruction branch(std::uint32_t to) { return {.op = Op::branch, .what = to}; }
Instruction finish() { return {.op = Op::finish}; }

// Which instructions may have been done before.
struct Done {
  using State = Numbers;
  [[nodiscard]] State first() const { return {}; }
  bool join(State& to, const State& from, std::uint32_t) const {
    const std::size_t before = to.size();
    to.insert(from.begin(), from.end());
    return to.size() > before;
  }
  void pass(State& state, std::uint32_t n) const { state.insert(n); }
};
static_assert(Lattice<Done>);

std::map<std::uint32_t, Numbers> done_before(const std::vector<Instruction>& instructions) {
  const Code code = code_of(instructions);
  Done lattice;
  std::map<std::uint32_t, Numbers> all;
  Dataflow(code, lattice).each([&](std::uint32_t n, const Numbers& before) { all[n] = before; });
  return all;
}

TEST(Dataflow, JoinsWhatComesFromBothWaysOfABranch) {
  const auto before = done_before({branch(3), other(), jump(4), other(), finish()});
  EXPECT_EQ(before.at(1), (Numbers{0}));
  EXPECT_EQ(before.at(3), (Numbers{0}));
  EXPECT_EQ(before.at(4), (Numbers{0, 1, 2, 3}));
}

TEST(Dataflow, BringsWhatALoopDoesBackToItsHead) {
  const auto before = done_before({other(), branch(4), other(), jump(1), finish()});
  EXPECT_EQ(before.at(1), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(before.at(4), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(before.at(0), Numbers{});
}

TEST(Dataflow, LeavesOutWhatNoWayLeadsTo) {
  const auto before = done_before({branch(4), finish(), other(), jump(4), finish()});
  EXPECT_EQ(before.count(2) + before.count(3), 0U);
  EXPECT_EQ(before.at(4), (Numbers{0}));
}

// Each round through the text comes one jump further.
TEST(Dataflow, GoesRoundAsOftenAsItTakes) {
  constexpr std::uint32_t jumps_back = 40;
  std::vector<Instruction> instructions{jump(jumps_back), finish()};
  for (std::uint32_t n = 2; n <= jumps_back; ++n) instructions.push_back(jump(n - 1));
  const auto before = done_before(instructions);
  EXPECT_EQ(before.size(), jumps_back + 1);
  EXPECT_EQ(before.at(1).size(), jumps_back);
}

// A number that grows by 10 at instruction 0 and by 1 at 2, without end, until a jump back has brought it three times.
struct Growing {
  using State = int;
  static constexpr int any = 1000;
  std::vector<std::pair<int, std::uint32_t>> joined{};  // what was new, and in which round
  [[nodiscard]] State first() const { return 0; }
  bool join(State& to, State from, std::uint32_t round) {
    if (from <= to) return false;
    joined.emplace_back(from, round);
    to = round < 3 ? from : any;
    return true;
  }
  static void pass(State& state, std::uint32_t n) { state = std::min(state + (n == 0 ? 10 : n == 2 ? 1 : 0), any); }
};

TEST(Dataflow, TellsHowOftenAJumpBackBroughtSomethingNew) {
  const Code code = code_of({other(), branch(4), other(), jump(1), finish()});
  Growing lattice;
  std::map<std::uint32_t, int> before;
  Dataflow(code, lattice).each([&](std::uint32_t n, int state) { before[n] = state; });
  EXPECT_EQ(before.at(0), 0);
  EXPECT_EQ(before.at(1), Growing::any);
  EXPECT_EQ(before.at(4), Growing::any);
  std::vector<std::uint32_t> back;  // at 1; those of 4 are ways forward
  for (const auto& [from, round] : lattice.joined)
    if (round > 0) back.push_back(round);
  EXPECT_EQ(back, (std::vector<std::uint32_t>{1, 2, 3}));
}

// The inner loop's head is come to again by the outer loop, which is not a round of the inner one.
TEST(Dataflow, CountsNoRoundsOfAWayForward) {
  const Code code = code_of({other(), other(), other(), branch(5), jump(1), branch(7), jump(0), finish()});
  Growing lattice;
  Dataflow(code, lattice);
  const auto again =
      std::find_if(lattice.joined.begin(), lattice.joined.end(), [](auto each) { return each.first == 21; });
  ASSERT_NE(again, lattice.joined.end());
  EXPECT_EQ(again->second, 0U);
}

// Which branches were taken on all ways.
struct Taken {
  using State = Numbers;
  [[nodiscard]] State first() const { return {}; }
  bool join(State& to, const State& from, std::uint32_t) const {
    return std::erase_if(to, [&](std::uint32_t n) { return from.count(n) == 0; }) > 0;
  }
  void pass(State&, std::uint32_t) const {}
  void part(State& state, std::uint32_t n, bool is_taken) const {
    if (is_taken) state.insert(n);
  }
};

TEST(Dataflow, PartsAtABranch) {
  const Code code = code_of({branch(3), other(), branch(4), finish(), finish()});
  Taken lattice;
  std::map<std::uint32_t, Numbers> before;
  Dataflow(code, lattice).each([&](std::uint32_t n, const Numbers& state) { before[n] = state; });
  EXPECT_EQ(before.at(1), Numbers{});
  EXPECT_EQ(before.at(3), Numbers{});  // which is come to from both
  EXPECT_EQ(before.at(4), (Numbers{2}));
}

}  // namespace
}  // namespace tilescope::machine
