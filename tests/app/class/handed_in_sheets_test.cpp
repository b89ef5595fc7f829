// Which sheets go together, and what is said of those that go with none.
#include "app/class/handed_in_sheets.h"

#include <gtest/gtest.h>

namespace tilescope::lessons {
namespace {

HandedInSheet sheet(const std::string& file, SheetKind kind, const std::string& name, const std::string& answer = "1",
                    std::uint64_t seed = 7) {
  return {file, {kind, {"threads"}, seed, name, {{"How many?", answer}}}};
}
constexpr SheetKind before = SheetKind::before, after = SheetKind::after;

TEST(HandedInSheets, GoTogetherByName) {
  const PairedSheets paired = pair_sheets({sheet("a", after, "Zoë"), sheet("b", before, "Łukasz  K."),
                                           sheet("c", before, " zoë"), sheet("d", after, "ŁUKASZ K.")});
  EXPECT_EQ(paired.seed, 7U);
  EXPECT_EQ(paired.lessons, std::vector<std::string>{"threads"});
  ASSERT_EQ(paired.pairs.size(), 2U);
  EXPECT_EQ(paired.pairs[0].name, "Zoë");
  EXPECT_EQ(paired.pairs[0].before, 2U);
  EXPECT_EQ(paired.pairs[0].after, 0U);
  EXPECT_EQ(paired.pairs[1].name, "Łukasz  K.");
  EXPECT_TRUE(paired.notes.empty());
  EXPECT_EQ(name_key("  Anna\t Maria "), "anna maria");
}

TEST(HandedInSheets, WithoutPartnerOrNameAreTold) {
  const PairedSheets paired =
      pair_sheets({sheet("a", before, "Anna"), sheet("b", after, "Ana"), sheet("c", before, "李"),
                   sheet("d", after, ""), sheet("e", SheetKind::alone, "")});
  EXPECT_TRUE(paired.pairs.empty());
  ASSERT_EQ(paired.notes.size(), 4U);
  EXPECT_EQ(paired.notes[0], "d: no name after 'name:': marked, but not paired with another sheet");
  EXPECT_EQ(paired.notes[1], "b: Ana has not handed in a pre sheet: marked, but not counted; is this Anna?");
  EXPECT_EQ(paired.notes[2], "a: Anna has not handed in a post sheet: marked, but not counted; is this Ana?");
  EXPECT_EQ(paired.notes[3], "c: 李 has not handed in a post sheet: marked, but not counted");
}

TEST(HandedInSheets, ThatCameTwiceCountOnceOrNotAtAll) {
  const PairedSheets same =
      pair_sheets({sheet("a", before, "Anna"), sheet("b", before, "Anna"), sheet("c", after, "Anna")});
  ASSERT_EQ(same.pairs.size(), 1U);
  EXPECT_EQ(same.notes, std::vector<std::string>{
                            "b: Anna has already handed in a pre sheet, a, with the same answers: counted once"});
  const PairedSheets other =
      pair_sheets({sheet("a", before, "Anna", "1"), sheet("b", before, "Anna", "2"), sheet("c", after, "Anna")});
  EXPECT_TRUE(other.pairs.empty());
  EXPECT_EQ(other.notes,
            std::vector<std::string>{"b: Anna has already handed in a pre sheet, a, with different answers: "
                                     "neither is counted, so remove the wrong one"});
}

TEST(HandedInSheets, OfAnotherSeedAreNotCounted) {
  const PairedSheets paired =
      pair_sheets({sheet("a", before, "Anna", "1", 8), sheet("b", before, "Bo"), sheet("c", after, "Bo")});
  EXPECT_EQ(paired.pairs.size(), 1U);
  EXPECT_EQ(paired.notes, std::vector<std::string>{"a: is for threads with seed 8, but most sheets are for threads with "
                                                   "seed 7: marked, but not counted"});
  EXPECT_TRUE(pair_sheets({sheet("e", SheetKind::alone, "")}).lessons.empty());
}

}  // namespace
}  // namespace tilescope::lessons
