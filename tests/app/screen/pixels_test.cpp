// A few small pictures of the window, as pixels: drawn by the software renderer, whose letters and edges are the same
// on every machine but for a little. TILESCOPE_UPDATE_GOLDENS=1 writes the files in tests/app/screen/goldens/ anew.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "app/desk/desk.h"
#include "app/export/png.h"
#include "tests/support/headless.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#include <stb_image.h>

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

struct Moment {
  const char* name;
  const char* kernel;
  std::int64_t m, n, k;
  int tile;
  std::uint32_t step;  // counted from 1
  const char* theme;
};
constexpr std::array moments{Moment{"small", "tiled", 4, 4, 4, 2, 10, "dark"},
                             Moment{"ragged", "tiled_bounded", 7, 9, 5, 3, 8, "light"},
                             Moment{"large", "tiled", 64, 64, 64, 16, 20, "contrast"}};

Image read_png(const fs::path& path) {
  Image image;
  int channels = 0;
  stbi_uc* const pixels = stbi_load(path.c_str(), &image.width, &image.height, &channels, 4);
  if (pixels == nullptr) return {};
  image.rgba.assign(pixels, pixels + 4 * image.width * image.height);
  stbi_image_free(pixels);
  return image;
}

Image drawn(const Moment& of) {
  Settings settings;
  settings.theme = of.theme;
  Session session(settings);
  Relaunch launch;
  launch.request.kernel = of.kernel;
  launch.request.m = of.m;
  launch.request.n = of.n;
  launch.request.k = of.k;
  launch.request.tile = of.tile;
  launch.backend = "cpu";
  session.apply(launch);
  session.wait_for_recording();
  session.apply(Seek{session.shown().replay().moments().end_of(of.step - 1)});
  Offscreen surface({800, 600});
  Gui gui(surface);
  Desk desk(session, gui, surface);
  desk.frame(0);
  desk.frame(0);
  return surface.read();
}

TEST(Pixels, AreAsTheyWere) {
  std::unique_ptr<EglContext> context;
  try {
    context = std::make_unique<EglContext>();
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  if (context->renderer().find("llvmpipe") == std::string::npos)
    GTEST_SKIP() << "drawn by " << context->renderer() << ", and the pictures are llvmpipe's";
  for (const Moment& of : moments) {
    const Image image = drawn(of);
    const fs::path path = fs::path(TILESCOPE_SOURCES "/tests/app/screen/goldens") / (std::string(of.name) + ".png");
    if (std::getenv("TILESCOPE_UPDATE_GOLDENS") != nullptr) {
      fs::create_directories(path.parent_path());
      write_png(path, image);
      continue;
    }
    const Image golden = read_png(path);
    ASSERT_EQ(image.width, golden.width) << path;
    ASSERT_EQ(image.height, golden.height) << path;
    int differ = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) differ += distance(image.at(x, y), golden.at(x, y)) > 40 ? 1 : 0;
    const double share = static_cast<double>(differ) / (image.width * image.height);
    if (share < 0.004) continue;
    fs::create_directories(TILESCOPE_SCRATCH);
    const fs::path seen = fs::path(TILESCOPE_SCRATCH) / (std::string(of.name) + ".png");
    write_png(seen, image);
    ADD_FAILURE() << fmt::format(
        "{:.2f} % of the pixels of {} differ from {}; to keep what it is now, run this with "
        "TILESCOPE_UPDATE_GOLDENS=1",
        100 * share, seen.string(), path.string());
  }
}

// One desk draws what changed since its last frame, the other all of it.
TEST(Pixels, AreTheSameHoweverOneGotThere) {
  std::unique_ptr<EglContext> context;
  try {
    context = std::make_unique<EglContext>();
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  Session session(Settings{});
  Relaunch launch;
  launch.request.kernel = "tiled_bounded";
  launch.request.m = launch.request.n = launch.request.k = 10;
  launch.request.tile = 4;
  launch.backend = "cpu";
  session.apply(launch);
  session.wait_for_recording();
  Offscreen kept({1000, 700}), fresh({1000, 700});
  Gui kept_gui(kept), fresh_gui(fresh);
  Desk kept_desk(session, kept_gui, kept), fresh_desk(session, fresh_gui, fresh);
  const std::vector<Command> acts{Act::forward,     Act::forward,    Act::back,         Act::next_thread,
                                  Act::next_block,  Act::next_theme, Act::source_panel, Explain{"findings"},
                                  Explain{"warps"}, Explain{"heat"}, Act::help,         Act::close,
                                  Act::presenter,   Act::larger,     Act::usual_size};
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    session.apply(acts[random() % acts.size()]);
    if (round % 3 == 0) session.apply(Seek{random() % (session.shown().frame.moments + 1)});
    kept_desk.frame(0);
    fresh.resize({16, 16});
    fresh.resize({1000, 700});
    fresh_desk.frame(0);
    const Image one = kept.read(), other = fresh.read();
    int differ = 0;
    for (int y = 0; y < one.height; ++y)
      for (int x = 0; x < one.width; ++x) differ += distance(one.at(x, y), other.at(x, y)) > 2 ? 1 : 0;
    ASSERT_EQ(differ, 0) << "round " << round;
  }
}

}  // namespace
}  // namespace tilescope::test
