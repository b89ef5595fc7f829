// tilescope bench live: how long it takes from a key to the frame that shows the run of what was typed; read, checked,
// recorded and judged. Frames follow each other as they do in the window.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "app/cli/bench_surface.h"
#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/place_options.h"
#include "app/cli/table.h"
#include "app/desk/desk.h"
#include "app/export/json.h"
#include "app/export/output.h"

namespace tilescope::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct BenchLiveOptions : OutputOptions {
  int width = 1920, height = 1080, edits = 300;
  bool window = false;
};

double milliseconds(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

double part_of(std::vector<double> all, double part) {
  if (all.empty()) return 0;
  std::sort(all.begin(), all.end());
  return all[std::min(all.size() - 1, static_cast<std::size_t>(part * static_cast<double>(all.size())))];
}

// A launch that is typed at, and what that took.
struct LaunchCase {
  std::string launch, kernel;
  std::int64_t side = 4;
  std::optional<int> tile;
  std::vector<double> runs, mistakes, frames;  // milliseconds
};

std::vector<LaunchCase> all_cases() {
  std::vector<LaunchCase> all;
  for (const char* const kernel : {"tiled", "register_tiled"})
    for (const std::int64_t side : {4, 16, 64}) {
      LaunchCase one;
      one.kernel = kernel;
      one.side = side;
      if (side == 64) one.tile = 16;
      one.launch = fmt::format("{0}x{0}", side);
      all.push_back(std::move(one));
    }
  return all;
}

class Typist {
 public:
  Typist(const BenchLiveOptions& options, Session& session)
      : on_({options.width, options.height}, options.window),
        session_(session),
        surface_(on_.get()),
        gui_(surface_),
        desk_(session, gui_, surface_) {
    for (int n = 0; n < 10; ++n) frame();
  }

  // Until what this key led to is on the screen.
  double type(const KeyPress& key) {
    const auto begin = Clock::now();
    surface_.hear(key);
    do frame();
    while (!is_settled());
    surface_.present();
    return milliseconds(Clock::now() - begin);
  }
  void frame() {
    const auto begin = Clock::now();
    desk_.frame(std::chrono::duration<double>(begin - std::exchange(began_, begin)).count());
    surface_.present_soon();
    on_.poll();
    frames_.push_back(milliseconds(Clock::now() - begin));
    // As the window does it where the processor draws: no more frames than a display shows.
    if (desk_.is_busy() && !is_settled()) std::this_thread::sleep_until(begin + std::chrono::microseconds(16667));
  }
  void rest() {
    session_.wait_for_recording();
    frame();
  }
  [[nodiscard]] bool is_settled() const {
    const Editing& editing = session_.editing();
    if (editing.is_waiting() || session_.launching().recorder.is_busy()) return false;
    return !editing.is_behind() || editing.notes.has_errors() || !editing.problem.empty();
  }
  [[nodiscard]] std::vector<double> take_frames() { return std::exchange(frames_, {}); }
  [[nodiscard]] Extent pixels() const { return surface_.pixels(); }

 private:
  BenchSurface on_;
  Session& session_;
  Surface& surface_;
  Gui gui_;
  Desk desk_;
  Clock::time_point began_ = Clock::now();
  std::vector<double> frames_;
};

KeyPress letter(char32_t which, bool control = false) { return {Key::character, which, control, false, false, false}; }

// A letter somewhere in the kernel, and then it is taken back. One in four is a mistake.
void type_at(LaunchCase& of, Typist& typist, Session& session, int edits) {
  std::mt19937_64 random(1);
  session.apply(Act::edit_source);
  typist.rest();
  (void)typist.take_frames();  // those of getting there do not count
  for (int n = 0; n < edits; n += 2) {
    const editor::Document& text = *session.editing().document;
    const std::size_t line = 3 + random() % (text.lines() - 4);
    const bool errs = n % 8 == 6;
    session.apply(PlaceCaret{line, errs ? 4U : 1000U, false, 1});
    typist.rest();
    const double there = typist.type(letter(errs ? U'$' : U' '));
    const bool was_mistake = session.editing().notes.has_errors();
    (was_mistake ? of.mistakes : of.runs).push_back(there);
    of.runs.push_back(typist.type(letter(U'z', true)));
  }
  of.frames = typist.take_frames();
}

// Frames while somebody types on and a recording of ten million events goes on.
std::vector<double> type_on(Typist& typist, Session& session) {
  Request large;
  large.kernel = "tiled";
  large.m = large.n = large.k = 144;
  large.tile = 16;
  large.window.clear();
  session.apply(Relaunch{large, "cpu", {}});
  typist.rest();
  session.apply(Act::edit_source);
  typist.rest();
  (void)typist.take_frames();  // those of getting there do not count
  for (int n = 0; n < 60; ++n) {
    session.apply(TypeKey{n % 2 == 0 ? letter(U' ') : KeyPress{Key::backspace, 0, false, false, false, false}});
    for (int frames = 0; frames < 6; ++frames) typist.frame();
  }
  std::vector<double> frames = typist.take_frames();
  session.wait_for_recording();
  return frames;
}

Json numbers(const std::vector<double>& all) {
  return {
      {"p50", part_of(all, 0.5)}, {"p95", part_of(all, 0.95)}, {"p99", part_of(all, 0.99)}, {"max", part_of(all, 1)}};
}

std::string report(const BenchLiveOptions& options, Extent pixels, const std::vector<LaunchCase>& cases,
                   const std::vector<double>& busy) {
  if (options.json) {
    Json json{{"renderer", Gui::renderer()}, {"width", pixels.width}, {"height", pixels.height},
              {"edits", options.edits},      {"source", "measured"},  {"pause_s", Settings{}.pause},
              {"launches", Json::array()}};
    for (const LaunchCase& of : cases)
      json["launches"].push_back({{"launch", of.launch},
                                  {"kernel", of.kernel},
                                  {"p50_ms", part_of(of.runs, 0.5)},
                                  {"p99_ms", part_of(of.runs, 0.99)},
                                  {"mistakes_ms", numbers(of.mistakes)},
                                  {"frames_ms", numbers(of.frames)}});
    json["frames_while_recording_ms"] = numbers(busy);
    return json.dump(2) + "\n";
  }
  Table table;
  table.row({"", "", "run p50", "p99", "mistake p50", "p99", "frame p95", "longest"});
  const auto words = [](double number) { return fmt::format("{:.1f}", number); };
  for (const LaunchCase& of : cases)
    table.row({of.kernel, of.launch, words(part_of(of.runs, 0.5)), words(part_of(of.runs, 0.99)),
               words(part_of(of.mistakes, 0.5)), words(part_of(of.mistakes, 0.99)), words(part_of(of.frames, 0.95)),
               words(part_of(of.frames, 1))});
  return fmt::format(
             "{} x {} pixels {}, {}; {} edits of a letter each; milliseconds from a key to the end of the frame that\n"
             "shows its run, without the pause of {} s; measured\n\n",
             pixels.width, pixels.height, options.window ? "in a window" : "without a window", Gui::renderer(),
             options.edits, Settings{}.pause) +
         table.text() +
         fmt::format("\nFrames while one types and 10^7 events are recorded: p95 {}, longest {}\n",
                     words(part_of(busy, 0.95)), words(part_of(busy, 1)));
}

void run(const BenchLiveOptions& options) {
  std::vector<LaunchCase> cases = all_cases();
  Settings settings;
  settings.pause = 0;
  Extent pixels;
  for (LaunchCase& of : cases) {
    Session session(settings);
    Request request;
    request.kernel = of.kernel;
    request.m = request.n = request.k = of.side;
    request.tile = of.tile;
    start(session, Relaunch{request, "cpu", {}});
    Typist typist(options, session);
    type_at(of, typist, session, options.edits);
    pixels = typist.pixels();
  }
  Session session(settings);
  Request request;
  start(session, Relaunch{request, "cpu", {}});
  Typist typist(options, session);
  const std::vector<double> busy = type_on(typist, session);
  write_output(options.output, report(options, pixels, cases, busy));
}

}  // namespace

void add_bench_live(Subcommand& bench) {
  Subcommand& command = bench.command("live", "how long it takes from a key to the run of what was typed");
  BenchLiveOptions& options = command.does<BenchLiveOptions>(run);
  command.option("--width", options.width, "in pixels", {320, 16384});
  command.option("--height", options.height, "in pixels", {240, 16384});
  command.option("--edits", options.edits, "how many of each launch", {10, 1000000});
  command.flag("--window", options.window, "in a window, not only in memory");
  command.output_options(options);
}

}  // namespace tilescope::cli
