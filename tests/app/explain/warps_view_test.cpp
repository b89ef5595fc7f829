// The table of what warps access: each row leads to the picture of its line.
#include "app/explain/warps_view.h"

#include <gtest/gtest.h>

#include <set>

#include "app/session/session.h"

namespace tilescope {
namespace {

TEST(WarpsView, ARowLeadsToTheAccessesOfItsLine) {
  Session session(Settings{});
  Relaunch relaunch;
  relaunch.request.kernel = "tiled";
  relaunch.request.m = relaunch.request.n = relaunch.request.k = 8;
  relaunch.request.tile = 4;
  relaunch.backend = "cpu";
  session.apply(relaunch);
  session.wait_for_recording();

  const Frame& frame = session.shown().frame;
  ASSERT_TRUE(frame.at_begin);
  View view;
  view.width = 400;
  view.height = 800;
  const Picture picture = warps_picture(frame, *session.shown().focus.explained, view);
  std::set<std::uint32_t> lines;
  for (const Hit& hit : picture.hits) {
    if (hit.target.kind != Target::Kind::line) continue;
    session.apply(Select{hit.target});
    EXPECT_FALSE(frame.at_begin);
    EXPECT_EQ(frame.line, hit.target.number);
    EXPECT_EQ(session.selection().selected.kind, Target::Kind::none) << "its picture would be full of frames";
    lines.insert(frame.line);
  }
  EXPECT_GE(lines.size(), 4U) << "loads of A and B, of their tiles, and the store of C";
}

}  // namespace
}  // namespace tilescope
