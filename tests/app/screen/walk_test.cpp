// A walk through all that can be opened: every step of every lesson, every view of some kernels, and every task, in
// small windows and before a class. All of it is there, whole, in its place, and large enough to be read.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/explain/views.h"
#include "app/lessons/library.h"
#include "app/screen/screen.h"
#include "instrumentation/launching/request/request_fields.h"
#include "tests/support/example_tables.h"
#include "tests/support/headless.h"
#include "tests/support/opened.h"
#include "tests/support/tidy.h"

namespace tilescope::test {
namespace {

struct Room {
  float width, height;
  bool presents = false;
  float scale = 1;

  [[nodiscard]] std::string name() const {
    return fmt::format("{} x {}{}{}", width, height, scale == 1 ? "" : fmt::format(" at {}", scale),
                       presents ? ", presenting" : "");
  }
};
constexpr float least_picture = 4;  // its height in text sizes
constexpr std::array small_windows{Room{1280, 720}, Room{1024, 768}};
// A laptop's page enlarged to 150 and 200 %, and a phone in both ways.
constexpr std::array little_windows{Room{853, 480}, Room{640, 360}, Room{844, 390}, Room{390, 844}};
constexpr std::array panels{std::pair(Panel::stage, "stage"), std::pair(Panel::code, "code"),
                            std::pair(Panel::words, "words"), std::pair(Panel::counts, "counts")};

class Walk : public WithFonts {
 protected:
  void TearDown() override {
    const std::string text = complaints_.text();
    EXPECT_TRUE(text.empty()) << text;
  }

  Screen look(Session& session, const Room& room, const std::string& where) {
    session.wait_for_variables();
    if (session.overlays().presenter != room.presents) session.apply(Act::presenter);
    Screen screen = screen_of(session, {room.width, room.height, room.scale});
    const std::string place = where + ", " + room.name();
    const Fonts& fonts = headless_->gui.fonts();
    inspect(screen, fonts, place, complaints_);
    const bool is_for_a_class = room.presents && session.course().is_open();
    if (is_for_a_class || room.scale == 1)
      need_large_letters(screen, fonts,
                         is_for_a_class      ? room.height / 40
                         : room.width <= 640 ? 10
                                             : 11,
                         place, complaints_);
    need_room_for_all(screen, place, complaints_);
    return screen;
  }

  // One panel at a time.
  void look_in_little_windows(Session& session, const std::string& where) {
    for (const auto& [panel, name] : panels) {
      session.apply(ShowPanel{panel});
      for (const Room& room : little_windows) look(session, room, where + ", " + name);
    }
  }

  Complaints complaints_;
};

// The heights of what is drawn in the box besides words and buttons.
float picture_height(const Picture& picture, const Box& box) {
  float top = box.bottom(), bottom = box.y;
  const auto see = [&](const Box& drawn) {
    const Box seen = common(drawn, box.inset(2));
    if (seen.w <= 0 || seen.h <= 0 || drawn == box) return;
    top = std::min(top, seen.y), bottom = std::max(bottom, seen.bottom());
  };
  for (const Grid& grid : picture.grids) see(grid.box);
  for (const Solid& solid : picture.solids) see(solid.box);
  const auto is_button = [&](const Shape& shape) {
    return std::any_of(picture.hits.begin(), picture.hits.end(), [&](const Hit& hit) {
      return hit.box == shape.box && (hit.target.kind == Target::Kind::act || hit.target.kind == Target::Kind::option ||
                                      hit.target.kind == Target::Kind::choice);
    });
  };
  for (const Shape& shape : picture.shapes)
    if (!is_button(shape)) see(shape.box);
  return std::max(0.0F, bottom - top);
}

// The letters in a box, as they are read, without blanks.
std::string letters_in(const Picture& picture, const Box& box) {
  std::string letters;
  for (const Label& label : picture.labels)
    if (box.contains(label.box.middle())) letters += label.text;
  std::erase(letters, ' ');
  return letters;
}
const char* kind_of(const Target& place) {
  switch (place.kind) {
    case Target::Kind::element: return "element";
    case Target::Kind::thread: return "thread";
    case Target::Kind::block: return "block";
    case Target::Kind::line: return "line";
    default: return "place";
  }
}

std::string beginning_of(std::string text) {
  std::erase_if(text, [](char letter) { return letter == ' ' || letter == '\n'; });
  return text.substr(0, 16);
}

class EveryStep : public Walk, public testing::WithParamInterface<std::string> {
 protected:
  // The step's words, and the view that it opens.
  void need_step(const Session& session, const Screen& screen, const std::string& where) {
    const Course& course = session.course();
    const Layout& layout = screen.layout;
    const std::string words = letters_in(screen.picture.in_sight(), layout.narration);
    const auto need_words = [&](const char* what, const std::string& text) {
      if (words.find(beginning_of(text)) == std::string::npos)
        complaints_.add(fmt::format("narration {}: the {} is left out", where.substr(where.find(',') + 2), what),
                        where);
    };
    need_words("title", lessons::plain_text(course.now().title));
    std::string all = labels_of(screen.picture);  // the text may have to be scrolled to
    std::erase_if(all, [](char letter) { return letter == ' ' || letter == '\n'; });
    if (all.find(beginning_of(lessons::plain_text(course.now().text))) == std::string::npos)
      complaints_.add("narration: the text is left out", where);
    if (course.guess().open || course.guess().revealed)
      need_words("question", lessons::plain_text(course.question()->text));
    const bool has_view = layout.explain.w > 0;
    const Box& box = has_view ? layout.explain : layout.stage;
    const std::string name(has_view ? course.now().situation.view.name : "stage");
    if (!has_view && view_of(course.now().situation.view) != nullptr)
      complaints_.add(fmt::format("view {} is not open", course.now().situation.view.name), where);
    const WarpStep& warp = session.shown().frame.warp;
    const bool has_no_access = name == "warps" && warp.accesses.empty() && warp.atomics.empty();
    const bool is_of_words = name == "findings" || name == "console" || name == "changes" || has_no_access;
    if (const float high = picture_height(screen.picture.in_sight(), box);
        !is_of_words && !course.guess().open && high < least_picture * layout.text)
      complaints_.add(fmt::format("{}: a picture is too low", name),
                      fmt::format("{} ({:.1f})", where, high / layout.text));
    if (layout.stage.h > 0 && layout.stage.h < 13 * layout.text)
      complaints_.add("a stage less than 13 text sizes high", where);
    need_places(session, screen, where);
    for (const Clipped& part : screen.picture.clipped)
      if (layout.narration.contains(part.box.middle())) need_whole_top(part, where);
  }

  // A scrolled text begins with a whole line or row.
  void need_whole_top(const Clipped& part, const std::string& where) {
    const auto is_cut = [&](const Box& box) { return box.y < part.box.y - 1 && box.bottom() > part.box.y + 1; };
    for (const Label& label : part.picture.labels)
      if (!label.text.empty() && is_cut(label.box))
        complaints_.add("narration: the first line is cut", fmt::format("{}: {}", where, label.text));
    for (const Hit& hit : part.picture.hits)
      if (is_cut(hit.box) && hit.target.kind == Target::Kind::act)
        complaints_.add("narration: the first row is cut", where);
  }

  // Every place that the step names has something in sight that stands for it, and the variable that it names a row.
  void need_places(const Session& session, const Screen& screen, const std::string& where) {
    const lessons::PreparedStep& step = session.course().now();
    const Picture seen = screen.picture.in_sight();
    const std::string room = where.substr(where.find(',') + 2);
    const std::string_view shown = screen.layout.explain.w > 0 ? step.situation.view.name : "stage";
    for (const Target& place : session.course().lit())
      if (!(place.kind == Target::Kind::line ? has_code_of(screen, seen, place) : seen.shows(place)) &&
          !text_has(screen, place))
        complaints_.add(fmt::format("{}: a named {} is not shown beside \"{}\"", room, kind_of(place), shown),
                        fmt::format("{}: {}", where, lessons::name_of(*step.scene, place)));
    const bool has_row = std::any_of(seen.labels.begin(), seen.labels.end(), [&](const Label& label) {
      return label.text == step.situation.variable && screen.layout.explain.contains(label.box.middle());
    });
    if (shown == "variables" && !step.situation.variable.empty() && !has_row)
      complaints_.add(fmt::format("{}: a named variable is not shown", room),
                      fmt::format("{}: {}", where, step.situation.variable));
  }

  // A row of a table has a line's number, not its code.
  static bool has_code_of(const Screen& screen, const Picture& seen, const Target& line) {
    return std::any_of(seen.hits.begin(), seen.hits.end(), [&](const Hit& hit) {
      const Point middle = hit.box.middle();
      return hit.target == line && (screen.layout.source.contains(middle) || screen.layout.narration.contains(middle));
    });
  }

  // A place that only the step's text shows may be scrolled away together with the words that name it.
  static bool text_has(const Screen& screen, const Target& place) {
    return std::any_of(screen.picture.clipped.begin(), screen.picture.clipped.end(), [&](const Clipped& part) {
      return screen.layout.narration.contains(part.box.middle()) && part.picture.shows(place);
    });
  }
};

constexpr std::array class_rooms{
    Room{1280, 720},  Room{1024, 768},        Room{1280, 720, true},      Room{1024, 768, true},
    Room{1920, 1080}, Room{1920, 1080, true}, Room{1920, 1080, false, 2}, Room{1920, 1080, true, 2}};

TEST_P(EveryStep, IsWholeAndCanBeRead) {
  Session session(Settings{});
  session.use_tables(example_tables());
  session.apply(OpenLesson{GetParam()});
  session.wait_for_lesson();
  ASSERT_TRUE(session.course().is_open());
  const auto see = [&](const char* state) {
    for (const Room& room : class_rooms) {
      const std::string where = fmt::format("step {} {}", session.course().step() + 1, state);
      const Screen screen = look(session, room, where);
      need_step(session, screen, where + ", " + room.name());
    }
  };
  for (std::size_t step = 0; step < session.course().lesson().steps.size(); ++step) {
    session.apply(GoToStep{step});
    if (const lessons::Asked* const asked = session.course().question()) {
      session.apply(Seek{asked->halt});
      session.apply(OpenQuestion{});
      see("asks");
      session.apply(Act::reveal);
      see("answers");
    }
    session.apply(Seek{session.course().now().to});
    see("ends");
    const std::string where = fmt::format("step {}", step + 1);
    for (const Room& room : little_windows) look(session, room, where);
    look_in_little_windows(session, where);
  }
}

std::string name_of_file(const testing::TestParamInfo<std::string>& file) {
  std::string name = std::filesystem::path(file.param).stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Lessons, EveryStep, testing::ValuesIn(lessons::files_of(TILESCOPE_SOURCES "/assets/lessons")),
                         name_of_file);

struct Shown {
  const char* kernel;
  std::int64_t size;
  int tile;
};

class EveryView : public Walk, public testing::WithParamInterface<Shown> {};

TEST_P(EveryView, IsWholeAndCanBeRead) {
  Request request;
  request_field("kernel").read(request, GetParam().kernel, "--kernel");
  if (GetParam().size > 0) request.m = request.n = request.k = GetParam().size, request.tile = GetParam().tile;
  Session session(Settings{});
  session.use_tables(example_tables());
  open_in(session, request);
  ASSERT_TRUE(session.shown().has_trace());
  const Moments& moments = session.shown().replay().moments();
  for (const ExplainView& view : explain_views()) {
    session.apply(Explain{view.explanation()});
    for (const std::uint64_t moment : {std::uint64_t{0}, moments.count() / 2, moments.count()}) {
      session.apply(Seek{moment});
      for (const Room& room : small_windows) {
        const std::string where = fmt::format("{}, moment {} of {}", view.name, moment, moments.count());
        look(session, room, where);
      }
    }
    for (const Room& room : little_windows) look(session, room, std::string(view.name));
  }
  look_in_little_windows(session, "without a view");
}

INSTANTIATE_TEST_SUITE_P(Kernels, EveryView,
                         testing::Values(Shown{"tiled", 64, 16}, Shown{"tiled", 4, 2}, Shown{"naive", 8, 4},
                                         Shown{"reduce_sequential", 0, 0}, Shown{"histogram_shared", 0, 0},
                                         Shown{"transpose_tiled", 0, 0}, Shown{"tiled_no_first_barrier", 8, 4}),
                         [](const auto& of) { return fmt::format("{}_{}", of.param.kernel, of.param.size); });

class EveryTask : public Walk, public testing::WithParamInterface<std::string> {};

TEST_P(EveryTask, IsWholeAndCanBeRead) {
  Session session(Settings{});
  session.apply(OpenTask{GetParam()});
  session.wait_for_task();
  ASSERT_TRUE(session.tasking().is_open());
  for (const Room& room : small_windows) look(session, room, "as it opens");
  look_in_little_windows(session, "as it opens");
}

INSTANTIATE_TEST_SUITE_P(Tasks, EveryTask, testing::ValuesIn(lessons::files_of(TILESCOPE_SOURCES "/assets/tasks")),
                         name_of_file);

}  // namespace
}  // namespace tilescope::test
