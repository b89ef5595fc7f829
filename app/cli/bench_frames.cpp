// tilescope bench frames: how long a frame takes, in playing and in scrubbing, in a window or without one. As in the
// window, a frame is shown before the next one is drawn: times go from one to the next.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <random>

#include "app/cli/bench_surface.h"
#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/place_options.h"
#include "app/cli/table.h"
#include "app/desk/desk.h"
#include "app/explain/views.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "instrumentation/listed.h"

namespace tilescope::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct BenchFramesOptions : OutputOptions {
  LaunchOptions launch;
  int width = 1920, height = 1080, frames = 600;
  bool window = false;
  std::string view = "none";
};

// Milliseconds, sorted.
class Times {
 public:
  template <class Work>
  void take(Work&& work) {
    const auto begin = Clock::now();
    work();
    all_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  }
  [[nodiscard]] double at(double part) {
    std::sort(all_.begin(), all_.end());
    return all_[std::min(all_.size() - 1, static_cast<std::size_t>(part * static_cast<double>(all_.size())))];
  }

 private:
  std::vector<double> all_;
};

struct Case {
  std::string name;
  Times times;
};

// A session in a window or in memory, frame by frame.
class Reel {
 public:
  Reel(const BenchFramesOptions& options, Session& session)
      : on_({options.width, options.height}, options.window),
        session_(session),
        surface_(on_.get()),
        gui_(surface_),
        desk_(session, gui_, surface_) {
    for (int n = 0; n < 10; ++n) frame();
  }

  void frame() {
    desk_.frame(1.0 / 60);
    surface_.present_soon();
    on_.poll();
  }
  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] Extent pixels() const { return surface_.pixels(); }

 private:
  BenchSurface on_;
  Session& session_;
  Surface& surface_;
  Gui gui_;
  Desk desk_;
};

Times play(Reel& reel, int frames) {
  Times times;
  Session& session = reel.session();
  for (int n = 0; n < frames; ++n) {
    if (session.shown().frame.at_end) {  // a small launch is soon over; going back to its begin is no step of playing
      session.apply(Act::to_begin);
      reel.frame();
    }
    times.take([&] {
      session.apply(Act::forward);
      reel.frame();
    });
  }
  return times;
}

// Where it stands still, so that all of it is drawn anew.
Times turn(Reel& reel, int frames) {
  Times times;
  for (int n = 0; n < frames; ++n)
    times.take([&] {
      reel.session().apply(Act::turn_left);
      reel.frame();
    });
  return times;
}

// To any moment, over and over.
template <class Draw>
Times scrub(Session& session, int frames, std::mt19937_64& random, Draw&& draw) {
  Times times;
  for (int n = 0; n < frames; ++n)
    times.take([&] {
      session.apply(Seek{random() % (session.shown().frame.moments + 1)});
      draw();
    });
  return times;
}

std::string report(const BenchFramesOptions& options, Extent pixels, std::uint64_t events, std::vector<Case>& cases) {
  if (options.json) {
    Json json{{"renderer", Gui::renderer()}, {"width", pixels.width}, {"height", pixels.height}, {"events", events},
              {"frames", options.frames},    {"source", "measured"}};
    for (auto& [name, times] : cases)
      json["milliseconds"][name] = {
          {"p50", times.at(0.5)}, {"p95", times.at(0.95)}, {"p99", times.at(0.99)}, {"max", times.at(1)}};
    return json.dump(2) + "\n";
  }
  Table table;
  table.row({"", "median", "p95", "p99", "longest"});
  const auto two_places = [](double number) { return fmt::format("{:.2f}", number); };
  for (auto& [name, times] : cases)
    table.row({name, two_places(times.at(0.5)), two_places(times.at(0.95)), two_places(times.at(0.99)),
               two_places(times.at(1))});
  return fmt::format("{} x {} pixels {}, {}; {} events; {} frames each; milliseconds, measured\n\n", pixels.width,
                     pixels.height, options.window ? "in a window" : "without a window", Gui::renderer(),
                     with_commas(events), options.frames) +
         table.text();
}

void run(const BenchFramesOptions& options) {
  Session session(Settings{});
  start(session, Relaunch{options.launch.request, options.launch.backend, options.launch.file});
  if (const auto view = explanation_named(options.view)) {
    session.apply(Explain{*view});
    session.wait_for_variables();
  }
  Reel reel(options, session);
  std::vector<Case> cases{{"playing, a step a frame", play(reel, options.frames)}};
  std::mt19937_64 random(1);
  cases.push_back({"scrubbing to any moment", scrub(session, options.frames, random, [&] { reel.frame(); })});
  if (session.explaining().is_open("cube")) cases.push_back({"turning the cube", turn(reel, options.frames)});
  cases.push_back({"seeking alone, no picture", scrub(session, options.frames, random, [] {})});
  const std::uint64_t events =
      session.shown().replay().trace().kept_events() +
      (session.shown().replay_beside() != nullptr ? session.shown().replay_beside()->trace().kept_events() : 0);
  write_output(options.output, report(options, reel.pixels(), events, cases));
}

}  // namespace

void add_bench_frames(Subcommand& bench) {
  Subcommand& command = bench.command("frames", "how long a frame of the window takes");
  BenchFramesOptions& options = command.does<BenchFramesOptions>(run);
  options.launch.add_to(command);
  command.option("--width", options.width, "in pixels", {320, 16384});
  command.option("--height", options.height, "in pixels", {240, 16384});
  command.option("--frames", options.frames, "how many of each kind", {10, 1000000});
  std::vector<std::string> views = explanation_names();
  views.insert(views.begin(), "none");
  command.option("--view", options.view, "with the panel that explains: " + listed(explanation_names())).one_of(views);
  command.flag("--window", options.window, "in a window, not only in memory");
  command.output_options(options);
}

}  // namespace tilescope::cli
