// What each line costs, compared with figures computed by hand.
#include "app/explain/lines_view.h"

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/support/opened.h"
#include "tests/support/pictures.h"

namespace tilescope::test {
namespace {

std::unique_ptr<Session> opened(const std::string& kernel) {
  Request request;
  request.kernel = kernel;
  request.m = request.n = request.k = 32;
  request.tile = 32;
  return session_with(request);
}

Picture lines_of(Session& session, float height) { return lines_picture(session.explainable(), view_of(480, height)); }

// A block of 32 x 32 threads: in each of 32 products a warp reads a column of A, 32 sectors, and a row of B, 4 sectors.
TEST(LinesView, AnUncoalescedLoadCostsTheMostSectors) {
  const auto session = opened("naive_uncoalesced");
  const Picture picture = lines_of(*session, 600);
  const std::string words = words_of(picture);
  EXPECT_TRUE(has(words, "Sectors of global memory")) << words;
  const auto first = words.find("sum +="), store = words.find("C[");
  EXPECT_LT(first, store) << "the dearest line comes first\n" << words;
}

TEST(LinesView, ConflictsAreToldAtTheirLine) {
  const std::string right = words_of(lines_of(*opened("tiled"), 600));
  const std::string wrong = words_of(lines_of(*opened("tiled_transposed"), 600));
  EXPECT_FALSE(has(right, "Wavefronts caused by bank conflicts")) << right;
  EXPECT_TRUE(has(wrong, "Wavefronts caused by bank conflicts")) << wrong;
}

TEST(LinesView, ALowViewShowsTheSame) {
  const auto session = opened("tiled");
  EXPECT_EQ(labels_of(lines_of(*session, 1200)), labels_of(lines_of(*session, 100)));
  EXPECT_EQ(untidy(lines_of(*session, 100)), "");
}

TEST(LinesView, AClickGoesToTheLine) {
  const auto session = opened("tiled");
  const Picture picture = lines_of(*session, 600);
  ASSERT_FALSE(picture.hits.empty());
  for (const Hit& hit : picture.hits) EXPECT_EQ(hit.target.kind, Target::Kind::line);
}

}  // namespace
}  // namespace tilescope::test
