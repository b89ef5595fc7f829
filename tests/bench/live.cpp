// bench live: how long it takes from a key to the frame with the run of the typed code, which is read, checked,
// recorded and judged. Frames follow each other as in the window.
#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <random>
#include <thread>

#include "app/cli/place_options.h"
#include "tests/bench/reel.h"

namespace tilescope::bench {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

// A launch whose code is edited, and the times.
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
  Typist(const Options& options, Session& session) : reel_(options, session), session_(session) {}

  // Types a key, and waits until its effect is on the screen.
  double type(const KeyPress& key) {
    const auto begin = Clock::now();
    reel_.surface().hear(key);
    do frame();
    while (!is_settled());
    reel_.surface().present();
    return milliseconds(Clock::now() - begin);
  }
  void frame() {
    const auto begin = Clock::now();
    reel_.frame(std::chrono::duration<double>(begin - std::exchange(began_, begin)).count());
    frames_.push_back(milliseconds(Clock::now() - begin));
    // As in a window where the processor draws: no more frames than a display shows.
    if (reel_.desk().is_busy() && !is_settled())
      std::this_thread::sleep_until(begin + std::chrono::microseconds(16667));
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
  [[nodiscard]] const Reel& reel() const { return reel_; }

 private:
  Reel reel_;
  Session& session_;
  Clock::time_point began_ = Clock::now();
  std::vector<double> frames_;
};

KeyPress letter(char32_t which, bool control = false) { return {Key::character, which, control, false, false, false}; }

// Types a letter somewhere in the kernel and then undoes it. One edit in four is a mistake.
void type_at(LaunchCase& of, Typist& typist, Session& session, int edits) {
  std::mt19937_64 random(1);
  session.apply(Act::edit_source);
  typist.rest();
  (void)typist.take_frames();  // frames before the edits do not count
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

// Frames while a user types and ten million events are being recorded.
std::vector<double> type_on(Typist& typist, Session& session) {
  Request large = request_of("tiled", 144, 16);
  large.window.clear();
  session.apply(Relaunch{large, "cpu", {}});
  typist.rest();
  session.apply(Act::edit_source);
  typist.rest();
  (void)typist.take_frames();  // frames before the edits do not count
  for (int n = 0; n < 60; ++n) {
    session.apply(TypeKey{n % 2 == 0 ? letter(U' ') : KeyPress{Key::backspace, 0, false, false, false, false}});
    for (int frames = 0; frames < 6; ++frames) typist.frame();
  }
  std::vector<double> frames = typist.take_frames();
  session.wait_for_recording();
  return frames;
}

}  // namespace

Report live(const Options& options) {
  Settings settings;
  settings.pause = 0;
  const auto words = [](const std::vector<double>& all, double part) {
    return fmt::format("{:.1f}", part_of(all, part));
  };
  Rows rows;
  Json launches = Json::array();
  for (LaunchCase& of : all_cases()) {
    Session session(settings);
    start(session, Relaunch{request_of(of.kernel, of.side, of.tile), "cpu", {}});
    Typist typist(options, session);
    type_at(of, typist, session, options.frames);
    launches.push_back(rows.add({{"", of.kernel, "kernel", of.kernel},
                                 {"", of.launch, "launch", of.launch},
                                 {"run p50", words(of.runs, 0.5), "p50_ms", part_of(of.runs, 0.5)},
                                 {"p99", words(of.runs, 0.99), "p99_ms", part_of(of.runs, 0.99)},
                                 {"mistake p50", words(of.mistakes, 0.5), "mistakes_ms", parts_of(of.mistakes)},
                                 {"p99", words(of.mistakes, 0.99)},
                                 {"frame p95", words(of.frames, 0.95), "frames_ms", parts_of(of.frames)},
                                 {"longest", words(of.frames, 1)}}));
  }
  Session session(settings);
  start(session, Relaunch{Request{}, "cpu", {}});
  Typist typist(options, session);
  const std::vector<double> busy = type_on(typist, session);
  const double pause = Settings{}.pause;
  return report(
      fmt::format("{}; {} edits of a letter each; milliseconds from a key to the end of the frame that\n"
                  "shows its run, without the pause of {} s; measured\n\n{}\n"
                  "Frames while one types and 10^7 events are recorded: p95 {}, longest {}\n",
                  typist.reel().words(), options.frames, pause, rows.text(), words(busy, 0.95), words(busy, 1)),
      typist.reel().json().with({{"edits", options.frames},
                                 {"source", "measured"},
                                 {"pause_s", pause},
                                 {"launches", launches},
                                 {"frames_while_recording_ms", parts_of(busy)}}));
}

}  // namespace tilescope::bench
