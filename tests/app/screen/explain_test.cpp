// The panel of the views: what stands first in it, and what is folded.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/screen/screen.h"
#include "tests/support/opened.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

std::ptrdiff_t switches_in(const Picture& picture) {
  return std::count_if(picture.hits.begin(), picture.hits.end(),
                       [](const Hit& hit) { return hit.target.kind == Target::Kind::choice; });
}

const Hit* unfolder(const Picture& picture) {
  const auto found = std::find_if(picture.hits.begin(), picture.hits.end(),
                                  [](const Hit& hit) { return hit.target == button(Act::unfold); });
  return found == picture.hits.end() ? nullptr : &*found;
}

TEST(ExplainPanel, TellsTheVerdictBeforeTheSwitches) {
  const auto session = session_with({});
  session->apply(Explain{"findings"});
  const Picture folded = explain_picture(*session, view_of(455, 455));
  ASSERT_FALSE(folded.labels.empty());
  EXPECT_EQ(folded.labels.front().text, "No errors found.");
  EXPECT_LT(folded.labels.front().box.y, 15);
  EXPECT_EQ(switches_in(folded), 0);
  ASSERT_NE(unfolder(folded), nullptr);
  EXPECT_GT(unfolder(folded)->box.y, folded.labels.front().box.bottom());
  session->apply(Select{unfolder(folded)->target});
  const Picture open = explain_picture(*session, view_of(455, 455));
  EXPECT_EQ(open.labels.front().text, "No errors found.");
  EXPECT_GE(switches_in(open), 10);
  for (const Hit& hit : open.hits) EXPECT_LE(hit.box.bottom(), open.height + 0.5F);
  session->apply(Explain{"limits"});
  session->apply(Explain{"findings"});
  EXPECT_EQ(switches_in(explain_picture(*session, view_of(455, 455))), 0) << "folded again";
}

TEST(ExplainPanel, ListsGpusWhenTheReaderAsks) {
  const auto session = session_with({});
  session->apply(Explain{"limits"});
  const Picture folded = explain_picture(*session, view_of(455, 455));
  ASSERT_NE(unfolder(folded), nullptr);
  session->apply(Select{unfolder(folded)->target});
  const Picture open = explain_picture(*session, view_of(455, 455));
  EXPECT_TRUE(has(labels_of(open), "Kepler"));
  EXPECT_FALSE(has(labels_of(folded), "Kepler"));
}

}  // namespace

}  // namespace tilescope
