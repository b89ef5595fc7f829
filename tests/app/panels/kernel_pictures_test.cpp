// Pictures of kernels for the start page.
#include "app/panels/kernel_pictures.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "app/session/aside.h"
#include "instrumentation/launching/texts/known_texts.h"

namespace tilescope {
namespace {

TEST(KernelPictures, EveryKernelHasOne) {
  std::set<std::size_t> shapes;
  for (const KnownText& known : known_texts()) {
    const Picture picture = kernel_picture(kernel_called(known.name));
    EXPECT_FALSE(picture.grids.empty()) << known.name;
    EXPECT_TRUE(picture.labels.empty()) << known.name;
    for (const Grid& grid : picture.grids) {
      EXPECT_GE(grid.box.x, 0) << known.name;
      EXPECT_LE(grid.box.right(), picture.width) << known.name;
      EXPECT_LE(grid.box.bottom(), picture.height) << known.name;
    }
    shapes.insert(picture.grids.size());
  }
  EXPECT_GT(shapes.size(), 2U) << "kernels differ";
}

TEST(KernelPictures, AreDrawnOneAfterTheOther) {
  KernelPictures pictures;
  const auto drawn = [&](const char* kernel) {
    for (int tries = 0; tries < 5000; ++tries) {
      aside::go_on();
      if (const Picture* const picture = pictures.of(kernel_called(kernel)); picture != nullptr) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  };
  EXPECT_EQ(pictures.of(kernel_called("tiled")), nullptr) << "not at once";
  EXPECT_TRUE(pictures.is_busy());
  EXPECT_TRUE(drawn("tiled"));
  EXPECT_TRUE(drawn("naive"));
  EXPECT_FALSE(pictures.is_busy());
}

TEST(KernelPictures, AreEmptyForAKernelThatCannotBeRecorded) { EXPECT_TRUE(kernel_picture("/none.cu").grids.empty()); }

}  // namespace
}  // namespace tilescope
