// tilescope view: the window.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/known_tables.h"
#include "app/cli/place_options.h"
#include "app/explain/views.h"
#include "app/lessons/library.h"
#include "app/session/drafts.h"
#include "app/session/frame_watch.h"
#include "app/session/lesson_links.h"
#include "app/window/going.h"
#include "instrumentation/memory.h"
#include "instrumentation/threads.h"

namespace tilescope::cli {

namespace {

struct ViewOptions {
  LaunchOptions launch;
  PlaceOptions place;
  std::string theme, page, script, state, frame_times, lesson, task, view = "none";
  bool no_config = false, kiosk = false, embed = false, embed_source = false, linked = false;

  // Without arguments, the program shows the first lesson, or the start page if a lesson has been begun.
  [[nodiscard]] bool says_nothing() const {
    return !launch.any_given() && script.empty() && !place.any_given() && view == "none" && task.empty();
  }
};

constexpr const char* first_lesson = "1";
constexpr const char* first_hint = "Page Down goes forward, Page Up goes back; ? shows all keys";

bool has_lesson(const std::string& name) {
  const auto all = lessons::all_lessons(lessons::lessons_folder());
  return std::any_of(all.begin(), all.end(),
                     [&](const lessons::ReadLesson& each) { return std::to_string(each.lesson.number) == name; });
}

// Saves the size before scaling, and only if the user has changed it.
void keep_size(Settings& settings, const Window& window, Extent opened) {
  const Extent size = window.size();
  if (window.fullscreen() || size == opened) return;
  const auto unscaled = [&](int side) {
    return static_cast<int>(std::lround(static_cast<float>(side) / window.content_scale()));
  };
  settings.width = unscaled(size.width);
  settings.height = unscaled(size.height);
}

// The state of the open window.
class Viewing {
 public:
  explicit Viewing(const ViewOptions& given)
      : options_(given), loaded_(settings_of(given)), session_(loaded_.settings) {
    if (memory_limit() == usual_memory_limit)
      set_memory_limit(static_cast<std::uint64_t>(loaded_.settings.memory * double{1 << 30}));
    if (!options_.frame_times.empty()) FrameWatch::of_window().begin();
    session_.use_tables(known_tables());
    if (!options_.no_config) session_.apply(UseAnswers{settings_path().parent_path() / "tasks"});
    // Who has begun a lesson chooses how to go on; behind the start page is that lesson.
    const std::map<std::string, int>& reached = session_.settings().lessons;
    const bool has_begun =
        std::any_of(reached.begin(), reached.end(), [](const auto& each) { return each.second > 1; });
    const bool wants_lesson = options_.says_nothing() && options_.lesson.empty() && has_lesson(first_lesson);
    const bool is_bare = wants_lesson && !options_.kiosk && !options_.embed && !options_.embed_source;
    greets_ = is_bare && !has_begun;
    starts_ = is_bare && has_begun;
    if (starts_) under_way_ = lesson_under_way(reached);
    if (options_.lesson.empty() && (options_.kiosk || wants_lesson))
      options_.lesson = under_way_ ? under_way_->open.file : first_lesson;
    begin_opening();
    window_ = open_window({.size = {loaded_.settings.width, loaded_.settings.height}});
    if (window_->wants_stillness() && !session_.settings().reduced_motion) session_.apply(Act::switch_motion);
    opened_ = window_->size();
    loop_.emplace(WindowLoop::Options{options_.script, options_.state, read_launch,
                                      options_.embed || options_.embed_source, options_.embed_source,
                                      [this](bool waits) { return go_on_opening(waits); }, options_.frame_times},
                  session_, *window_);
  }

  [[nodiscard]] WindowLoop& loop() { return *loop_; }

  void keep_settings() {
    if (options_.no_config || loaded_.is_damaged) return;
    Settings after = session_.settings();
    keep_size(after, *window_, opened_);
    if (after == loaded_.settings) return;
    loaded_.settings = after;
    if (const std::string problem = save_settings(settings_path(), after); !problem.empty())
      fmt::print(stderr, "tilescope: {}\n", problem);
  }
  void end() {
    session_.apply(KeepDraft{});
    keep_settings();
  }
  void close() {
    loop_.reset();
    window_.reset();
  }

 private:
  // Long work continues while the window is open. Without arguments, the first lesson opens.
  void begin_opening() {
    if (under_way_) return session_.apply(under_way_->open);
    if (!options_.lesson.empty()) return begin_lesson(session_, options_.launch, lesson_meant());
    if (!options_.task.empty()) return begin_task(session_, options_.launch, options_.task);
    Command opening = options_.launch.opening();
    if (auto* const launch = std::get_if<Relaunch>(&opening)) launch->as_ran = options_.place.order == "ran";
    session_.apply(opening);
  }
  [[nodiscard]] std::string lesson_meant() const {
    return options_.linked ? lessons::find_linked_lesson(lessons::lessons_folder(), options_.lesson) : options_.lesson;
  }
  bool go_on_opening(bool waits) {
    if (waits) wait_for_all();
    if (is_on_its_way()) return true;
    if (!session_.course().problem().empty()) require_lesson(session_);
    if (!session_.tasking().problem().empty()) require_task(session_);
    if (options_.lesson.empty() && options_.task.empty() && session_.shown().has_trace())
      options_.place.apply_to(session_);
    if (const auto view = explanation_named(options_.view)) session_.apply(Explain{*view});
    if (starts_ && !session_.overlays().start) session_.apply(Act::start_page);
    if (greets_) session_.apply(Say{first_hint, false});
    if (options_.kiosk) session_.apply(LoopLessons{});
    if (!loaded_.problem.empty()) session_.apply(Say{loaded_.problem, false});
    if (!options_.no_config) {
      session_.apply(UseDrafts{drafts_folder()});
      offer_draft();
    }
    return false;
  }
  // A page's address holds the newest text, so a draft of it is open already.
  void offer_draft() {
    const auto drafts = abandoned_drafts(drafts_folder());
    if (drafts.empty() ||
        (session_.shown().has_trace() && session_.shown().trace().kernel_text() == drafts.front().text))
      return;
    session_.apply(OfferDraft{drafts.front().path.string(), drafts.front().file, drafts.front().when});
  }
  void wait_for_all() {
    if (!options_.lesson.empty()) session_.wait_for_lesson();
    if (!options_.task.empty()) session_.wait_for_task();
    session_.wait_for_recording();
  }
  // Whether something is still being opened, including a task's first run.
  [[nodiscard]] bool is_on_its_way() const {
    const bool is_coming = session_.course().preparing().is_busy() || session_.launching().recorder.is_busy();
    return is_coming || (!options_.task.empty() && (session_.tasking().is_busy() || session_.editing().is_waiting()));
  }

  static LoadedSettings settings_of(const ViewOptions& options) {
    LoadedSettings loaded;
    if (!options.no_config) loaded = load_settings(settings_path());
    if (!options.theme.empty()) loaded.settings.theme = theme_named(options.theme);
    if (!options.page.empty()) loaded.settings.page = options.page;
    return loaded;
  }

  ViewOptions options_;
  LoadedSettings loaded_;
  Session session_;
  std::unique_ptr<Window> window_;
  Extent opened_;                         // the window's size when it opened
  bool greets_ = false, starts_ = false;  // with a hint; with the start page
  std::optional<LessonUnderWay> under_way_;
  std::optional<WindowLoop> loop_;
};

void run(const ViewOptions& given) {
  const auto viewing = std::make_shared<Viewing>(given);
  keep_going(
      {viewing, &viewing->loop()}, [viewing] { viewing->keep_settings(); }, [viewing] { viewing->end(); });
  if constexpr (has_threads) {  // the running work was only for the window
    viewing->close();
    std::fflush(nullptr);
    std::_Exit(0);
  }
}

}  // namespace

void add_view(Subcommand& program) {
  Subcommand& command = program.command("view", "open the window (the default)");
  ViewOptions& options = command.does<ViewOptions>(run);
  options.launch.add_to(command);
  command.option("--lesson", options.lesson, "a lesson by its name, number or file (tilescope lessons lists them)")
      .such_as(lessons::lesson_names())
      .file();
  command.flag("--linked", options.linked, "the lesson's number comes from a link that an older version may have made");
  command.option("--task", options.task, "a task by its name, number or file (tilescope task lists them)")
      .file()
      .excludes("--lesson");
  command.flag("--kiosk", options.kiosk, "play all lessons, one after another");
  command.flag("--embed", options.embed, "show few controls, for a frame in another web page");
  command.flag("--embed-source", options.embed_source, "like --embed, but with the source");
  add_theme(command, options.theme);
  command.option("--page", options.page, "address of TileScope's web page, for links (Ctrl+L)");
  options.place.add_to(command);
  add_explanation(command, options.view);
  command.flag("--no-config", options.no_config, "neither read nor write settings");
  command.option("--script", options.script, "drive the window with the commands in this file").file();
  command.option("--state-json", options.state, "keep the screen's contents as JSON in this file").file();
  command.option("--frame-times", options.frame_times, "at the end, write frame times to this file").file();
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
