#include "app/export/video.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "instrumentation/error.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

fs::path video_scratch(const std::string& name) {
  const fs::path folder = fs::path(TILESCOPE_SCRATCH) / "videos" / fs::path(name).stem();
  fs::remove_all(folder);
  fs::create_directories(folder);
  return folder / name;
}

Image frame(int width, int height, int number) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const bool bar = x / 8 == number;
      for (const int channel : {bar ? 240 : 20, bar ? 228 : 23, bar ? 66 : 28, 255})
        image.rgba.push_back(static_cast<std::uint8_t>(channel));
    }
  return image;
}

void make(const fs::path& path, int width, int height, int frames) {
  Video video(path, width, height, 10);
  for (int i = 0; i < frames; ++i) video.add(frame(width, height, i));
  video.finish();
  EXPECT_EQ(video.frames(), frames);
}

// The facts of ffprobe about the first stream: codec, width, height, rate and number of frames.
std::string probed(const fs::path& path) {
  const std::string command =
      "ffprobe -v error -count_frames -show_entries "
      "stream=codec_name,width,height,r_frame_rate,nb_read_frames -of csv=p=0 '" +
      path.string() + "'";
  std::FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 256> line{};
  const char* got = std::fgets(line.data(), static_cast<int>(line.size()), pipe);
  pclose(pipe);
  std::string text = got == nullptr ? "" : got;
  while (!text.empty() && (text.back() == '\n' || text.back() == ',')) text.pop_back();
  return text;
}

int files_beside(const fs::path& path) {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(path.parent_path())) ++count;
  return count;
}

std::string message_of(auto act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// A PATH with only the programs of a test.
class OwnPath {
 public:
  explicit OwnPath(const fs::path& folder) : before_(std::getenv("PATH")) { setenv("PATH", folder.c_str(), 1); }
  ~OwnPath() { setenv("PATH", before_.c_str(), 1); }
  OwnPath(const OwnPath&) = delete;
  OwnPath& operator=(const OwnPath&) = delete;

 private:
  std::string before_;
};

#define TILESCOPE_FFMPEG() \
  if (!is_installed("ffmpeg") || !is_installed("ffprobe")) GTEST_SKIP() << "there is no ffmpeg"

TEST(Video, AGifHasAllFrames) {
  TILESCOPE_FFMPEG();
  const fs::path path = video_scratch("bars.gif");
  make(path, 64, 41, 7);
  EXPECT_EQ(probed(path), "gif,64,41,10/1,7");
  EXPECT_EQ(files_beside(path), 1) << "nothing else is left";
}

TEST(Video, AnMp4HasAllFramesAndEvenSides) {
  TILESCOPE_FFMPEG();
  const fs::path path = video_scratch("bars.mp4");
  make(path, 65, 41, 7);
  EXPECT_EQ(probed(path), "h264,66,42,10/1,7");
  EXPECT_EQ(files_beside(path), 1);
}

TEST(Video, NamesWithSpacesAndQuotesAreJustNames) {
  TILESCOPE_FFMPEG();
  const fs::path path = video_scratch("a b;$(c) -y.gif");
  make(path, 16, 16, 2);
  EXPECT_GT(fs::file_size(path), 20U);
  EXPECT_EQ(files_beside(path), 1);
}

TEST(Video, PngsAreNumbered) {
  const fs::path path = video_scratch("walk.png");
  make(path, 16, 16, 12);
  EXPECT_EQ(files_beside(path), 12);
  EXPECT_TRUE(fs::exists(path.parent_path() / "walk-0001.png"));
  EXPECT_TRUE(fs::exists(path.parent_path() / "walk-0012.png"));
  EXPECT_EQ(numbered("x/walk.png", 12345), fs::path("x/walk-12345.png"));
}

TEST(Video, WithoutFfmpegOneLineSaysWhatToInstall) {
  const fs::path path = video_scratch("none.gif");
  const OwnPath empty(path.parent_path());
  const std::string message = message_of([&] { Video video(path, 16, 16, 10); });
  EXPECT_NE(message.find("needs ffmpeg; install it"), std::string::npos) << message;
  EXPECT_EQ(files_beside(path), 0);
}

// Fails as with a full disk or a missing encoder: at once, or only at the end.
TEST(Video, WhenFfmpegFailsItsReasonIsGivenAndNothingIsLeft) {
  for (const char* end : {"exec true <&-; exit 1", "cat > /dev/null; exit 1"}) {
    const fs::path path = video_scratch("fails.mp4");
    fs::create_directories(path.parent_path() / "bin");
    const fs::path program = path.parent_path() / "bin" / "ffmpeg";
    std::ofstream(program) << "#!/bin/sh\nPATH=/usr/bin:/bin\necho 'Unknown encoder of the test' >&2\n"
                           << (std::string(end).starts_with("exec") ? "exit 1" : end) << "\n";
    fs::permissions(program, fs::perms::owner_all);
    const OwnPath own(program.parent_path());
    const std::string message = message_of([&] { make(path, 256, 256, 30); });
    EXPECT_NE(message.find("ffmpeg failed: Unknown encoder of the test"), std::string::npos) << message;
    EXPECT_FALSE(fs::exists(path));
    EXPECT_EQ(files_beside(path), 1) << "only the folder of the program";
  }
}

TEST(Video, AnAbandonedOneLeavesNothing) {
  TILESCOPE_FFMPEG();
  const fs::path path = video_scratch("given_up.gif");
  {
    Video video(path, 64, 64, 10);
    video.add(frame(64, 64, 0));
  }
  EXPECT_EQ(files_beside(path), 0);
}

TEST(Video, RefusesOtherEndingsAndOddFrames) {
  EXPECT_NE(message_of([] { Video video("a.avi", 16, 16, 10); }).find(".gif, .mp4 or .png"), std::string::npos);
  EXPECT_FALSE(message_of([] { Video video("a.png", 0, 16, 10); }).empty());
  Video video(video_scratch("odd.png"), 16, 16, 10);
  EXPECT_FALSE(message_of([&] { video.add(frame(17, 16, 0)); }).empty());
  EXPECT_NE(message_of([&] { video.finish(); }).find("no frames"), std::string::npos);
}

}  // namespace
}  // namespace tilescope::test
