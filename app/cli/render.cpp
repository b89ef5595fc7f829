// tilescope render: pictures of any moment, with no display.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/handout.h"
#include "app/cli/known_tables.h"
#include "app/cli/parse.h"
#include "app/cli/place_options.h"
#include "app/cli/render_options.h"
#include "app/desk/notes_desk.h"
#include "app/desk/state.h"
#include "app/export/output.h"
#include "app/export/png.h"
#include "app/export/svg.h"
#include "app/export/video.h"
#include "app/gl/egl_context.h"
#include "app/gl/offscreen.h"
#include "app/lessons/library.h"
#include "app/stage/stage.h"
#include "app/stage/theme.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

namespace fs = std::filesystem;

struct RenderOptions {
  LaunchOptions launch;
  PlaceOptions place;
  std::string output = "tilescope.png";
  int width = 1600, height = 900;
  float scale = 1;
  std::string theme = "dark", from, to, part = "window", script, state, lesson, film = "gif";
  double frames_per_second = 1.5;
  bool presenter = false, handout = false;
};

// A session and the surface it is drawn on.
class Studio {
 public:
  Studio(Session& session, Extent size)
      : session_(session), surface_(size), gui_(surface_), desk_(session, gui_, surface_) {
    desk_.frame(0);
    for (const std::string& warning : gui_.fonts().warnings()) fmt::print(stderr, "tilescope: {}\n", warning);
  }

  Image picture() {
    desk_.frame(0);
    return surface_.read();
  }
  [[nodiscard]] const Screen& screen() const { return desk_.screen(); }

  void play(const std::string& path) {
    Script script(path, read_script(path));
    const Script::Stage stage{session_,
                              desk_,
                              gui_,
                              [&](Extent size) { surface_.resize(size); },
                              [&](const std::string& to) { write_png(to, surface_.read()); },
                              [&](const std::string& to) {
                                Offscreen beside({900, 600});
                                NotesDesk(session_, beside).frame();
                                write_png(to, beside.read());
                              },
                              read_launch};
    while (script.next(stage)) {
    }
  }

 private:
  Session& session_;
  EglContext context_;
  Offscreen surface_;
  Gui gui_;
  Desk desk_;
};

// The moments from one to another, a grain apart.
std::vector<std::uint64_t> moments_between(Session& session, const std::string& from, const std::string& to) {
  go_to(session, to.empty() ? "end" : to);
  const std::uint64_t last = session.playback().moment;
  go_to(session, from.empty() ? "begin" : from);
  std::vector<std::uint64_t> moments{session.playback().moment};
  while (moments.back() < last)
    moments.push_back(session.replay().moments().next(moments.back(), session.playback().grain));
  return moments;
}

void make_video(const RenderOptions& options, Session& session, Studio& studio,
                const std::vector<std::uint64_t>& moments) {
  const bool one_file_each = fs::path(options.output).extension() == ".png";
  // A video's own rate is a smooth one; a moment is several frames of it.
  const int repeats = one_file_each || fs::path(options.output).extension() == ".gif" ? 1 : 8;
  const int rate = std::max(1, static_cast<int>(options.frames_per_second * repeats + 0.5));
  Video video(options.output, options.width, options.height, rate);
  for (const std::uint64_t moment : moments) {
    session.apply(Seek{moment});
    const Image image = studio.picture();
    for (int n = 0; n < repeats; ++n) video.add(image);
  }
  if (!one_file_each) video.add(studio.picture());  // the end stays a little longer
  video.finish();
}

// "03-load-b": steps in their order, by their bookmarks where they have one.
std::string file_name(const lessons::Lesson& lesson, std::size_t step) {
  const std::string& name = lesson.steps[step].name;
  return fmt::format("{:02}{}{}", step + 1, name.empty() ? "" : "-", name);
}

// A picture of each step as it ends, one of each question, and a film of each step that plays.
void make_lesson(const RenderOptions& options, Session& session, Studio& studio) {
  const fs::path folder = options.output;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw UsageError(fmt::format("-o {}: this folder cannot be made: {}", options.output, error.message()));
  const std::size_t steps = session.course().lesson().steps.size();
  for (std::size_t n = 0; n < steps; ++n) {
    const std::string name = file_name(session.course().lesson().lesson, n);
    session.apply(GoToStep{n});
    const lessons::PreparedStep& step = session.course().now();
    if (const lessons::Asked* const asked = session.course().question()) {
      session.apply(Seek{asked->halt});
      session.apply(OpenQuestion{});
      write_png((folder / (name + "-question.png")).string(), studio.picture());
      session.apply(Act::reveal);
    }
    if (step.from < step.to && options.film != "none") {
      std::vector<std::uint64_t> moments{step.from};
      while (moments.back() < step.to)
        moments.push_back(std::min(session.replay().moments().next(moments.back(), session.playback().grain), step.to));
      RenderOptions film = options;
      film.output = (folder / (name + "." + options.film)).string();
      make_video(film, session, studio, moments);
    }
    session.apply(Seek{step.to});
    write_png((folder / (name + ".png")).string(), studio.picture());
  }
}

std::string svg(const RenderOptions& options, const Session& session) {
  const auto width = static_cast<float>(options.width), height = static_cast<float>(options.height);
  const Theme& theme = *find_theme(session.settings().theme);
  if (options.part == "window") return svg_of(screen_of(session, {width, height, options.scale, 0}).picture, theme);
  View view;
  const float margin = 15 * options.scale;
  view.width = width - 2 * margin;
  view.height = height - 2 * margin;
  view.text = 15 * options.scale;
  Picture picture;
  picture.width = width;
  picture.height = height;
  picture.add(stage_picture(session.frame(), {}, view), {margin, margin});
  return svg_of(picture, theme);
}

void make_handout(const RenderOptions& options) {
  if (fs::path(options.output).extension() != ".html")
    throw UsageError(fmt::format("--handout: is one page; name it, as in -o {}.html", options.lesson));
  write_output(options.output, lesson_handout(prepared_lesson(options.lesson)));
}

void run(const RenderOptions& options) {
  if (options.handout) return make_handout(options);
  Settings settings;
  settings.reduced_motion = true;  // a picture is of one moment
  settings.theme = theme_named(options.theme);
  settings.zoom = options.scale;
  Session session(settings);
  session.use_tables(known_tables());
  if (!options.lesson.empty()) {
    open_lesson(session, options.launch, options.lesson);
    if (options.presenter) session.apply(Act::presenter);
    Studio studio(session, {options.width, options.height});
    return options.script.empty() ? make_lesson(options, session, studio) : studio.play(options.script);
  }
  start(session, options.launch.opening());
  options.place.apply_to(session);
  const std::string ending = fs::path(options.output).extension().string();
  if (ending == ".svg") return write_output(options.output, svg(options, session));
  const bool moves = ending == ".gif" || ending == ".mp4" || !options.from.empty() || !options.to.empty();
  if (!moves && ending != ".png")
    throw UsageError(fmt::format("-o {}: the name ends in .png, .svg, .gif or .mp4", options.output));

  Studio studio(session, {options.width, options.height});
  if (!options.script.empty()) return studio.play(options.script);
  if (moves) return make_video(options, session, studio, moments_between(session, options.from, options.to));
  write_png(options.output, studio.picture());
  if (!options.state.empty()) write_output(options.state, state_of(session, studio.screen()).dump(2) + "\n");
}

}  // namespace

std::vector<std::string> theme_names() {
  std::vector<std::string> names;
  for (const Theme& theme : themes()) names.emplace_back(theme.name);
  return names;
}

std::string theme_named(const std::string& name) {
  if (find_theme(name) != nullptr) return name;
  throw UsageError(fmt::format("--theme {}: give one of {}", name, fmt::join(theme_names(), ", ")));
}

void open_lesson(Session& session, const LaunchOptions& launch, const std::string& lesson) {
  if (launch.any_given() && launch.backend == LaunchOptions{}.backend)
    throw UsageError(
        fmt::format("--lesson {}: a lesson says itself what is launched; leave the launch options out", lesson));
  session.apply(OpenLesson{lessons::find_lesson(lessons_folder(), lesson)});
  session.wait_for_lesson();
  if (!session.course().is_open())
    throw UsageError(session.banner() ? session.banner()->text : "this lesson could not be opened");
}

Relaunch read_launch(const std::vector<std::string>& words) {
  LaunchOptions launch;
  Subcommand options("launch", "");
  launch.add_to(options);
  static_cast<void>(parse(options, "", words));
  return {launch.request, launch.backend, launch.file};
}

void tour() {
  const fs::path folder = "tilescope-tour";
  std::error_code error;
  fs::create_directories(folder, error);
  try {
    Session session(Settings{});
    start(session, Relaunch{});
    Studio studio(session, {1600, 900});
    const std::vector<std::uint64_t> moments = moments_between(session, "", "");
    const auto save = [&](const std::string& name, std::size_t number) {
      session.apply(Seek{moments[std::min(number, moments.size() - 1)]});
      write_png(folder / name, studio.picture());
    };
    save("1-load.png", 1);
    save("2-wait.png", 3);
    save("3-multiply.png", 4);
    save("4-end.png", moments.size());
    RenderOptions film;
    film.output = (folder / "tour.gif").string();
    std::string made = "pictures";
    try {
      make_video(film, session, studio, moments);
      made = "pictures and tour.gif";
    } catch (const Error& why) {
      fmt::print(stderr, "tilescope: no GIF: {}\n", why.what());
    }
    fmt::print("There are {} of it in {}/\n\n", made, fs::absolute(folder).string());
  } catch (const Error& why) {
    fmt::print(stderr, "tilescope: no pictures either: {}\n", why.what());
  }
  print_first_counts();
}

void add_render(Subcommand& program) {
  Subcommand& command = program.command("render", "pictures of any moment, with no display");
  auto options = std::make_shared<RenderOptions>();
  options->launch.add_to(command);
  command
      .option("-o,--output", options->output, "a picture: .png or .svg; a range: .gif, .mp4, or .png for numbered ones")
      .file();
  options->place.add_to(command);
  command.option("--from", options->from, "where a range begins, as --at has it (default begin)");
  command.option("--to", options->to, "where it ends (default end)");
  command.option("--fps", options->frames_per_second, "moments a second in a GIF or MP4", {0.1, 60.0});
  command.option("--part", options->part, "of an SVG: window or stage").one_of({"window", "stage"});
  command.option("--width", options->width, "in pixels", {320, 16384});
  command.option("--height", options->height, "in pixels", {240, 16384});
  command.option("--scale", options->scale, "of text and controls", {0.5, 4.0});
  command.option("--theme", options->theme, "dark, light or contrast").such_as(theme_names());
  command
      .option("--lesson", options->lesson,
              "a lesson by name, number or file: all its steps, into the folder that -o names")
      .such_as(lesson_names())
      .file();
  command.option("--film", options->film, "of a lesson's steps that play").one_of({"gif", "mp4", "none"});
  command.flag("--presenter", options->presenter, "a lesson in large type, as a class sees it");
  command.flag("--handout", options->handout, "the lesson as one page of HTML to be printed, -o FILE.html")
      .needs("--lesson");
  command.option("--script", options->script, "drives the window with the commands of this file").file();
  command.option("--state-json", options->state, "what is on the picture, as data, into this file").file();
  command.does([options] { run(*options); });
}

}  // namespace tilescope::cli
