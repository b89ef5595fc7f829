// tilescope bench frames: how long a frame takes, in playing and in scrubbing, in a window or without one. As in the
// window, a frame is shown before the next one is drawn: times go from one to the next.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <random>

#include "app/cli/commands.h"
#include "app/cli/launch_options.h"
#include "app/cli/table.h"
#include "app/desk/desk.h"
#include "app/explain/views.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/gl/egl_context.h"
#include "app/gl/offscreen.h"
#include "app/gl/window.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct BenchFramesOptions {
  LaunchOptions launch;
  int width = 1920, height = 1080, frames = 600;
  bool window = false, json = false;
  std::string view = "none", output;
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

void run(const BenchFramesOptions& options) {
  Session session(Settings{});
  session.apply(Relaunch{options.launch.request, options.launch.backend, options.launch.file});
  session.wait_for_recording();
  if (!session.has_trace()) throw UsageError(session.banner() ? session.banner()->text : "nothing was recorded");
  if (const auto view = explanation_named(options.view)) session.apply(Explain{*view});
  std::unique_ptr<EglContext> context;
  std::unique_ptr<Surface> surface;
  std::string renderer;
  if (options.window) {
    Window::Options how;
    how.size = {options.width, options.height};
    how.vsync = false;
    auto window = std::make_unique<Window>(how);
    renderer = window->renderer();
    surface = std::move(window);
  } else {
    context = std::make_unique<EglContext>();
    renderer = context->renderer();
    surface = std::make_unique<Offscreen>(Extent{options.width, options.height});
  }
  Gui gui(*surface);
  Desk desk(session, gui, *surface);
  const auto frame = [&] {
    desk.frame(1.0 / 60);
    surface->present_soon();
    if (auto* window = dynamic_cast<Window*>(surface.get())) window->poll();
  };
  for (int n = 0; n < 10; ++n) frame();

  std::vector<Case> cases(3);
  cases[0].name = "playing, a step a frame";
  for (int n = 0; n < options.frames; ++n) {
    if (session.frame().at_end) {  // a small launch is soon over; going back to its begin is no step of playing
      session.apply(Act::to_begin);
      frame();
    }
    cases[0].times.take([&] {
      session.apply(Act::forward);
      frame();
    });
  }
  cases[1].name = "scrubbing to any moment";
  std::mt19937_64 random(1);
  for (int n = 0; n < options.frames; ++n)
    cases[1].times.take([&] {
      session.apply(Seek{random() % (session.frame().moments + 1)});
      frame();
    });
  cases[2].name = "seeking alone, no picture";
  for (int n = 0; n < options.frames; ++n)
    cases[2].times.take([&] { session.apply(Seek{random() % (session.frame().moments + 1)}); });

  const Extent pixels = surface->pixels();
  const std::uint64_t events = session.replay().trace().kept_events() +
                               (session.beside() != nullptr ? session.beside()->trace().kept_events() : 0);
  if (options.json) {
    Json json{{"renderer", renderer}, {"width", pixels.width}, {"height", pixels.height}, {"events", events},
              {"frames", options.frames}, {"source", "measured"}};
    for (Case& each : cases)
      json["milliseconds"][each.name] = {{"p50", each.times.at(0.5)}, {"p95", each.times.at(0.95)},
                                         {"p99", each.times.at(0.99)}, {"max", each.times.at(1)}};
    return write_output(options.output, json.dump(2) + "\n");
  }
  std::string text = fmt::format("{} x {} pixels {}, {}; {} events; {} frames each; milliseconds, measured\n\n",
                                 pixels.width, pixels.height, options.window ? "in a window" : "without a window",
                                 renderer, with_commas(events), options.frames);
  Table table;
  table.row({"", "median", "p95", "p99", "longest"});
  for (Case& each : cases)
    table.row({each.name, fmt::format("{:.2f}", each.times.at(0.5)), fmt::format("{:.2f}", each.times.at(0.95)),
               fmt::format("{:.2f}", each.times.at(0.99)), fmt::format("{:.2f}", each.times.at(1))});
  write_output(options.output, text + table.text());
}

}  // namespace

void add_bench_frames(Subcommand& bench) {
  Subcommand& command = bench.command("frames", "how long a frame of the window takes");
  const auto options = std::make_shared<BenchFramesOptions>();
  options->launch.add_to(command);
  command.option("--width", options->width, "in pixels", {320, 16384});
  command.option("--height", options->height, "in pixels", {240, 16384});
  command.option("--frames", options->frames, "how many of each kind", {10, 1000000});
  command.option("--view", options->view, "with the panel that explains: findings, warps, heat, limits, cpu or times")
      .one_of({"none", "findings", "warps", "heat", "limits", "cpu", "times"});
  command.flag("--window", options->window, "in a window, not only in memory");
  command.output_options(options->json, options->output);
  command.does([options] { run(*options); });
}

}  // namespace tilescope::cli
