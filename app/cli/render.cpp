// tilescope render: pictures of any moment, without a display.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/commands.h"
#include "app/cli/films.h"
#include "app/cli/known_tables.h"
#include "app/cli/place_options.h"
#include "app/command_line/other_programs.h"
#include "app/desk/state.h"
#include "app/explain/views.h"
#include "app/export/formats.h"
#include "app/export/output.h"
#include "app/lessons/library.h"
#include "app/stage/stage.h"
#include "instrumentation/error.h"
#include "instrumentation/listed.h"

namespace tilescope::cli {

namespace {

constexpr const char* no_film = "none";

struct RenderOptions {
  LaunchOptions launch;
  PlaceOptions place;
  std::string output = "tilescope.png";
  int width = 1600, height = 900;
  float scale = 1;
  std::string theme = "dark", from, to, part = "window", script, state, lesson, task, live, film = "gif";
  double frames_per_second = 1.5;
  bool presenter = false, handout = false;
  std::string view = "none";
};

// The part to draw as an SVG: the window, or only the stage.
Picture picture_of(const RenderOptions& options, const Session& session) {
  const auto width = static_cast<float>(options.width), height = static_cast<float>(options.height);
  if (options.part == "window") return screen_of(session, {width, height, options.scale, 0}).picture;
  View view;
  const float margin = 15 * options.scale;
  view.width = width - 2 * margin;
  view.height = height - 2 * margin;
  view.text = 15 * options.scale;
  Picture picture;
  picture.width = width;
  picture.height = height;
  picture.add(stage_picture(session.shown().frame, {}, view), {margin, margin});
  return picture;
}

// Another program makes the handout.
[[noreturn]] void make_handout(const RenderOptions& options) {
  std::vector<std::string> words{handout_command.name, "--lesson", options.lesson, "--output", options.output};
  if (!options.live.empty()) words.insert(words.end(), {"--live", options.live});
  become(handout_command, words);
}

void render_lesson(const RenderOptions& options, Session& session) {
  open_lesson(session, options.launch, options.lesson);
  if (options.presenter) session.apply(Act::presenter);
  Studio studio(session, {options.width, options.height});
  if (!options.script.empty()) return studio.play(options.script);
  make_lesson(studio, options.output, options.film == no_film ? "" : "." + options.film, options.frames_per_second);
}

void render_launch(const RenderOptions& options, Session& session) {
  if (options.task.empty())
    start(session, options.launch.opening());
  else
    open_task(session, options.launch, options.task);
  options.place.apply_to(session);
  if (const auto view = explanation_named(options.view)) session.apply(Explain{*view});
  const Format* const format = format_of(options.output);
  if (format != nullptr && format->shapes != nullptr)
    return write_output(options.output, format->shapes(picture_of(options, session), *find_theme(options.theme)));
  const bool moves = (format != nullptr && format->is_film()) || !options.from.empty() || !options.to.empty();
  if (!moves && (format == nullptr || !format->has_pixels()))
    throw UsageError(fmt::format("-o {}: the name must end in {}", options.output, one_of(endings(&Format::is_drawn))));

  Studio studio(session, {options.width, options.height});
  if (!options.script.empty()) return studio.play(options.script);
  if (moves)
    return make_film(studio, options.output, options.frames_per_second,
                     moments_between(session, options.from, options.to));
  format->pixels(options.output, studio.picture());
  if (!options.state.empty()) write_output(options.state, state_of(session, studio.screen()).dump(2) + "\n");
}

void run(const RenderOptions& options) {
  if (options.handout) return make_handout(options);
  Settings settings;
  settings.reduced_motion = true;  // a picture shows a single moment
  settings.theme = theme_named(options.theme);
  settings.zoom = options.scale;
  Session session(settings);
  session.use_tables(known_tables());
  options.lesson.empty() ? render_launch(options, session) : render_lesson(options, session);
}

std::string output_help() {
  return fmt::format("a picture: {}; a range: {}, or {} for numbered pictures", one_of(endings(&Format::is_picture)),
                     fmt::join(endings(&Format::is_film), ", "), one_of(endings(&Format::has_pixels)));
}

// "gif", "mp4", "none"
std::vector<std::string> film_words() {
  std::vector<std::string> words = endings(&Format::is_film);
  for (std::string& word : words) word.erase(0, 1);
  words.emplace_back(no_film);
  return words;
}

}  // namespace

void add_render(Subcommand& program) {
  Subcommand& command = program.command("render", "render any moment to a picture; needs no display");
  RenderOptions& options = command.does<RenderOptions>(run);
  options.launch.add_to(command);
  command.option("-o,--output", options.output, output_help()).file();
  options.place.add_to(command);
  command.option("--from", options.from, "start of a range, in the same form as --at (default begin)");
  command.option("--to", options.to, "end of the range, in the same form (default end)");
  command.option("--fps", options.frames_per_second, "moments per second in a GIF or MP4", {0.1, 60.0});
  add_explanation(command, options.view);
  command.option("--part", options.part, "which part to draw in an SVG file: window or stage")
      .one_of({"window", "stage"});
  command.option("--width", options.width, "width in pixels", {320, 16384});
  command.option("--height", options.height, "height in pixels", {240, 16384});
  command.option("--scale", options.scale, "scale of text and controls", {0.5, 4.0});
  add_theme(command, options.theme);
  command
      .option("--lesson", options.lesson,
              "draw all steps of this lesson (name, number or file) into the folder given by -o")
      .such_as(lessons::lesson_names())
      .file();
  command.option("--task", options.task, "draw the start of this task (name, number or file)")
      .file()
      .excludes("--lesson");
  command.option("--film", options.film, "format of the animations of a lesson's steps").one_of(film_words());
  command.flag("--presenter", options.presenter, "draw a lesson in large type, as projected for a class");
  command.flag("--handout", options.handout, "write the lesson to one printable HTML page, -o FILE.html")
      .needs("--lesson");
  command.option("--live", options.live, "TileScope's single-file web page; makes a handout's pictures interactive")
      .file()
      .needs("--handout");
  command.option("--script", options.script, "drive the window with the commands in this file").file();
  command.option("--state-json", options.state, "write the picture's contents as JSON to this file").file();
}

}  // namespace tilescope::cli
