// The row of questions: each opens a view that answers it, and no question moves when one opens.
#include <gtest/gtest.h>

#include <set>

#include "app/explain/views.h"
#include "app/screen/screen.h"

namespace tilescope {
namespace {

class Questions : public testing::TestWithParam<float> {
 protected:
  void SetUp() override {
    Relaunch launch;
    launch.request.kernel = "tiled";
    launch.backend = "cpu";
    session_.apply(launch);
    session_.wait_for_recording();
  }

  [[nodiscard]] Picture row() const {
    View view;
    view.width = GetParam();
    view.height = 26;
    view.text = 15;
    return questions_picture(session_, view);
  }
  void click(const Hit& hit) {
    const Ask ask = hit.target.ask;
    session_.apply(std::get<Explain>(ask));
  }
  [[nodiscard]] const ExplainView* open() const { return view_of(session_.explaining().view); }

  Session session_{Settings{}};
};

TEST_P(Questions, EachOpensAViewOfItsOwnAndClosesIt) {
  const std::size_t questions = explain_questions().size();
  ASSERT_EQ(row().hits.size(), questions);
  for (std::size_t n = 0; n < questions; ++n) {
    click(row().hits[n]);
    ASSERT_NE(open(), nullptr);
    EXPECT_EQ(open()->question, explain_questions()[n].question);
    click(row().hits[n]);
    EXPECT_EQ(open(), nullptr);
  }
}

TEST_P(Questions, EveryViewIsReachedByTwoClicks) {
  const std::size_t questions = explain_questions().size();
  std::set<std::string_view> reached;
  for (std::size_t n = 0; n < questions; ++n) {
    click(row().hits[n]);
    reached.insert(open()->name);
    // After the questions come the other views of the open one, and last the cross that closes it.
    const std::size_t all = row().hits.size();
    for (std::size_t other = questions; other + 1 < all; ++other) {
      click(row().hits[other]);
      reached.insert(open()->name);
      EXPECT_EQ(open()->question, explain_questions()[n].question);
    }
    click(row().hits.back());
    EXPECT_EQ(open(), nullptr);
  }
  EXPECT_EQ(reached.size(), explain_views().size());
}

TEST_P(Questions, NothingMovesAndNothingOverlaps) {
  const Picture closed = row();
  for (const ExplainView& view : explain_views()) {
    session_.apply(Explain{view.explanation()});
    const Picture with = row();
    for (std::size_t n = 0; n < closed.hits.size(); ++n) EXPECT_EQ(with.hits[n].box.x, closed.hits[n].box.x);
    for (std::size_t a = 0; a < with.labels.size(); ++a)
      for (std::size_t b = a + 1; b < with.labels.size(); ++b)
        EXPECT_LE(with.labels[a].box.right(), with.labels[b].box.x + 1)
            << with.labels[a].text << " and " << with.labels[b].text;
    EXPECT_LE(with.labels.back().box.right(), GetParam());
    session_.apply(Explain{view.explanation()});
  }
}

// 58 text sizes is the narrowest window in which the text may still grow.
INSTANTIATE_TEST_SUITE_P(Widths, Questions, testing::Values(58 * 15.0F, 1000.0F, 1260.0F, 1900.0F));

}  // namespace
}  // namespace tilescope
