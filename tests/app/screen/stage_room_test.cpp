// The room of a product's matrices in the whole window: every cell has a number that can be read, and the matrices have
// most of the stage.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "app/lessons/library.h"
#include "app/screen/screen.h"
#include "tests/support/headless.h"
#include "tests/support/opened.h"
#include "tests/support/tidy.h"

namespace tilescope::test {
namespace {

struct Window {
  float width, height, scale = 1;

  [[nodiscard]] std::string name() const { return fmt::format("{} x {} at {}", width, height, scale); }
};

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// The matrices A, B and C of the launch in focus.
std::vector<Grid> matrices_in(const Screen& screen) {
  std::vector<Grid> found;
  for (const Grid& grid : screen.picture.grids)
    if (grid.first.kind == Target::Kind::element && grid.first.launch == 0 &&
        (grid.name == "A" || grid.name == "B" || grid.name == "C"))
      found.push_back(grid);
  return found;
}

class StageRoom : public WithFonts {
 protected:
  static std::unique_ptr<Session> product(std::int64_t size, int tile, const std::string& inputs = "counting") {
    Request request;
    request.kernel = "tiled";
    request.m = request.n = request.k = size;
    request.tile = tile;
    request.inputs = inputs;
    return session_with(request);
  }

  // Shows the launch at its beginning, in its middle, and at its end, after which C has no free cells.
  template <class Look>
  static void look_at(Session& session, const Window& window, const Look& look) {
    const Moments& moments = session.shown().replay().moments();
    for (const std::uint64_t moment : {std::uint64_t{0}, moments.count() / 2, moments.count()}) {
      session.apply(Seek{moment});
      SCOPED_TRACE(fmt::format("{}, moment {} of {}", window.name(), moment, moments.count()));
      look(screen_of(session, {window.width, window.height, window.scale}));
    }
  }

  // Every cell of A, B and C has a whole number in letters of this size; untouched cells of C have a dot.
  void need_numbers(const Session& session, const Screen& screen, float least) const {
    const std::vector<Grid> matrices = matrices_in(screen);
    ASSERT_EQ(matrices.size(), 3U);
    for (const Grid& grid : matrices) {
      std::size_t numbers = 0;
      for (std::uint32_t cell = 0; cell < grid.rows * grid.columns; ++cell) {
        const Box box = grid.cell_box(cell);
        const auto inside = [&](const Label& label) { return box.contains(label.box.middle()); };
        const auto label = std::find_if(screen.picture.labels.begin(), screen.picture.labels.end(), inside);
        ASSERT_NE(label, screen.picture.labels.end()) << grid.name << " has no number in cell " << cell;
        const FittedLabel fitted = fit_label(*label, {}, 1, headless_->gui.fonts());
        ASSERT_EQ(fitted.text, label->text) << grid.name;
        ASSERT_GE(fitted.em, least) << grid.name << ": " << label->text;
        ASSERT_LE(fitted.width, box.w) << grid.name << ": " << label->text;
        numbers += std::any_of(label->text.begin(), label->text.end(), is_digit) ? 1 : 0;
      }
      if (grid.name != "C" || session.shown().frame.at_end) {
        EXPECT_EQ(numbers, grid.rows * grid.columns) << grid.name;
      }
    }
  }
};

TEST_F(StageRoom, ShowsEachNumberOf16By16BesideTheComparison) {
  for (const int tile : {4, 8, 16}) {
    const auto session = product(16, tile);
    look_at(*session, {1600, 900}, [&](const Screen& screen) {
      EXPECT_GT(screen.layout.source.w, 0);
      EXPECT_GT(screen.layout.counters.w, 0);
      EXPECT_GT(screen.layout.beside.w, 0);
      need_numbers(*session, screen, 10);
    });
  }
}

TEST_F(StageRoom, ShowsEachNumberOf8By8OnALaptop) {
  for (const int tile : {2, 4, 8}) {
    const auto session = product(8, tile);
    look_at(*session, {1280, 720}, [&](const Screen& screen) { need_numbers(*session, screen, 11); });
  }
}

TEST_F(StageRoom, ShowsFractionsOf16By16) {
  const auto session = product(16, 4, "random");
  look_at(*session, {1600, 900}, [&](const Screen& screen) { need_numbers(*session, screen, 10); });
}

TEST_F(StageRoom, ShowsAClassEachNumberOf4By4BesideALesson) {
  Session session(Settings{});
  session.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "phase-by-phase")});
  session.wait_for_lesson();
  session.apply(Act::presenter);
  constexpr Window window{1024, 768};
  look_at(session, window, [&](const Screen& screen) {
    EXPECT_GT(screen.layout.narration.w, 0);
    need_numbers(session, screen, window.height / 40);
  });
}

// Cells that are too narrow for their fractions take the room beside them, and the fractions are rounded.
TEST_F(StageRoom, ShowsAClassFractionsOfSeveralArrays) {
  Session session(Settings{});
  session.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "attention")});
  session.wait_for_lesson();
  session.apply(Act::presenter);
  session.apply(Seek{session.shown().replay().moments().count()});
  const Screen screen = screen_of(session, {1024, 768, 1});
  for (const char* name : {"Q", "K", "V", "S", "O"}) {
    const auto& grids = screen.picture.grids;
    const auto grid = std::find_if(grids.begin(), grids.end(), [&](const Grid& each) { return each.name == name; });
    ASSERT_NE(grid, grids.end()) << name;
    const auto is_number = [&](const Label& label) {
      return grid->box.contains(label.box.middle()) && std::any_of(label.text.begin(), label.text.end(), is_digit);
    };
    EXPECT_EQ(std::count_if(screen.picture.labels.begin(), screen.picture.labels.end(), is_number),
              static_cast<std::ptrdiff_t>(grid->cells.size()))
        << name;
  }
}

// The title of B is beside it, where it takes no height from the cells. The counters and the legend are low.
TEST_F(StageRoom, ShowsAClassHighCellsBesideALesson) {
  constexpr float least_cell = 16.01F;  // in the window's height
  Session session(Settings{});
  session.apply(OpenLesson{lessons::find_lesson(TILESCOPE_SOURCES "/assets/lessons", "phase-by-phase")});
  session.wait_for_lesson();
  session.apply(Act::presenter);
  for (const Window& window : {Window{1280, 720}, {1366, 768}, {1920, 1080}}) {
    const Screen screen = screen_of(session, {window.width, window.height, window.scale});
    for (const Grid& grid : matrices_in(screen))
      EXPECT_GT(grid.cell_box(0).h, window.height / least_cell) << window.name();
    for (const Label& label : screen.picture.labels)
      for (const Grid& grid : matrices_in(screen))
        if (label.text == "4 × 4, global") {
          EXPECT_FALSE(overlap(label.box, grid.box, 0.5F)) << window.name();
        }
  }
}

// Without a lesson the buttons for playing take some height, and the legend is beside the place. Even 8 x 8 has
// numbers, in cells that are just high enough for them.
TEST_F(StageRoom, ShowsAClassHighCells) {
  for (const auto& [size, least_cell] : {std::pair{4, 16.5F}, {8, 30.0F}}) {  // in the window's height
    const auto session = product(size, size / 2);
    session->apply(Act::presenter);
    for (const Window& window : {Window{1280, 720}, {1366, 768}, {1920, 1080}})
      look_at(*session, window, [&, cells = least_cell](const Screen& screen) {
        for (const Grid& grid : matrices_in(screen)) EXPECT_GE(grid.cell_box(0).h, window.height / cells) << grid.name;
        need_numbers(*session, screen, window.height / 40);
      });
  }
}

// Larger letters are for the numbers, too: they grow until their cells are full, and other things go first.
TEST_F(StageRoom, LargerLettersEnlargeTheNumbers) {
  constexpr float full = 0.6F;  // of the cell's height
  for (const int size : {4, 8})
    for (const Window& window : {Window{1280, 720}, {1366, 768}, {1600, 900}, {1920, 1080}}) {
      const auto session = product(size, size / 2);
      session->apply(Seek{session->shown().replay().moments().count()});
      for (const float zoom : {1.0F, 1.1F, 1.21F, 1.331F, 1.4641F, 1.61F, 1.77F}) {
        const Screen screen = screen_of(*session, {window.width, window.height, zoom});
        const std::vector<Grid> matrices = matrices_in(screen);
        float letters = 99;
        for (const Grid& grid : matrices) {
          float least = 0;
          for (const Label& label : screen.picture.labels)
            if (grid.box.contains(label.box.middle())) least = least == 0 ? label.size : std::min(least, label.size);
          letters = std::min(letters, least);
        }
        const float high = matrices[0].cell_box(0).h;
        const float text = 15 * zoom;
        SCOPED_TRACE(fmt::format("{} x {} in {}, letters {:.2f} times as large", size, size, window.name(), zoom));
        if (size == 4) {
          EXPECT_GE(letters, std::min(1.2F * text, full * high));
          EXPECT_GE(letters, 0.77F * text);
        } else if (window.width > 1300 && zoom < 1.5F) {
          EXPECT_GT(letters, 0) << "no numbers";
        }
      }
    }
}

TEST_F(StageRoom, GivesMostOfTheStageToTheMatrices) {
  constexpr float least = 0.6F;
  for (const std::int64_t size : {4, 8, 16}) {
    const auto session = product(size, size == 4 ? 2 : 4);
    for (const Window& window : {Window{1280, 720}, {1600, 900}, {1920, 1080}, {3200, 1800, 2}}) {
      const Screen screen = screen_of(*session, {window.width, window.height, window.scale});
      const std::vector<Grid> matrices = matrices_in(screen);
      ASSERT_EQ(matrices.size(), 3U);
      Box all = matrices[0].box;
      for (const Grid& grid : matrices) {
        const float right = std::max(all.right(), grid.box.right()), bottom = std::max(all.bottom(), grid.box.bottom());
        all.x = std::min(all.x, grid.box.x), all.y = std::min(all.y, grid.box.y);
        all.w = right - all.x, all.h = bottom - all.y;
      }
      const float part = all.w * all.h / (screen.layout.stage.w * screen.layout.stage.h);
      EXPECT_GE(part, least) << size << " x " << size << " in " << window.name();
    }
  }
}

}  // namespace
}  // namespace tilescope::test
