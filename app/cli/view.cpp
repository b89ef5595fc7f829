// tilescope view: the window.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/known_tables.h"
#include "app/cli/place_options.h"
#include "app/cli/render_options.h"
#include "app/desk/notes_desk.h"
#include "app/desk/state.h"
#include "app/export/output.h"
#include "app/export/png.h"
#include "app/gl/window.h"
#include "app/lessons/library.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct ViewOptions {
  LaunchOptions launch;
  std::string theme, script, state, lesson;
  std::optional<std::string> at;
  bool no_config = false, kiosk = false;

  // Somebody who says nothing wants to be shown something.
  [[nodiscard]] bool says_nothing() const { return !launch.any_given() && script.empty() && !at; }
};

constexpr double look_seconds = 0.5;
// Where the processor draws, no display says when a frame is due, and as many as can be drawn would keep it busy.
constexpr double frame_seconds = 1.0 / 60;
constexpr const char* first_lesson = "1";
constexpr const char* first_hint = "Page Down goes on, Page Up goes back; ? shows all keys";

std::string next_picture() {
  for (int number = 1;; ++number)
    if (const std::string name = fmt::format("tilescope-{:04}.png", number); !std::filesystem::exists(name))
      return name;
}

// The window, from its opening to its closing.
class View {
 public:
  View(const ViewOptions& options, Session& session, Window& window)
      : options_(options), session_(session), window_(window), gui_(window), desk_(session, gui_, window) {}

  void run() {
    std::optional<Script> script;
    if (!options_.script.empty()) script.emplace(options_.script, read_script(options_.script));
    desk_.frame(0);
    for (const std::string& warning : gui_.fonts().warnings()) session_.apply(Say{warning, false});
    auto last = Clock::now();
    while (!window_.closing()) {
      const auto now = Clock::now();
      desk_.frame(std::chrono::duration<double>(now - last).count());
      last = now;
      if (!grant(session_.take_wishes())) break;
      const bool goes_on = desk_.is_busy() || session_.launching().recorder.is_busy();
      if (goes_on && !notes_)
        window_.present_soon();
      else
        window_.present();
      show_notes();
      write_state();
      const bool scripted = script && script->next(stage());
      const double left = frame_seconds - std::chrono::duration<double>(Clock::now() - now).count();
      if (goes_on && !scripted && left > 0 && window_.is_drawn_by_processor())
        window_.wait(left);
      else if (goes_on || scripted)
        window_.poll();
      else if (session_.course().is_open() || notes_)
        window_.wait(look_seconds);  // its file may be saved, or it loops; and notes have a clock
      else
        while (!window_.wait(60) && !window_.closing()) {  // nothing happens: nothing is drawn
        }
      for (const std::string& path : window_.take_dropped()) session_.apply(Open{path});
    }
    write_state();
  }

 private:
  // What the session cannot do itself. False when it is time to go.
  bool grant(const Session::Wishes& wishes) {
    if (wishes.fullscreen) window_.set_fullscreen(session_.overlays().presenter);
    if (!wishes.clipboard.empty()) ImGui::SetClipboardText(wishes.clipboard.c_str());
    if (wishes.screenshot) {
      const std::string name = next_picture();
      save(name);
      session_.apply(Say{fmt::format("The picture is in {}", std::filesystem::absolute(name).string()), false});
    }
    return !wishes.quit;
  }

  // Opens and closes the window with the notes. Its keys are the other one's, so that it does not matter which one
  // hears a clicker.
  void show_notes() {
    if (notes_ && notes_->window.closing()) session_.apply(Act::notes);
    if (!session_.overlays().notes) return notes_.reset();
    try {
      if (!Gui::can_have_another()) throw UsageError("notes need another version of ImGui: 1.92.2 has one window");
      if (!notes_) notes_.emplace(session_, window_);
    } catch (const Error& error) {
      session_.apply(Act::notes);
      return session_.apply(Say{error.what()});
    }
    notes_->desk.frame();
    notes_->window.present();
    for (const KeyPress& key : notes_->window.take_keys()) desk_.press(key);
  }

  void save(const std::string& path) {
    try {
      write_png(path, read_pixels(window_.pixels()));
    } catch (const Error& error) {
      session_.apply(Say{error.what()});
    }
  }

  // For tests that look at the window from outside.
  void write_state() {
    if (options_.state.empty()) return;
    std::string state = state_of(session_, desk_.screen()).dump(2) + "\n";
    if (state == written_) return;
    write_output(options_.state, state);
    written_ = std::move(state);
  }

  Script::Stage stage() {
    return {
        session_,
        desk_,
        gui_,
        [](Extent) { throw UsageError("a window is as large as it is; render takes sizes"); },
        [this](const std::string& path) { save(path); },
        [](const std::string&) { throw UsageError("notes have a window of their own here; render takes pictures"); },
        read_launch};
  }

  struct Notes {
    Notes(const Session& session, Window& beside)
        : window({.title = "TileScope: notes", .size = {900, 600}, .vsync = false, .beside = &beside}),
          desk(session, window) {}
    Window window;
    NotesDesk desk;
  };

  const ViewOptions& options_;
  Session& session_;
  Window& window_;
  Gui gui_;
  Desk desk_;
  std::optional<Notes> notes_;
  std::string written_;
};

bool has_lesson(const std::string& name) {
  const auto all = lessons::all_lessons(lessons_folder());
  return std::any_of(all.begin(), all.end(),
                     [&](const lessons::ReadLesson& each) { return std::to_string(each.lesson.number) == name; });
}

void run(const ViewOptions& options) {
  const std::filesystem::path config = settings_path();
  LoadedSettings loaded;
  if (!options.no_config) loaded = load_settings(config);
  if (!options.theme.empty()) loaded.settings.theme = theme_named(options.theme);
  const Settings before = loaded.settings;
  Session session(loaded.settings);
  session.use_tables(known_tables());
  const bool greets = options.says_nothing() && options.lesson.empty() && !options.kiosk && has_lesson(first_lesson);
  const bool opens_lesson = !options.lesson.empty() || options.kiosk || greets;
  if (!opens_lesson) session.apply(options.launch.opening());
  Window::Options how;
  how.size = {before.width, before.height};
  Window window(how);
  if (opens_lesson) open_lesson(session, options.launch, options.lesson.empty() ? first_lesson : options.lesson);
  session.wait_for_recording();
  if (session.has_trace() && options.at && !opens_lesson) go_to(session, *options.at);
  if (greets) session.apply(Say{first_hint, false});
  if (options.kiosk) session.apply(LoopLessons{});
  if (!loaded.problem.empty()) session.apply(Say{loaded.problem, false});
  const Extent opened = window.size();
  View(options, session, window).run();
  if (options.no_config) return;
  // A size is kept as it is before the display's scale, and only if the reader chose it.
  Settings after = session.settings();
  if (const Extent size = window.size(); !window.fullscreen() && !(size == opened)) {
    after.width = static_cast<int>(std::lround(static_cast<float>(size.width) / window.content_scale()));
    after.height = static_cast<int>(std::lround(static_cast<float>(size.height) / window.content_scale()));
  }
  if (loaded.is_damaged || after == before) return;
  if (const std::string problem = save_settings(config, after); !problem.empty())
    fmt::print(stderr, "tilescope: {}\n", problem);
}

}  // namespace

void add_view(Subcommand& program) {
  Subcommand& command = program.command("view", "the window (the default)");
  auto options = std::make_shared<ViewOptions>();
  options->launch.add_to(command);
  command.option("--lesson", options->lesson, "a lesson by its name, number or file (tilescope lessons lists them)")
      .such_as(lesson_names())
      .file();
  command.flag("--kiosk", options->kiosk, "all lessons, one after the other, by themselves");
  command.option("--theme", options->theme, "dark, light or contrast").such_as(theme_names());
  add_at(command, options->at);
  command.flag("--no-config", options->no_config, "neither reads nor writes settings");
  command.option("--script", options->script, "drives the window with the commands of this file").file();
  command.option("--state-json", options->state, "keeps what is on the screen, as data, in this file").file();
  command.does([options] { run(*options); });
}

void first_look() {
  try {
    run(ViewOptions{});
  } catch (const NoDisplay& error) {
    fmt::print(stderr, "tilescope: {}\n", error.what());
    tour();
  }
}

}  // namespace tilescope::cli
