#include "app/gl/surface.h"

#include <gtest/gtest.h>
#ifdef __linux__
#include <sched.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#endif

#include <vector>

#include "tests/support/headless.h"

namespace tilescope::test {
namespace {

// Keeps what it shows.
class Shown : public Offscreen {
 public:
  explicit Shown(bool slow) : Offscreen({64, 64}), slow_(slow) {}
  std::vector<Image> images;

 private:
  void show() override { images.push_back(read()); }
  [[nodiscard]] bool is_drawn_by_processor() const override { return slow_; }
  bool slow_;
};

// A window full of one colour.
void draw(Gui& gui, Ink ink) {
  Picture picture = picture_of(64, 64);
  picture.shapes.push_back({{0, 0, 64, 64}, ink, Ink::none});
  gui.begin(dark(), 0.016F);
  paint(picture, {}, 1, gui.background(), gui.fonts(), dark(), gui.painters());
  gui.end();
}

TEST(Surface, AFrameThatMayWaitIsShownBeforeTheNextOneIsDrawn) {
  TILESCOPE_HEADLESS(screen, (Extent{32, 32}));
  Shown surface(true);
  Gui gui(surface);
  draw(gui, Ink::a);
  surface.present_soon();
  EXPECT_TRUE(surface.images.empty());
  draw(gui, Ink::b);
  ASSERT_EQ(surface.images.size(), 1U);
  EXPECT_TRUE(is_near(surface.images[0].at(32, 32), dark().of(Ink::a)));
  surface.present();
  ASSERT_EQ(surface.images.size(), 2U);
  EXPECT_TRUE(is_near(surface.images[1].at(32, 32), dark().of(Ink::b)));
  draw(gui, Ink::a);
  EXPECT_EQ(surface.images.size(), 2U) << "that was shown, and is not shown again";
}

TEST(Surface, NothingWaitsWhereAGpuDraws) {
  TILESCOPE_HEADLESS(screen, (Extent{32, 32}));
  Shown surface(false);
  Gui gui(surface);
  draw(gui, Ink::a);
  surface.present_soon();
  EXPECT_EQ(surface.images.size(), 1U);
}

#ifdef __linux__
TEST(RendererThreads, HaveACoreEachWhereThereAreFew) {
  TILESCOPE_HEADLESS(screen, (Extent{32, 32}));
  cpu_set_t own;
  ASSERT_EQ(sched_getaffinity(0, sizeof own, &own), 0);
  const int cores = CPU_COUNT(&own);
  std::set<int> taken;
  int threads = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    if (name.rfind("llvmpipe-", 0) != 0) continue;
    cpu_set_t set;
    ASSERT_EQ(sched_getaffinity(std::stoi(task.path().filename()), sizeof set, &set), 0);
    ++threads;
    EXPECT_EQ(CPU_COUNT(&set), cores < 2 || cores > 4 ? cores : 1);
    for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&set) == 1; ++core)
      if (CPU_ISSET(core, &set)) taken.insert(core);
  }
  if (threads == 0) GTEST_SKIP() << "another renderer than Mesa's llvmpipe draws here";
  if (cores >= 2 && cores <= 4) {
    EXPECT_EQ(static_cast<int>(taken.size()), std::min(threads, cores));
  }
}
#endif

}  // namespace
}  // namespace tilescope::test
