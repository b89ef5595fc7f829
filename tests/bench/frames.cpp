// bench frames: how long a frame takes, from one frame to the next, in playing and in scrubbing, in a window or without
// one.
#include <fmt/format.h>

#include <random>

#include "app/cli/place_options.h"
#include "app/explain/views.h"
#include "tests/bench/reel.h"

namespace tilescope::bench {

namespace {

constexpr double seconds_of_frame = 1.0 / 60;

// The times of repeated work, in milliseconds.
template <class Prepare, class Work>
std::vector<double> times_of(int frames, const Prepare& prepare, const Work& work) {
  std::vector<double> times;
  for (int n = 0; n < frames; ++n) {
    prepare();
    times.push_back(1e3 * seconds(work));
  }
  return times;
}

void nothing() {}

std::vector<double> play(Reel& reel, int frames) {
  const auto begin_again = [&] {  // a small launch ends soon; going back to its beginning is not timed
    if (!reel.session().shown().frame.at_end) return;
    reel.session().apply(Act::to_begin);
    reel.frame(seconds_of_frame);
  };
  return times_of(frames, begin_again, [&] {
    reel.session().apply(Act::forward);
    reel.frame(seconds_of_frame);
  });
}

// Turns the cube while the replay stands still, so that all of it is drawn again.
std::vector<double> turn(Reel& reel, int frames) {
  return times_of(frames, nothing, [&] {
    reel.session().apply(Act::turn_left);
    reel.frame(seconds_of_frame);
  });
}

// Jumps to random moments.
template <class Draw>
std::vector<double> scrub(Session& session, int frames, std::mt19937_64& random, const Draw& draw) {
  return times_of(frames, nothing, [&] {
    session.apply(Seek{random() % (session.shown().frame.moments + 1)});
    draw();
  });
}

std::uint64_t events_of(const Session& session) {
  return session.shown().replay().trace().kept_events() +
         (session.shown().replay_beside() != nullptr ? session.shown().replay_beside()->trace().kept_events() : 0);
}

}  // namespace

Report frames(const Options& options) {
  Session session(Settings{});
  start(session, Relaunch{options.launch.request, options.launch.backend, options.launch.file});
  if (const auto view = explanation_named(options.view)) {
    session.apply(Explain{*view});
    session.wait_for_variables();
  }
  Reel reel(options, session);
  Rows rows;
  Json json = Json::object();
  const auto tell = [&](const char* name, const std::vector<double>& times) {
    const auto cell = [&](const char* title, const char* key, double part) {
      return Cell{title, fmt::format("{:.2f}", part_of(times, part)), key, part_of(times, part)};
    };
    json[name] = rows.add({{"", name},
                           cell("median", "p50", 0.5),
                           cell("p95", "p95", 0.95),
                           cell("p99", "p99", 0.99),
                           cell("longest", "max", 1)});
  };
  std::mt19937_64 random(1);
  tell("playing, a step a frame", play(reel, options.frames));
  tell("scrubbing to any moment", scrub(session, options.frames, random, [&] { reel.frame(seconds_of_frame); }));
  if (session.explaining().is_open("cube")) tell("turning the cube", turn(reel, options.frames));
  tell("seeking alone, no picture", scrub(session, options.frames, random, nothing));
  const std::uint64_t events = events_of(session);
  return report(fmt::format("{}; {} events; {} frames each; milliseconds, measured\n\n{}", reel.words(),
                            with_commas(events), options.frames, rows.text()),
                reel.json().with(
                    {{"events", events}, {"frames", options.frames}, {"source", "measured"}, {"milliseconds", json}}));
}

}  // namespace tilescope::bench
