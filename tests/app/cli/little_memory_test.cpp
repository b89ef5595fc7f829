// Where memory is short there is a picture, or one line that says why there is none.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>

#include "tests/support/run_program.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

bool is_under_a_sanitizer() {
#if defined(__SANITIZE_ADDRESS__)
  return true;
#else
  return false;
#endif
}

// With so many megabytes of addresses.
Outcome run_within(int megabytes, const std::string& arguments) {
  return run(arguments, fmt::format("ulimit -v {};", megabytes * 1000));
}

TEST(LittleMemory, APictureOrOneLine) {
  if (is_under_a_sanitizer()) GTEST_SKIP() << "a sanitizer takes all addresses";
  int drawn = 0;
  for (int megabytes = 200; megabytes <= 1500; megabytes += 50) {
    const fs::path picture = scratch() / "picture.png";
    fs::remove(picture);
    const Outcome outcome = run_within(megabytes, "render --kernel tiled --backend cpu -o picture.png");
    if (outcome.code == 0) {
      EXPECT_TRUE(fs::exists(picture)) << megabytes;
      ++drawn;
      continue;
    }
    EXPECT_TRUE(outcome.code == 1 || outcome.code == 2) << megabytes << " MB: " << outcome.code << " " << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << megabytes << " MB: " << outcome.err;
    EXPECT_NE(outcome.err.find("memory"), std::string::npos) << megabytes << " MB: " << outcome.err;
  }
  EXPECT_GT(drawn, 5);
}

TEST(LittleMemory, AVeryLargePictureIsRefused) {
  if (is_under_a_sanitizer()) GTEST_SKIP() << "a sanitizer takes all addresses";
  const Outcome outcome = run_within(2000, "render --width 16384 --height 16384 -o picture.png");
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

}  // namespace
}  // namespace tilescope::test
