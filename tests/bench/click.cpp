// bench click: how soon after a click another block of a launch is ready: recorded, with the kernel beside it, and
// prepared for viewing by the window's own code.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <random>

#include "app/session/extent.h"
#include "app/session/recorder.h"
#include "instrumentation/error.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

// A user would look at the window before the next click: by then all findings are ready.
void look_at(const Recording& shown) {
  shown.focus.wait_for_explained();
  shown.beside.wait_for_explained();
}

Recording recorded(Recorder& recorder, const Relaunch& what) {
  recorder.start(what);
  std::optional<Recording> there = recorder.wait();
  if (!there || !there->problem.empty())
    throw UsageError(fmt::format("bench click: {}", there ? there->problem : "it was not recorded"));
  return std::move(*there);
}

// The request that Launching::other_blocks makes.
Relaunch other_block(const Recording& shown, std::size_t block) {
  Relaunch next = shown.asked;
  const std::shared_ptr<const Trace> trace = shown.focus.replay->shared_trace();
  next.request.window = blocks_around(trace->launch(), block, side_of_window(trace->launch()));
  next.matrices = std::shared_ptr<const Launch>(trace, &trace->launch());
  next.beside = shown.beside.replay ? shown.beside.replay->trace().launch().kernel : "";
  next.focus = block;
  return next;
}

}  // namespace

Report click(const Options& options) {
  Recorder recorder;
  Recording shown;
  std::vector<double> clicks;
  Relaunch first;
  first.request = options.launch.request;
  first.backend = options.launch.backend;
  const double opened = seconds([&] { shown = recorded(recorder, first); });
  const Launch launch = shown.focus.replay->trace().launch();
  if (side_of_window(launch) == 0) throw UsageError("bench click: all blocks of this launch are recorded together");
  std::mt19937_64 random(1);
  for (int run = 0; run <= options.runs; ++run) {
    look_at(shown);
    const Relaunch next = other_block(shown, random() % launch.grid.count());
    Recording there;
    const double time = seconds([&] { there = recorded(recorder, next); });
    shown = std::move(there);
    if (run > 0) clicks.push_back(time);  // in the first run, the kernel beside may still be compiled
  }
  const Trace& trace = shown.focus.replay->trace();
  const std::string beside = shown.beside.replay ? shown.beside.replay->trace().launch().kernel : "nothing";
  const Spread s = spread(clicks);
  return report(
      fmt::format(
          "{}, on {}, {} beside it: {} events are there {:.1f} ms after a click ({:.1f} to {:.1f}, {} clicks), and "
          "the first ones after {:.0f} ms\n",
          sizes_of(launch), trace.executor(), beside, trace.kept_events(), s.middle * 1e3, s.low * 1e3, s.high * 1e3,
          clicks.size(), opened * 1e3),
      launch_json(launch).with({{"executor", trace.executor()},
                                {"beside", beside},
                                {"events", trace.kept_events()},
                                {"opened_seconds", opened},
                                {"runs", options.runs},
                                {"seconds", list(s)}}));
}

}  // namespace tilescope::bench
