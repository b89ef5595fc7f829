// What the words of a search field find.
#include "app/panels/search.h"

#include <gtest/gtest.h>

namespace tilescope {

namespace {

TEST(Search, FindsTextsThatHaveEachWord) {
  EXPECT_TRUE(has_words("ctrl + page up  nearer", "near up"));
  EXPECT_FALSE(has_words("ctrl + page up  nearer", "near down"));
  EXPECT_TRUE(has_words("anything", ""));
  EXPECT_TRUE(has_words("anything", "  any "));
}

TEST(Search, DoesNotMindCapitals) {
  SearchField field;
  field.words = "Warp SIZE";
  EXPECT_EQ(field.wanted(), "warp size");
}

}  // namespace

}  // namespace tilescope
