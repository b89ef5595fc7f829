// What can be asked of a session does what the help says, in every situation, and what fails changes nothing.
#include "app/session/session.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>

#include "app/names/share_string.h"
#include "app/session/shortcuts.h"
#include "app/stage/theme.h"
#include "tests/support/factors.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

Relaunch launch(const std::string& kernel, std::int64_t m, std::int64_t n, std::int64_t k, int tile) {
  Relaunch relaunch;
  relaunch.request.kernel = kernel;
  relaunch.request.m = m;
  relaunch.request.n = n;
  relaunch.request.k = k;
  relaunch.request.tile = tile;
  relaunch.backend = "cpu";
  return relaunch;
}

// The three that are looked at most.
const std::map<std::string, Relaunch>& situations() {
  static const std::map<std::string, Relaunch> all{{"small", launch("tiled", 4, 4, 4, 2)},
                                                   {"ragged", launch("tiled_bounded", 7, 9, 5, 3)},
                                                   {"large", launch("tiled", 64, 64, 64, 16)}};
  return all;
}

std::unique_ptr<Session> opened(const Relaunch& what) {
  auto session = std::make_unique<Session>(Settings{});
  session->apply(what);
  session->wait_for_recording();
  return session;
}

std::unique_ptr<Session> small() { return opened(situations().at("small")); }
std::unique_ptr<Session> ragged() { return opened(situations().at("ragged")); }

Target element(const Session& session, const std::string& array, std::uint32_t number) {
  const auto& arrays = session.shown().replay().trace().arrays();
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const ArrayInfo& a) { return a.name == array; });
  EXPECT_NE(found, arrays.end()) << array;
  return {Target::Kind::element, 0, static_cast<std::uint8_t>(found - arrays.begin()), number, 0};
}

Target thread(std::uint32_t number) { return {Target::Kind::thread, 0, 0, number, 0}; }
Target block(std::uint32_t number) { return {Target::Kind::block, 0, 0, number, 0}; }

void to_step(Session& session, std::uint32_t step) {  // counted from 1
  session.apply(Seek{session.shown().replay().moments().end_of(step - 1)});
}
std::uint32_t step(const Session& session) {
  return session.shown().frame.at_begin ? 0 : session.shown().frame.step + 1;
}

bool waits_at(const Session& session) {
  return std::any_of(session.shown().frame.threads.begin(), session.shown().frame.threads.end(),
                     [](const ThreadNow& now) { return now.activity == Activity::waiting; });
}
bool pads_at(const Session& session) {
  return std::any_of(session.shown().frame.threads.begin(), session.shown().frame.threads.end(),
                     [](const ThreadNow& now) { return now.activity == Activity::padding; });
}

// From a moment in the middle: what the act is expected to have done. Each gets a session of its own.
using Expectation = std::function<void(Session& session)>;

// Without a lesson there is nothing to go on with; lesson_session_test.cpp has one.
void expect_nothing(Session& session, Act act) {
  const Playback before = session.playback();
  session.apply(act);
  EXPECT_EQ(session.playback().moment, before.moment);
  EXPECT_FALSE(session.playback().playing);
  EXPECT_FALSE(session.course().is_open());
  EXPECT_FALSE(session.course().outline);
}

const std::map<Ask, Expectation>& expectations() {
  static const std::map<Ask, Expectation> all{
      {Act::forward,
       [](Session& s) {
         const std::uint64_t wanted = s.shown().replay().moments().next(s.playback().moment, Grain::step);
         s.apply(Act::forward);
         EXPECT_EQ(s.playback().moment, wanted);
       }},
      {Act::back,
       [](Session& s) {
         const std::uint64_t wanted = s.shown().replay().moments().previous(s.playback().moment, Grain::step);
         s.apply(Act::back);
         EXPECT_EQ(s.playback().moment, wanted);
       }},
      {Act::forward_more,
       [](Session& s) {
         const std::uint64_t wanted = s.shown().replay().moments().next(s.playback().moment, Grain::phase);
         s.apply(Act::forward_more);
         EXPECT_EQ(s.playback().moment, wanted);
         EXPECT_EQ(s.playback().grain, Grain::step);
       }},
      {Act::back_more,
       [](Session& s) {
         const std::uint64_t wanted = s.shown().replay().moments().previous(s.playback().moment, Grain::phase);
         s.apply(Act::back_more);
         EXPECT_EQ(s.playback().moment, wanted);
       }},
      {Act::to_begin,
       [](Session& s) {
         s.apply(Act::to_begin);
         EXPECT_EQ(s.playback().moment, 0U);
         EXPECT_TRUE(s.shown().frame.at_begin);
       }},
      {Act::to_end,
       [](Session& s) {
         s.apply(Act::to_end);
         EXPECT_EQ(s.playback().moment, s.shown().replay().moments().count());
         EXPECT_TRUE(s.shown().frame.at_end);
       }},
      {Act::play_or_pause,
       [](Session& s) {
         const std::uint64_t before = s.playback().moment;
         s.apply(Act::play_or_pause);
         EXPECT_TRUE(s.playback().playing);
         s.advance(1);
         EXPECT_EQ(s.playback().moment, s.shown().replay().moments().next(before, Grain::step));
         s.apply(Act::play_or_pause);
         EXPECT_FALSE(s.playback().playing);
         const std::uint64_t here = s.playback().moment;
         s.advance(10);
         EXPECT_EQ(s.playback().moment, here);
         EXPECT_FALSE(s.advance(10)) << "nothing slides any more";
       }},
      {Act::by_event,
       [](Session& s) {
         s.apply(Act::by_event);
         const std::uint64_t before = s.playback().moment;
         s.apply(Act::forward);
         EXPECT_EQ(s.playback().moment, before + 1);
       }},
      {Act::by_step,
       [](Session& s) {
         s.apply(Act::by_event);
         s.apply(Act::by_step);
         EXPECT_EQ(s.playback().grain, Grain::step);
       }},
      {Act::by_phase,
       [](Session& s) {
         s.apply(Act::by_phase);
         EXPECT_EQ(s.playback().grain, Grain::phase);
       }},
      {Act::next_barrier,
       [](Session& s) {
         const std::uint32_t before = step(s);
         s.apply(Act::next_barrier);
         EXPECT_GT(step(s), before);
         EXPECT_TRUE(waits_at(s));
       }},
      {Act::previous_barrier,
       [](Session& s) {
         const std::uint32_t before = step(s);
         s.apply(Act::previous_barrier);
         EXPECT_LT(step(s), before);
         EXPECT_TRUE(waits_at(s));
       }},
      {Act::next_padding,
       [](Session& s) {
         const std::uint32_t before = step(s);
         s.apply(Act::next_padding);
         // The ragged launch pads, in its last phase; the others have nothing to pad.
         EXPECT_EQ(step(s) > before, pads_at(s));
       }},
      {Act::previous_padding,
       [](Session& s) {
         s.apply(Act::to_end);
         const std::uint32_t before = step(s);
         s.apply(Act::previous_padding);
         EXPECT_EQ(step(s) < before, pads_at(s));
       }},
      {Act::next_touch,
       [](Session& s) {
         s.apply(Act::to_begin);
         s.apply(Select{element(s, "A", 0)});
         ASSERT_FALSE(s.selection().touches.empty());
         s.apply(Act::next_touch);
         EXPECT_EQ(step(s), s.shown().replay().moments().step_at(s.selection().touches.front().moment) + 1);
       }},
      {Act::previous_touch,
       [](Session& s) {
         s.apply(Act::to_end);
         s.apply(Select{element(s, "A", 0)});
         s.apply(Act::previous_touch);
         EXPECT_EQ(step(s), s.shown().replay().moments().step_at(s.selection().touches.back().moment) + 1);
       }},
      {Act::next_thread,
       [](Session& s) {
         s.apply(Act::next_thread);
         EXPECT_EQ(s.shown().frame.thread, 1U);
       }},
      {Act::previous_thread,
       [](Session& s) {
         s.apply(Select{thread(3)});
         s.apply(Act::previous_thread);
         EXPECT_EQ(s.shown().frame.thread, 2U);
         s.apply(Select{thread(0)});
         s.apply(Act::previous_thread);
         EXPECT_EQ(s.shown().frame.thread, 0U);
       }},
      {Act::next_block,
       [](Session& s) {
         s.apply(Act::next_block);
         EXPECT_EQ(s.shown().frame.block, s.shown().replay().blocks()[1]);
       }},
      {Act::previous_block,
       [](Session& s) {
         s.apply(Act::previous_block);
         EXPECT_EQ(s.shown().frame.block, s.shown().replay().blocks().back());
         s.apply(Act::next_block);
         EXPECT_EQ(s.shown().frame.block, s.shown().replay().blocks().front());
       }},
      // All blocks of these are recorded; see large_test.cpp for launches of which some are.
      {Act::more_blocks,
       [](Session& s) {
         s.apply(Act::more_blocks);
         ASSERT_TRUE(s.banner());
         EXPECT_EQ(s.banner()->text, "All blocks of this launch are recorded.");
       }},
      {Act::fewer_blocks,
       [](Session& s) {
         s.apply(Act::fewer_blocks);
         EXPECT_FALSE(s.launching().recorder.is_busy());
         EXPECT_TRUE(s.shown().replay().trace().fully_recorded());
       }},
      // These are alone; see own_file_test.cpp for launches that follow each other.
      {Act::next_launch,
       [](Session& s) {
         s.apply(Act::next_launch);
         ASSERT_TRUE(s.banner());
         EXPECT_EQ(s.banner()->text, "No other launch uses these arrays.");
       }},
      {Act::previous_launch,
       [](Session& s) {
         s.apply(Act::previous_launch);
         EXPECT_FALSE(s.launching().recorder.is_busy());
       }},
      {Act::deselect,
       [](Session& s) {
         s.apply(Select{element(s, "B", 1)});
         s.apply(Select{thread(2), true});
         s.apply(Act::deselect);
         EXPECT_EQ(s.selection().selected.kind, Target::Kind::none);
         EXPECT_FALSE(s.selection().partner);
         EXPECT_TRUE(s.selection().touches.empty());
       }},
      {Act::swap_kernels,
       [](Session& s) {
         const std::string one = s.shown().replay().trace().launch().kernel,
                           other = s.shown().replay_beside()->trace().launch().kernel;
         s.apply(Act::swap_kernels);
         EXPECT_EQ(s.shown().replay().trace().launch().kernel, other);
         EXPECT_EQ(s.shown().replay_beside()->trace().launch().kernel, one);
         EXPECT_EQ(s.launching().asked.request.kernel, other);
       }},
      {Act::switch_lock,
       [](Session& s) {
         s.apply(Act::switch_lock);
         EXPECT_FALSE(s.settings().lock_by_work);
         s.apply(Act::switch_lock);
         EXPECT_TRUE(s.settings().lock_by_work);
       }},
      {Act::faster,
       [](Session& s) {
         s.apply(Act::faster);
         EXPECT_EQ(s.settings().speed, 2);
         for (int n = 0; n < 30; ++n) s.apply(Act::faster);
         EXPECT_EQ(s.settings().speed, 1024);
       }},
      {Act::slower,
       [](Session& s) {
         s.apply(Act::slower);
         EXPECT_EQ(s.settings().speed, 0.5);
         for (int n = 0; n < 30; ++n) s.apply(Act::slower);
         EXPECT_EQ(s.settings().speed, 1.0 / 16);
       }},
      {Act::usual_speed,
       [](Session& s) {
         s.apply(Act::faster);
         s.apply(Act::usual_speed);
         EXPECT_EQ(s.settings().speed, 1);
       }},
      {Act::larger,
       [](Session& s) {
         s.apply(Act::larger);
         EXPECT_FLOAT_EQ(s.settings().zoom, 1.1F);
         for (int n = 0; n < 60; ++n) s.apply(Act::larger);
         EXPECT_EQ(s.settings().zoom, 4);
       }},
      {Act::smaller,
       [](Session& s) {
         s.apply(Act::smaller);
         EXPECT_FLOAT_EQ(s.settings().zoom, 1 / 1.1F);
         for (int n = 0; n < 60; ++n) s.apply(Act::smaller);
         EXPECT_EQ(s.settings().zoom, 0.5F);
       }},
      {Act::usual_size,
       [](Session& s) {
         s.apply(Act::larger);
         s.apply(Act::usual_size);
         EXPECT_EQ(s.settings().zoom, 1);
       }},
      {Act::next_theme,
       [](Session& s) {
         std::set<std::string> seen;
         for (std::size_t n = 0; n < themes().size(); ++n) {
           s.apply(Act::next_theme);
           seen.insert(s.settings().theme);
         }
         EXPECT_EQ(seen.size(), themes().size());
         EXPECT_EQ(s.settings().theme, Settings{}.theme);
       }},
      {Act::pointer,
       [](Session& s) {
         s.apply(Act::pointer);
         EXPECT_TRUE(s.overlays().pointer);
         s.apply(Act::pointer);
         EXPECT_FALSE(s.overlays().pointer);
       }},
      {Act::notes,
       [](Session& s) {
         s.apply(Act::notes);
         EXPECT_TRUE(s.overlays().notes);
         s.apply(Act::notes);
         EXPECT_FALSE(s.overlays().notes);
       }},
      {Act::switch_motion,
       [](Session& s) {
         s.apply(Act::switch_motion);
         EXPECT_TRUE(s.settings().reduced_motion);
         s.apply(Act::switch_motion);
         EXPECT_FALSE(s.settings().reduced_motion);
       }},
      {Act::fit_timeline,
       [](Session& s) {
         s.apply(Act::zoom_timeline_in);
         s.apply(Act::fit_timeline);
         EXPECT_EQ(s.playback().timeline.first, 0);
         EXPECT_EQ(s.playback().timeline.count, s.shown().frame.steps);
       }},
      {Act::zoom_timeline_in,
       [](Session& s) {
         for (int n = 0; n < 12; ++n) {
           s.apply(Act::zoom_timeline_in);
           EXPECT_GE(step(s), s.playback().timeline.first);
           EXPECT_LE(step(s), s.playback().timeline.first + s.playback().timeline.count + 1e-9);
         }
         EXPECT_EQ(s.playback().timeline.count, std::min(8.0, static_cast<double>(s.shown().frame.steps)));
       }},
      {Act::zoom_timeline_out,
       [](Session& s) {
         s.apply(Act::zoom_timeline_in);
         const double before = s.playback().timeline.count;
         s.apply(Act::zoom_timeline_out);
         EXPECT_GT(s.playback().timeline.count, before);
         for (int n = 0; n < 12; ++n) s.apply(Act::zoom_timeline_out);
         EXPECT_EQ(s.playback().timeline.count, s.shown().frame.steps);
         EXPECT_EQ(s.playback().timeline.first, 0);
       }},
      {Act::help,
       [](Session& s) {
         s.apply(Act::help);
         EXPECT_TRUE(s.overlays().help);
         s.apply(Act::help);
         EXPECT_FALSE(s.overlays().help);
       }},
      {Act::presenter,
       [](Session& s) {
         s.apply(Act::presenter);
         EXPECT_TRUE(s.overlays().presenter);
         EXPECT_TRUE(s.wishes().take().fullscreen);
         EXPECT_FALSE(s.wishes().take().fullscreen);
         s.apply(Act::presenter);
         EXPECT_FALSE(s.overlays().presenter);
         EXPECT_TRUE(s.wishes().take().fullscreen);
       }},
      {Act::launch_panel,
       [](Session& s) {
         s.apply(Act::launch_panel);
         EXPECT_TRUE(s.overlays().launch);
       }},
      {Act::edit_source,
       [](Session& s) {
         s.apply(Act::edit_source);
         EXPECT_TRUE(s.editing().has_keys);
       }},
      {Act::open_file,
       [](Session& s) {
         s.apply(Act::open_file);
         EXPECT_EQ(s.overlays().files, Overlays::Files::open);
       }},
      {Act::new_text,
       [](Session& s) {
         s.apply(Act::new_text);
         EXPECT_EQ(s.overlays().files, Overlays::Files::fresh);
       }},
      {Act::save_text,
       [](Session& s) {
         s.apply(Act::save_text);
         EXPECT_EQ(s.overlays().files, Overlays::Files::none) << "nothing was typed";
         s.apply(Act::edit_source);
         s.apply(Act::save_text);
         EXPECT_EQ(s.overlays().files, Overlays::Files::save) << "it is in no file";
       }},
      {Act::save_text_as,
       [](Session& s) {
         s.apply(Act::save_text_as);
         EXPECT_EQ(s.overlays().files, Overlays::Files::save);
       }},
      {Act::paste,
       [](Session& s) {
         s.apply(Act::paste);
         EXPECT_TRUE(s.wishes().wants_paste());
       }},
      {Act::stop_panel,
       [](Session& s) {
         s.apply(Act::stop_panel);
         EXPECT_TRUE(s.overlays().stop);
       }},
      {Act::next_stop,
       [](Session& s) {
         s.apply(Act::next_stop);
         EXPECT_TRUE(s.overlays().stop) << "there is no condition yet";
         s.apply(Seek{0});
         s.apply(RunTo{"threadIdx.x >= 0", true});
         s.wait_for_variables();
         EXPECT_EQ(s.playback().moment, 0U) << "it holds from the beginning on";
       }},
      {Act::previous_stop,
       [](Session& s) {
         s.apply(RunTo{"threadIdx.x >= 0", false});
         s.wait_for_variables();
         EXPECT_EQ(s.playback().moment, 0U);
         s.apply(Act::previous_stop);
         EXPECT_EQ(s.playback().moment, 0U);
       }},
      {Act::source_panel,
       [](Session& s) {
         s.apply(Act::source_panel);
         EXPECT_FALSE(s.settings().source);
       }},
      {Act::next_panel,
       [](Session& s) {
         s.apply(ShowPanel{Panel::code});
         s.apply(Act::next_panel);
         EXPECT_EQ(s.overlays().panel, Panel::words);
       }},
      {Explain{"findings"},
       [](Session& s) {
         EXPECT_EQ(s.explaining().view, Explanation{});
         s.apply(Explain{"findings"});
         EXPECT_EQ(s.explaining().view, Explanation{"findings"});
         s.apply(Explain{"findings"});
         EXPECT_EQ(s.explaining().view, Explanation{});
       }},
      {Explain{"warps"},
       [](Session& s) {
         s.apply(Explain{"findings"});
         s.apply(Explain{"warps"});
         EXPECT_EQ(s.explaining().view, Explanation{"warps"}) << "takes the place of the other";
         s.apply(Explain{"warps"});
         EXPECT_EQ(s.explaining().view, Explanation{});
       }},
      {Explain{"heat"},
       [](Session& s) {
         s.apply(Explain{"heat"});
         EXPECT_EQ(s.explaining().view, Explanation{"heat"});
         s.apply(Explain{"heat"});
         EXPECT_EQ(s.explaining().view, Explanation{});
       }},
      {Explain{"flow"},
       [](Session& s) {
         EXPECT_EQ(s.explainable().descent, nullptr);
         s.apply(Explain{"flow"});
         EXPECT_EQ(s.explaining().view.name, "flow");
         ASSERT_NE(s.explainable().descent, nullptr);
         EXPECT_FALSE(s.explainable().descent->nodes.empty());
       }},
      {Explain{"cube"},
       [](Session& s) {
         s.apply(Explain{"cube"});
         EXPECT_EQ(s.explaining().view.name, "cube");
         s.wait_for_variables();
         ASSERT_NE(s.explainable().cube, nullptr);
         EXPECT_GT(s.explainable().cube->placed, 0U);
       }},
      {Act::near_point,
       [](Session& s) {
         s.apply(Explain{"cube"});
         s.wait_for_variables();
         s.apply(Act::near_point);  // all of it is there
         EXPECT_FALSE(s.explaining().choices.cube.near);
         s.apply(launch("tiled", 66, 66, 66, 2));
         s.wait_for_recording();
         s.wait_for_variables();
         s.apply(Act::near_point);
         EXPECT_TRUE(s.explaining().choices.cube.near);
       }},
      {Act::next_slice,
       [](Session& s) {
         s.apply(Act::next_slice);  // the cube is not open
         EXPECT_FALSE(s.explaining().choices.cube.slice);
         s.apply(Explain{"cube"});
         s.wait_for_variables();
         s.apply(Act::next_slice);
         ASSERT_TRUE(s.explaining().choices.cube.slice);
         EXPECT_EQ(s.explaining().choices.cube.slice->axis, 2);
       }},
      {Act::next_brush,
       [](Session& s) {
         s.apply(Explain{"cube"});
         s.apply(Act::next_brush);
         EXPECT_EQ(s.explaining().choices.cube.brush, CubeLook::Brush::block);
       }},
      {Act::turn_left,
       [](Session& s) {
         s.apply(Explain{"cube"});
         s.apply(Act::turn_left);
         EXPECT_GT(s.explaining().choices.cube.yaw, CubeLook{}.yaw);
       }},
      {Act::turn_right,
       [](Session& s) {
         s.apply(Explain{"cube"});
         s.apply(Act::turn_right);
         EXPECT_LT(s.explaining().choices.cube.yaw, CubeLook{}.yaw);
       }},
      {Act::turn_up,
       [](Session& s) {
         s.apply(Explain{"cube"});
         s.apply(Act::turn_up);
         EXPECT_GT(s.explaining().choices.cube.pitch, CubeLook{}.pitch);
       }},
      {Act::turn_down,
       [](Session& s) {
         s.apply(Explain{"cube"});
         s.apply(Act::turn_down);
         EXPECT_LT(s.explaining().choices.cube.pitch, CubeLook{}.pitch);
       }},
      {Act::nearer,
       [](Session& s) {
         s.apply(Explain{"cube"});
         s.apply(Act::nearer);
         EXPECT_GT(s.explaining().choices.cube.zoom, CubeLook{}.zoom);
       }},
      {Act::farther,
       [](Session& s) {
         s.apply(Explain{"cube"});
         s.apply(Act::farther);
         EXPECT_LT(s.explaining().choices.cube.zoom, CubeLook{}.zoom);
       }},
      {Explain{"limits"},
       [](Session& s) {
         s.apply(Explain{"limits"});
         EXPECT_EQ(s.explaining().view, Explanation{"limits"});
         s.apply(Explain{"limits"});
         EXPECT_EQ(s.explaining().view, Explanation{});
       }},
      {Explain{"cpu"},
       [](Session& s) {
         EXPECT_EQ(s.explaining().choices.loop_runs, nullptr) << "nothing is run before it is looked at";
         s.apply(Explain{"cpu"});
         EXPECT_EQ(s.explaining().view, Explanation{"cpu"});
         EXPECT_NE(s.explaining().choices.loop_runs, nullptr);
         s.apply(Explain{"cpu"});
         EXPECT_EQ(s.explaining().view, Explanation{});
       }},
      {Explain{"variables"},
       [](Session& s) {
         s.apply(Explain{"variables"});
         s.wait_for_variables();
         EXPECT_TRUE(s.worked_out().variables.now().are_there());
         s.apply(Explain{"variables"});
         EXPECT_EQ(s.explaining().view, Explanation{});
       }},
      {Explain{"changes"},
       [](Session& s) {
         s.apply(Explain{"changes"});
         EXPECT_EQ(s.explaining().view, Explanation{"changes"});
         s.apply(Explain{"changes"});
         EXPECT_EQ(s.explaining().view, Explanation{});
       }},
      {Explain{"console"},
       [](Session& s) {
         s.apply(Explain{"console"});
         EXPECT_EQ(s.explaining().view, Explanation{"console"});
         s.apply(Explain{"console"});
         EXPECT_EQ(s.explaining().view, Explanation{});
       }},
      {Explain{"lines"},
       [](Session& s) {
         s.apply(Explain{"lines"});
         EXPECT_EQ(s.explaining().view, Explanation{"lines"});
         s.apply(Explain{"lines"});
         EXPECT_EQ(s.explaining().view, Explanation{});
       }},
      {Explain{"times"},
       [](Session& s) {
         s.apply(Explain{"times"});
         EXPECT_EQ(s.explaining().view, Explanation{"times"});
         s.apply(Explain{"times"});
         EXPECT_EQ(s.explaining().view, Explanation{});
       }},
      {Act::next_choice,
       [](Session& s) {
         s.apply(Act::next_choice);  // no view with choices is open
         s.apply(Explain{"limits"});
         std::set<std::string> seen;
         const std::size_t choices = s.explaining().options(s.explainable()).front().options.size();
         for (std::size_t n = 0; n < choices; ++n) {
           s.apply(Act::next_choice);
           seen.insert(s.explainable().limits().gpu.name);
         }
         EXPECT_EQ(seen.size(), choices);
         s.apply(Explain{"cpu"});
         s.apply(Act::next_choice);
         EXPECT_EQ(s.explaining().choices.loop_runs->shape.bytes, 2048U);
       }},
      {Act::previous_choice,
       [](Session& s) {
         s.apply(Explain{"limits"});
         const std::string before = s.explainable().limits().gpu.name;
         s.apply(Act::previous_choice);
         EXPECT_NE(s.explainable().limits().gpu.name, before);
         s.apply(Act::next_choice);
         EXPECT_EQ(s.explainable().limits().gpu.name, before);
       }},
      {Act::more,
       [](Session& s) {
         s.apply(Act::more);
         s.apply(Explain{"limits"});
         const int launched = s.explainable().limits().tile;
         EXPECT_EQ(launched, s.shown().replay().trace().launch().tile);
         s.apply(Act::more);
         EXPECT_GT(s.explainable().limits().tile, launched);
         for (int n = 0; n < 50; ++n) s.apply(Act::more);
         EXPECT_EQ(s.explainable().limits().tile, 128);
         s.apply(Explain{"cpu"});
         const std::size_t before =
             s.explaining().choices.loop_runs->nests[0].accesses_at(s.explainable().loops_part());
         s.apply(Act::more);
         EXPECT_EQ(s.explaining().choices.loop_runs->nests[0].accesses_at(s.explainable().loops_part()), before + 1);
       }},
      {Act::less,
       [](Session& s) {
         s.apply(Explain{"limits"});
         for (int n = 0; n < 50; ++n) s.apply(Act::less);
         EXPECT_EQ(s.explainable().limits().tile, std::min(4, s.shown().replay().trace().launch().tile));
         s.apply(Explain{"cpu"});
         s.apply(PlaceLoops{0.5});
         const std::size_t before =
             s.explaining().choices.loop_runs->nests[0].accesses_at(s.explainable().loops_part());
         s.apply(Act::less);
         EXPECT_EQ(s.explaining().choices.loop_runs->nests[0].accesses_at(s.explainable().loops_part()), before - 1);
         s.apply(PlaceLoops{0.0});
         s.apply(Act::less);
         EXPECT_EQ(s.explainable().loops_part(), 0);
       }},
      {Act::only_warp,
       [](Session& s) {
         s.apply(Act::only_warp);
         EXPECT_TRUE(s.selection().only_warp);
         EXPECT_EQ(s.shown().frame.only_warp, s.shown().frame.threads.size() > warp_lanes)
             << "one warp may be all of the block";
         s.apply(Act::only_warp);
         EXPECT_FALSE(s.selection().only_warp);
       }},
      {Act::switch_order,
       [](Session& s) {
         for (const bool as_ran : {true, false}) {
           s.apply(Act::switch_order);
           s.wait_for_recording();
           EXPECT_EQ(s.shown().replay().is_as_ran(), as_ran && s.launching().not_reopened.empty());
         }
       }},
      {Act::fold_timeline,
       [](Session& s) {
         for (const Fold fold : {Fold::threads, Fold::warps, Fold::paths, Fold::as_fits}) {
           s.apply(Act::fold_timeline);
           EXPECT_EQ(s.playback().fold, fold);
         }
       }},
      {Act::equal_kernels,
       [](Session& s) {
         s.apply(Act::equal_kernels);
         EXPECT_TRUE(s.overlays().equal);
         s.apply(Act::equal_kernels);
         EXPECT_FALSE(s.overlays().equal);
       }},
      {Act::text_menu,
       [](Session& s) {
         s.apply(Act::text_menu);
         EXPECT_EQ(s.overlays().files, Overlays::Files::menu);
         s.apply(Act::close);
         EXPECT_EQ(s.overlays().files, Overlays::Files::none);
       }},
      {Act::open_beside,
       [](Session& s) {
         s.apply(Act::open_beside);
         EXPECT_EQ(s.overlays().files, Overlays::Files::beside);
       }},
      {Act::next_mistake,
       [](Session& s) {
         s.apply(Act::edit_source);
         s.apply(PasteText{"$"});
         s.wait_for_recording();
         s.apply(PlaceCaret{3, 0, false, 1});
         s.apply(Act::next_mistake);
         EXPECT_EQ(s.editing().document->caret(), 0U);
       }},
      {Act::scroll_on,
       [](Session& s) {
         s.apply(Act::scroll_on);
         EXPECT_EQ(s.wishes().take_pages(), 1);
         EXPECT_EQ(s.wishes().take_pages(), 0) << "once";
       }},
      {Act::scroll_back,
       [](Session& s) {
         s.apply(Act::scroll_back);
         EXPECT_EQ(s.wishes().take_pages(), -1);
       }},
      {Act::unfold,
       [](Session& s) {
         s.apply(Explain{"findings"});
         s.apply(Act::unfold);
         EXPECT_TRUE(s.explaining().choices.is_unfolded);
         s.apply(Act::unfold);
         EXPECT_FALSE(s.explaining().choices.is_unfolded);
         s.apply(Act::unfold);
         s.apply(Explain{"limits"});
         EXPECT_FALSE(s.explaining().choices.is_unfolded) << "in another view";
       }},
      {Act::screenshot,
       [](Session& s) {
         s.apply(Act::screenshot);
         EXPECT_TRUE(s.wishes().take().screenshot);
         EXPECT_FALSE(s.wishes().take().screenshot);
       }},
      {Act::copy_share,
       [](Session& s) {
         s.apply(Act::copy_share);
         EXPECT_EQ(s.wishes().take().clipboard, share_string(s.situation()));
       }},
      {Act::copy_line,
       [](Session& s) {
         s.apply(Act::copy_line);
         EXPECT_EQ(s.wishes().take().clipboard, s.line_to_copy());
         EXPECT_NE(s.line_to_copy().find("global loads per thread"), std::string::npos);
       }},
      {Act::close,
       [](Session& s) {
         // One thing at a time, what lies on top first.
         s.apply(Act::presenter);
         s.apply(Explain{"findings"});
         s.apply(Select{element(s, "C", 0)});
         s.apply(Say{"a word"});
         s.apply(Act::launch_panel);
         s.apply(Act::help);
         s.apply(Act::close);
         EXPECT_FALSE(s.overlays().help);
         EXPECT_TRUE(s.overlays().launch);
         s.apply(Act::close);
         EXPECT_FALSE(s.overlays().launch);
         EXPECT_TRUE(s.banner());
         s.apply(Act::close);
         EXPECT_FALSE(s.banner());
         EXPECT_EQ(s.selection().selected.kind, Target::Kind::element);
         s.apply(Act::close);
         EXPECT_EQ(s.selection().selected.kind, Target::Kind::none);
         EXPECT_EQ(s.explaining().view, Explanation{"findings"});
         s.apply(Act::close);
         EXPECT_EQ(s.explaining().view, Explanation{});
         EXPECT_TRUE(s.overlays().presenter);
         s.apply(Act::close);
         EXPECT_FALSE(s.overlays().presenter);
         s.apply(Act::close);
         EXPECT_FALSE(s.wishes().take().quit);
       }},
      {Act::lesson_on, [](Session& s) { expect_nothing(s, Act::lesson_on); }},
      {Act::lesson_back, [](Session& s) { expect_nothing(s, Act::lesson_back); }},
      {Act::lesson_again, [](Session& s) { expect_nothing(s, Act::lesson_again); }},
      {Act::lesson_restart, [](Session& s) { expect_nothing(s, Act::lesson_restart); }},
      {Act::lesson_outline, [](Session& s) { expect_nothing(s, Act::lesson_outline); }},
      {Act::lesson_close, [](Session& s) { expect_nothing(s, Act::lesson_close); }},
      {Act::lesson_next, [](Session& s) { expect_nothing(s, Act::lesson_next); }},
      {Act::reveal, [](Session& s) { expect_nothing(s, Act::reveal); }},
      {Act::show_why, [](Session& s) { expect_nothing(s, Act::show_why); }},
      {Act::start_page,
       [](Session& s) {
         s.apply(Act::start_page);
         EXPECT_TRUE(s.overlays().start);
         s.apply(Act::close);
         EXPECT_FALSE(s.overlays().start);
       }},
      {Act::glossary,
       [](Session& s) {
         s.apply(Act::glossary);
         EXPECT_TRUE(s.overlays().glossary);
         s.apply(Act::close);
         EXPECT_FALSE(s.overlays().glossary);
       }},
      {Act::lesson_task, [](Session& s) { expect_nothing(s, Act::lesson_task); }},
      {Act::task_hint, [](Session& s) { expect_nothing(s, Act::task_hint); }},
      {Act::task_solution, [](Session& s) { expect_nothing(s, Act::task_solution); }},
      {Act::task_again, [](Session& s) { expect_nothing(s, Act::task_again); }},
      {Act::task_missed, [](Session& s) { expect_nothing(s, Act::task_missed); }},
      {Act::task_next, [](Session& s) { expect_nothing(s, Act::task_next); }},
      {Act::task_lesson, [](Session& s) { expect_nothing(s, Act::task_lesson); }},
      {Act::task_close, [](Session& s) { expect_nothing(s, Act::task_close); }},
      {Act::quit,
       [](Session& s) {
         s.apply(Act::quit);
         EXPECT_TRUE(s.wishes().take().quit);
       }},
  };
  return all;
}

TEST(Session, EveryShortcutDoesWhatItSays) {
  std::set<Ask> acts;
  for (const Shortcut& shortcut : shortcuts()) {
    acts.insert(shortcut.ask);
    ASSERT_TRUE(expectations().contains(shortcut.ask)) << "no expectation for: " << shortcut.help;
    for (const auto& [name, what] : situations()) {
      SCOPED_TRACE(fmt::format("{}: {}", name, shortcut.help));
      const auto session = opened(what);
      ASSERT_TRUE(session->shown().has_trace());
      to_step(*session, session->shown().frame.steps / 2);
      expectations().at(shortcut.ask)(*session);
    }
  }
  for (int act = 0; act <= static_cast<int>(Act::quit); ++act)
    EXPECT_TRUE(acts.contains(static_cast<Act>(act))) << "no key does act " << act;
}

TEST(Session, EveryActIsHarmlessWithNothingOpen) {
  for (const Shortcut& shortcut : shortcuts()) {
    Session session(Settings{});
    session.apply(command_of(shortcut.ask));
    session.apply(Select{thread(1)});
    session.apply(Seek{7});
    session.advance(1);
    EXPECT_FALSE(session.shown().has_trace()) << shortcut.help;
  }
}

TEST(Session, AtBothEndsNothingGoesFurther) {
  for (const auto& [name, what] : situations()) {
    const auto session = opened(what);
    for (const Act act : {Act::back, Act::back_more, Act::previous_barrier, Act::previous_padding}) {
      session->apply(act);
      EXPECT_EQ(session->playback().moment, 0U) << name;
    }
    session->apply(Act::to_end);
    const std::uint64_t end = session->playback().moment;
    for (const Act act : {Act::forward, Act::forward_more, Act::next_barrier, Act::next_padding}) {
      session->apply(act);
      EXPECT_EQ(session->playback().moment, end) << name;
    }
    session->apply(Seek{end + 1000});
    EXPECT_EQ(session->playback().moment, end);
  }
}

TEST(Session, BarriersAreFoundBothWays) {
  for (const auto& [name, what] : situations()) {
    const auto session = opened(what);
    const auto walk = [&](Act act) {
      std::vector<std::uint64_t> places;
      for (std::uint64_t last = session->playback().moment;;) {
        session->apply(act);
        if (session->playback().moment == last) return places;
        places.push_back(last = session->playback().moment);
        EXPECT_TRUE(waits_at(*session)) << name;
      }
    };
    session->apply(Act::to_begin);
    std::vector<std::uint64_t> forth = walk(Act::next_barrier);
    session->apply(Act::to_end);
    std::vector<std::uint64_t> back = walk(Act::previous_barrier);
    std::reverse(back.begin(), back.end());
    EXPECT_EQ(forth, back) << name;
    EXPECT_EQ(forth.size(), 2 * session->shown().replay().order().phases().size()) << name;
  }
}

TEST(Session, PaddedZerosAreFoundBothWays) {
  const auto session = ragged();
  std::vector<std::uint32_t> forth, back;
  for (std::uint32_t last = 0;; last = step(*session)) {
    session->apply(Act::next_padding);
    if (step(*session) == last) break;
    EXPECT_TRUE(pads_at(*session));
    forth.push_back(step(*session));
  }
  session->apply(Act::to_end);
  for (std::uint32_t last = step(*session);; last = step(*session)) {
    session->apply(Act::previous_padding);
    if (step(*session) == last) break;
    back.push_back(step(*session));
  }
  std::reverse(back.begin(), back.end());
  EXPECT_EQ(forth, back);
  // K = 5 and T = 3: in block (0,0) the last phase pads, once for As and once for Bs.
  EXPECT_EQ(forth.size(), 2U);
}

TEST(Session, TouchesOfACellAreFoundBothWays) {
  for (const Act grain : {Act::by_event, Act::by_step}) {
    const auto session = small();
    session->apply(grain);
    session->apply(Select{element(*session, "A", 2)});  // A[0][2]: loaded by two blocks at the same moment
    ASSERT_EQ(session->selection().touches.size(), 2U);
    session->apply(Act::next_touch);
    const std::uint64_t there = session->playback().moment;
    EXPECT_EQ(there, grain == Act::by_event
                         ? session->selection().touches[0].moment
                         : session->shown().replay().moments().end_of(
                               session->shown().replay().moments().step_at(session->selection().touches[0].moment)));
    session->apply(Act::next_touch);
    EXPECT_EQ(session->playback().moment, there);
    session->apply(Act::to_end);
    session->apply(Act::previous_touch);
    EXPECT_EQ(session->playback().moment, there);
    session->apply(Act::previous_touch);
    EXPECT_EQ(session->playback().moment, there);
    // An element of C is touched by every partial sum of it, and stored in the end.
    session->apply(Select{element(*session, "C", 0)});
    session->apply(Act::to_begin);
    std::uint64_t last = 0;
    std::size_t times = 0;
    for (;; ++times) {
      session->apply(Act::next_touch);
      if (session->playback().moment == last) break;
      last = session->playback().moment;
    }
    EXPECT_GE(times, 5U);
    EXPECT_LE(times, session->selection().touches.size());
    EXPECT_EQ(session->shown().frame.c()[0].state, CElement::State::stored);
  }
}

TEST(Session, PlaysAtItsPaceInEveryGrainAndStopsAtTheEnd) {
  for (const Act grain : {Act::by_event, Act::by_step, Act::by_phase})
    for (const double speed : {0.25, 1.0, 16.0}) {
      Settings settings;
      settings.speed = speed;
      Session session(settings);
      session.apply(situations().at("small"));
      session.wait_for_recording();
      session.apply(grain);
      session.apply(Act::play_or_pause);
      const double pace = (grain == Act::by_event ? 4 : grain == Act::by_step ? 1.5 : 0.5) * speed;
      double seconds = 0;
      while (session.playback().moment == 0 && seconds < 100) session.advance(1.0 / 64), seconds += 1.0 / 64;
      EXPECT_NEAR(seconds, 1 / pace, 1.0 / 32) << pace;
      EXPECT_EQ(session.playback().moment, session.shown().replay().moments().next(0, session.playback().grain));
      for (int n = 0; n < 100000 && session.playback().playing; ++n) session.advance(1.0 / 4);
      EXPECT_TRUE(session.shown().frame.at_end);
      EXPECT_FALSE(session.playback().playing);
      session.apply(Act::play_or_pause);  // from the end it plays again from the beginning
      EXPECT_TRUE(session.playback().playing);
      EXPECT_TRUE(session.shown().frame.at_begin);
    }
}

TEST(Session, StepsAndSeeksStopPlaying) {
  const auto session = ragged();
  for (const Command& command : {Command{Act::forward}, Command{Act::back}, Command{Act::next_barrier},
                                 Command{Act::to_begin}, Command{Seek{3}}}) {
    session->apply(Act::play_or_pause);
    ASSERT_TRUE(session->playback().playing);
    session->apply(command);
    EXPECT_FALSE(session->playback().playing);
  }
}

TEST(Session, StepsBackThroughTheSameMomentsInEveryGrain) {
  for (const auto& [name, what] : situations())
    for (const Act grain : {Act::by_step, Act::by_phase}) {
      const auto session = opened(what);
      session->apply(grain);
      std::vector<std::uint64_t> forth{0};
      while (!session->shown().frame.at_end) session->apply(Act::forward), forth.push_back(session->playback().moment);
      std::vector<std::uint64_t> back{session->playback().moment};
      while (!session->shown().frame.at_begin) session->apply(Act::back), back.push_back(session->playback().moment);
      std::reverse(back.begin(), back.end());
      EXPECT_EQ(forth, back) << name;
    }
}

TEST(Session, AtTheEndThereAreFourAgainstEightLoadsAndARightC) {
  const auto session = small();
  while (!session->shown().frame.at_end) session->apply(Act::forward);
  EXPECT_EQ(session->shown().frame.counts.of(Count::global_load).thread_max, 4U);
  EXPECT_EQ(session->shown().beside_frame.counts.of(Count::global_load).thread_max, 8U);
  EXPECT_EQ(session->line_to_copy(),
            "4 against 8 global loads per thread: tiled against naive, 4 x 4 x 4 (M x K x N), "
            "TILE = 2; counted, CPU executor");
  for (const auto& [name, what] : situations()) {
    const auto any = opened(what);
    any->apply(Act::to_end);
    ASSERT_TRUE(any->shown().focus.result) << name;
    EXPECT_TRUE(any->shown().focus.result->wrong.empty()) << name;
    const Launch& launch = any->shown().replay().trace().launch();
    const std::vector<float> a = test::a_of(launch), b = test::b_of(launch);
    for (const Frame* frame : {&any->shown().frame, &any->shown().beside_frame})
      for (std::int64_t row = 0; row < test::m_of(launch); ++row)
        for (std::int64_t column = 0; column < test::n_of(launch); ++column) {
          const CElement& c = frame->c()[static_cast<std::size_t>(row * test::n_of(launch) + column)];
          ASSERT_EQ(c.state, CElement::State::stored) << name;
          double sum = 0;
          for (std::int64_t k = 0; k < test::k_of(launch); ++k)
            sum += double{a[static_cast<std::size_t>(row * test::k_of(launch) + k)]} *
                   double{b[static_cast<std::size_t>(k * test::n_of(launch) + column)]};
          ASSERT_NEAR(c.value(), sum, 1e-5 * sum) << name;
        }
  }
}

TEST(Session, TheKernelBesideKeepsStepByWorkOrBySteps) {
  const auto session = ragged();
  to_step(*session, 5);
  EXPECT_NEAR(static_cast<double>(session->shown().beside_frame.useful_multiply_adds),
              static_cast<double>(session->shown().frame.useful_multiply_adds),
              static_cast<double>(test::m_of(session->shown().replay().trace().launch()) *
                                  test::n_of(session->shown().replay().trace().launch())));
  const Frame by_work = session->shown().beside_frame;
  session->apply(Act::switch_lock);
  EXPECT_EQ(session->shown().beside_frame.step, session->shown().frame.step);
  EXPECT_NE(session->shown().beside_frame.step, by_work.step);
  session->apply(Act::switch_lock);
  EXPECT_EQ(session->shown().beside_frame.moment, by_work.moment);
  session->apply(Act::to_end);
  EXPECT_TRUE(session->shown().beside_frame.at_end);
  session->apply(Act::to_begin);
  EXPECT_TRUE(session->shown().beside_frame.at_begin);
}

TEST(Session, SwappingTwiceComesBack) {
  for (const auto& [name, what] : situations()) {
    const auto session = opened(what);
    for (const std::uint32_t at : {0U, 5U, session->shown().frame.steps}) {
      if (at == 0)
        session->apply(Act::to_begin);
      else
        to_step(*session, at);
      const std::uint64_t before = session->shown().frame.useful_multiply_adds;
      session->apply(Act::swap_kernels);
      EXPECT_EQ(session->shown().frame.moments, session->shown().replay().moments().count()) << name;
      session->apply(Act::swap_kernels);
      const Launch& launch = session->shown().replay().trace().launch();
      EXPECT_EQ(launch.kernel, what.request.kernel);
      EXPECT_NEAR(static_cast<double>(session->shown().frame.useful_multiply_adds), static_cast<double>(before),
                  static_cast<double>(test::m_of(launch) * test::n_of(launch)))
          << name << " from step " << at;
    }
    session->apply(Act::to_end);
    session->apply(Act::swap_kernels);
    EXPECT_TRUE(session->shown().frame.at_end) << name;
  }
}

TEST(Session, SelectsCellsThreadsAndBlocks) {
  const auto session = ragged();
  session->apply(Select{element(*session, "B", 5)});
  EXPECT_EQ(session->selection().selected, element(*session, "B", 5));
  EXPECT_FALSE(session->selection().touches.empty());
  session->apply(Select{thread(4)});
  EXPECT_EQ(session->shown().frame.thread, 4U);
  session->apply(Select{block(2)});
  EXPECT_EQ(session->shown().frame.block, 2U);
  // A shared cell's story is that of the block in focus.
  session->apply(Select{element(*session, "As", 0)});
  for (const Touch& touch : session->selection().touches) EXPECT_EQ(touch.block, 2U);
  session->apply(Act::previous_block);
  ASSERT_FALSE(session->selection().touches.empty());
  for (const Touch& touch : session->selection().touches) EXPECT_EQ(touch.block, session->shown().frame.block);

  session->apply(Select{thread(7), true});
  EXPECT_EQ(session->selection().partner, 7U);
  session->apply(Select{thread(7)});  // a thread is not its own partner
  EXPECT_FALSE(session->selection().partner);
  session->apply(Select{thread(7), true});
  EXPECT_FALSE(session->selection().partner);
  session->apply(Select{{Target::Kind::moment, 0, 0, 0, 9}});
  EXPECT_EQ(session->playback().moment, 9U);
  EXPECT_EQ(session->selection().selected, thread(7));
  session->apply(Hover{thread(3)});
  EXPECT_EQ(session->selection().hovered, thread(3));
  // In the kernel beside: the same matrix of the one in focus; its name swaps them.
  Target beside = element(*session, "B", 5);
  const auto& arrays = session->shown().replay_beside()->trace().arrays();
  for (std::uint8_t n = 0; n < arrays.size(); ++n)
    if (arrays[n].name == "B") beside.array = n;
  beside.launch = 1;
  session->apply(Select{beside});
  EXPECT_EQ(session->selection().selected, element(*session, "B", 5));
  session->apply(Select{{Target::Kind::launch, 1, 0, 0, 0}});
  EXPECT_EQ(session->shown().replay().trace().launch().kernel, "naive");
}

TEST(Session, AnotherLaunchShowsAboutTheSameMoment) {
  const auto session = small();
  to_step(*session, 7);
  const double part =
      static_cast<double>(session->playback().moment) / static_cast<double>(session->shown().frame.moments);
  for (const char* name : {"large", "ragged", "small"}) {
    session->apply(Select{element(*session, "A", 1)});
    session->apply(situations().at(name));
    EXPECT_TRUE(session->launching().recorder.is_busy());
    session->wait_for_recording();
    EXPECT_FALSE(session->banner()) << session->banner()->text;
    EXPECT_EQ(session->launching().asked.request.kernel, situations().at(name).request.kernel);
    EXPECT_NEAR(static_cast<double>(session->playback().moment) / static_cast<double>(session->shown().frame.moments),
                part, 0.15)
        << name;
    const Moments& moments = session->shown().replay().moments();
    EXPECT_EQ(session->playback().moment, moments.end_of(session->shown().frame.step)) << "on a whole step";
    EXPECT_EQ(session->selection().selected.kind, Target::Kind::none);
    EXPECT_LT(session->shown().frame.thread, session->shown().replay().trace().threads_per_block());
  }
}

TEST(Session, TheLastThreadAndBlockOfALargeLaunchDoNotOutliveIt) {
  const auto session = opened(situations().at("large"));
  session->apply(Select{thread(255)});
  session->apply(Select{block(15)});
  session->apply(Act::to_end);
  session->apply(situations().at("small"));
  session->wait_for_recording();
  EXPECT_LT(session->shown().frame.thread, 4U);
  EXPECT_LT(session->shown().frame.block, 4U);
  EXPECT_TRUE(session->shown().frame.at_end);
}

struct Failure {
  const char* name;
  Relaunch what;
  const char* says;
};

std::vector<Failure> failures() {
  Relaunch no_kernel = launch("tilled", 4, 4, 4, 2);
  Relaunch no_file = launch("tiled", 4, 4, 4, 2);
  no_file.request.inputs = "none.csv,none.csv";
  Relaunch no_gpu = launch("tiled", 4, 4, 4, 2);
  no_gpu.backend = "no such";
  return {{"a tile that does not divide", launch("tiled", 4, 4, 4, 3), "needs M % TILE == 0"},
          {"an unknown kernel", no_kernel, "tiled"},
          {"no input file", no_file, "none.csv"},
          {"a tile width that is not built", launch("tiled_bounded", 4, 4, 4, 1000), "1000"},
          {"no rows", launch("tiled_bounded", 0, 4, 4, 2), "0"},
          {"too many elements", launch("tiled_bounded", 2147483647, 2147483647, 4, 2), "2147483647"}};
}

TEST(Session, ALaunchThatFailsLeavesWhatWasOpen) {
  for (const Failure& failure : failures()) {
    SCOPED_TRACE(failure.name);
    const auto session = small();
    to_step(*session, 6);
    session->apply(Select{element(*session, "A", 3)});
    const Replay* const open = &session->shown().replay();
    const std::uint64_t moment = session->playback().moment;
    session->apply(failure.what);
    session->wait_for_recording();
    ASSERT_TRUE(session->banner());
    EXPECT_TRUE(session->banner()->is_error);
    EXPECT_NE(session->banner()->text.find(failure.says), std::string::npos) << session->banner()->text;
    EXPECT_EQ(session->banner()->text.find('\n'), std::string::npos);
    EXPECT_EQ(&session->shown().replay(), open);
    EXPECT_EQ(session->playback().moment, moment);
    EXPECT_EQ(session->selection().selected, element(*session, "A", 3));
    EXPECT_EQ(session->launching().asked.request.kernel, "tiled");
    EXPECT_EQ(session->launching().asked.request.tile, 2);
    session->apply(Act::close);
    EXPECT_FALSE(session->banner());
    session->apply(Act::forward);
    EXPECT_GT(session->playback().moment, moment);
  }
}

TEST(Session, AFirstLaunchThatFailsSaysWhyAndAnotherMayFollow) {
  Session session(Settings{});
  session.apply(launch("tiled", 4, 4, 4, 3));
  session.wait_for_recording();
  EXPECT_FALSE(session.shown().has_trace());
  ASSERT_TRUE(session.banner());
  EXPECT_EQ(session.banner()->text.find("still shown"), std::string::npos);
  session.apply(situations().at("small"));
  session.wait_for_recording();
  EXPECT_TRUE(session.shown().has_trace());
  EXPECT_FALSE(session.banner());
}

TEST(Session, ARecordingCanBeStopped) {
  const auto session = small();
  session->apply(launch("tiled", 128, 128, 128, 16));
  EXPECT_TRUE(session->launching().recorder.is_busy());
  session->apply(CancelRecording{});
  EXPECT_FALSE(session->launching().recorder.is_busy());
  ASSERT_TRUE(session->banner());
  EXPECT_FALSE(session->banner()->is_error);
  for (int n = 0; n < 10; ++n) session->advance(0.1);
  EXPECT_EQ(test::m_of(session->shown().replay().trace().launch()), 4);
  // What is asked for last is what arrives.
  session->apply(launch("tiled", 128, 128, 128, 16));
  session->apply(situations().at("ragged"));
  session->wait_for_recording();
  EXPECT_EQ(test::m_of(session->shown().replay().trace().launch()), 7);
}

TEST(Session, RecordingGoesOnWhileTheWindowLives) {
  const auto session = small();
  session->apply(situations().at("large"));
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (session->launching().recorder.is_busy() && std::chrono::steady_clock::now() < until) {
    session->advance(0.001);
    session->apply(Act::forward);
  }
  EXPECT_EQ(test::m_of(session->shown().replay().trace().launch()), 64);
  session->advance(0.001);
  EXPECT_EQ(session->launching().recording_for, 0);
}

class Scratch : public testing::Test {
 protected:
  Scratch() : folder_(fs::temp_directory_path() / fmt::format("tilescope-session-{}", getpid())) {
    fs::create_directories(folder_);
  }
  ~Scratch() override {
    std::error_code error;
    fs::permissions(folder_, fs::perms::owner_all, error);
    fs::remove_all(folder_, error);
  }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  fs::path folder_;
};

using Opening = Scratch;
using SettingsFile = Scratch;

TEST_F(Opening, AMatrixThatIsDroppedTakesPartInTheProduct) {
  const auto session = small();
  session->apply(Open{file("a.csv", "1,2\n3,4\n")});
  session->wait_for_recording();
  EXPECT_FALSE(session->banner()) << session->banner()->text;
  EXPECT_EQ(test::m_of(session->shown().replay().trace().launch()), 2);
  session->apply(Act::to_end);
  EXPECT_EQ(session->shown().frame.c()[0].value(), 1 * 1 + 2 * 3);
  session->apply(Open{file("b.csv", "5,6\n7,8\n")});  // now a * b
  session->wait_for_recording();
  session->apply(Act::to_end);
  EXPECT_EQ(session->shown().frame.c()[0].value(), 1 * 5 + 2 * 7);
}

TEST_F(Opening, ADamagedFileIsNamedAndWhatWasOpenStays) {
  for (const auto& [name, text, says] :
       {std::tuple{"word.csv", "1,two\n3,4\n", "word.csv:1"}, std::tuple{"short.csv", "1,2\n3\n", "short.csv:2"},
        std::tuple{"empty.csv", "", "empty.csv"}, std::tuple{"picture.png", "PNG", "picture.png"},
        std::tuple{"noending", "1", "noending"}, std::tuple{"flat.csv", "1,2,3\n", "tiled needs"}}) {
    const auto session = small();
    to_step(*session, 4);
    const Replay* const open = &session->shown().replay();
    session->apply(Open{file(name, text)});
    session->wait_for_recording();
    ASSERT_TRUE(session->banner()) << name;
    EXPECT_NE(session->banner()->text.find(says), std::string::npos) << session->banner()->text;
    EXPECT_EQ(&session->shown().replay(), open);
    EXPECT_EQ(step(*session), 4U);
    EXPECT_EQ(session->launching().asked.request.inputs, "counting");
  }
  const auto session = small();
  session->apply(Open{(folder_ / "gone.csv").string()});
  session->wait_for_recording();
  ASSERT_TRUE(session->banner());
  EXPECT_NE(session->banner()->text.find("gone.csv"), std::string::npos) << session->banner()->text;
}

TEST(Session, WindowsSlideFromTileToTileAndOnlyThen) {
  const auto session = small();
  for (std::uint64_t last = session->shown().frame.moments + 1; session->playback().moment != last;) {
    last = session->playback().moment;
    const std::vector<TileWindow> from = session->shown().frame.windows;
    session->apply(Act::forward);
    const bool moved =
        !from.empty() && !session->shown().frame.windows.empty() && from != session->shown().frame.windows;
    ASSERT_EQ(session->playback().slide.has_value(), moved) << "moment " << last;
    if (!moved) continue;
    EXPECT_EQ(session->playback().slide->from, from);
    EXPECT_TRUE(session->advance(0.1));  // something moves: there is a new picture to draw
    ASSERT_TRUE(session->playback().slide);
    EXPECT_GT(session->playback().slide->part, 0.1F);
    EXPECT_LT(session->playback().slide->part, 0.9F);
    session->advance(1);
    EXPECT_FALSE(session->playback().slide);
    // A jump back to the tile before is none, and neither is a step of those who want no motion.
    const std::uint64_t here = session->playback().moment;
    session->apply(Seek{last});
    EXPECT_FALSE(session->playback().slide);
    session->apply(Act::switch_motion);
    session->apply(Act::forward);
    EXPECT_FALSE(session->playback().slide);
    EXPECT_EQ(session->playback().moment, here);
    session->apply(Act::switch_motion);
  }
}

TEST(Session, PlayingSlidesAsStepsDo) {
  const auto session = small();
  session->apply(Act::play_or_pause);
  int slides = 0;
  bool slid = false;
  for (int n = 0; n < 2000 && session->playback().playing; ++n) {
    session->advance(0.02);
    slides += session->playback().slide && !slid ? 1 : 0;
    slid = session->playback().slide.has_value();
  }
  EXPECT_EQ(slides, 1) << "from the first of two tiles to the second";
}

TEST(Session, LinesAndTheElementsTheyTouchAreLinkedBothWays) {
  const auto session = ragged();
  const Trace& trace = session->shown().replay().trace();
  const auto names = [&] {
    std::set<std::string> all;
    for (const ElementOf& each : session->selection().links.elements)
      all.insert(element_name(trace.arrays()[each.array], each.element));
    return all;
  };
  session->apply(Hover{element(*session, "A", 0)});
  ASSERT_EQ(session->selection().links.lines.size(), 1U) << "A[0][0] is loaded by one line";
  const std::uint32_t loads = session->selection().links.lines.front();
  EXPECT_TRUE(session->selection().links.elements.empty());
  // The other way: in each phase, the elements of A's tile, as far as A goes, and the cells they are put into.
  const auto& phases = session->shown().replay().order().phases();
  ASSERT_EQ(phases.size(), 2U);
  for (std::size_t phase = 0; phase < phases.size(); ++phase) {
    session->apply(Seek{session->shown().replay().moments().end_of(phases[phase].first_step)});
    session->apply(Hover{{Target::Kind::line, 0, 0, loads, 0}});
    std::set<std::string> expected;
    for (unsigned row = 0; row < 3; ++row)
      for (unsigned column = 0; column < 3; ++column) {
        expected.insert(fmt::format("As[{}][{}]", row, column));
        if (3 * phase + column < 5) expected.insert(fmt::format("A[{}][{}]", row, 3 * phase + column));
      }
    EXPECT_EQ(names(), expected) << "phase " << phase;
  }
  // Nothing is pointed at: what is selected counts.
  session->apply(Hover{});
  EXPECT_TRUE(session->selection().links.elements.empty());
  session->apply(Select{element(*session, "As", 0), false});
  EXPECT_EQ(session->selection().links.lines.size(), 2U) << "it is filled by one line and read by another";
}

TEST(Session, AThemeThatDoesNotExistIsNotUsed) {
  Session session(Settings{});
  session.apply(UseTheme{"light"});
  EXPECT_EQ(session.settings().theme, "light");
  session.apply(UseTheme{"pink"});
  EXPECT_EQ(session.settings().theme, "light");
}

TEST(Session, AWindowOfBlocksAndCountsAloneAreShownAsFarAsTheyGo) {
  Relaunch part = launch("tiled", 8, 8, 8, 2);
  part.request.record = Record::window;
  part.request.window = {{1, 2, 1, 3}};
  const auto session = opened(part);
  ASSERT_TRUE(session->shown().has_trace());
  EXPECT_EQ(session->shown().frame.block, session->shown().replay().blocks().front());
  session->apply(Select{block(0)});  // was not recorded
  EXPECT_EQ(session->shown().frame.block, session->shown().replay().blocks().front());
  for (const Shortcut& shortcut : shortcuts()) session->apply(command_of(shortcut.ask));

  Relaunch counts = launch("tiled", 8, 8, 8, 2);
  counts.request.record = Record::counts;
  const auto bare = opened(counts);
  EXPECT_TRUE(bare->banner());
  for (const Shortcut& shortcut : shortcuts()) bare->apply(command_of(shortcut.ask));
}

TEST_F(SettingsFile, WhatIsSavedIsWhatIsLoaded) {
  Settings settings;
  settings.theme = "light";
  settings.zoom = 1.5F;
  settings.speed = 0.25;
  settings.reduced_motion = true;
  settings.source = false;
  settings.lock_by_work = false;
  settings.width = 1024;
  settings.height = 768;
  settings.lessons = {{"warps", 3}, {"scan-work", 1}};
  const fs::path path = folder_ / "made" / "on the way" / "settings.toml";
  EXPECT_EQ(save_settings(path, settings), "");
  LoadedSettings loaded = load_settings(path);
  EXPECT_EQ(loaded.problem, "");
  EXPECT_EQ(loaded.settings, settings);
  // Every setting that the window can reach can be loaded again.
  for (const Act act : {Act::larger, Act::smaller, Act::faster, Act::slower})
    for (int times : {1, 7, 100}) {
      Session session(Settings{});
      for (int n = 0; n < times; ++n) session.apply(act);
      EXPECT_EQ(save_settings(path, session.settings()), "");
      loaded = load_settings(path);
      EXPECT_EQ(loaded.problem, "");
      EXPECT_EQ(loaded.settings, session.settings());
    }
  EXPECT_EQ(std::distance(fs::directory_iterator(path.parent_path()), {}), 1) << "nothing else is left there";
}

TEST_F(SettingsFile, AMissingOneGivesTheDefaults) {
  const LoadedSettings loaded = load_settings(folder_ / "none.toml");
  EXPECT_EQ(loaded.settings, Settings{});
  EXPECT_EQ(loaded.problem, "");
}

TEST_F(SettingsFile, WhatIsNotUnderstoodIsToldAndTheRestIsUsed) {
  const auto load = [&](const std::string& text) { return load_settings(file("settings.toml", text)); };
  for (const char* bad : {"theme = 'pink'", "theme = 3", "zoom = 'large'", "zoom = 99.0", "zoom = nan", "speed = 0",
                          "speed = inf", "width = -1", "height = 1000000000000", "source = 'yes'"}) {
    const LoadedSettings loaded = load(std::string("reduced_motion = true\n") + bad + "\n");
    Settings wanted;
    wanted.reduced_motion = true;
    EXPECT_EQ(loaded.settings, wanted) << bad;
    EXPECT_NE(loaded.problem.find("line 2"), std::string::npos) << bad << ": " << loaded.problem;
  }
  for (const char* broken : {"theme = ", "[", "= 3\n", "theme = 'dark", "\x01\x02\xff"}) {
    const LoadedSettings loaded = load(broken);
    EXPECT_EQ(loaded.settings, Settings{}) << broken;
    EXPECT_NE(loaded.problem, "") << broken;
    EXPECT_EQ(loaded.problem.find('\n'), std::string::npos) << loaded.problem;
  }
  EXPECT_EQ(load("zoom = 2\nspeed = 4\nunknown = 1\n").problem, "");
  EXPECT_EQ(load("zoom = 2\n").settings.zoom, 2);
  EXPECT_EQ(load_settings(folder_).settings, Settings{}) << "a folder is no file";
}

TEST_F(SettingsFile, WhereTheyCannotBeWrittenOneLineSaysSo) {
  const std::string blocked = file("blocked", "");
  const std::string problem = save_settings(fs::path(blocked) / "settings.toml", {});
  EXPECT_NE(problem.find("blocked/settings.toml"), std::string::npos) << problem;
  EXPECT_EQ(problem.find('\n'), std::string::npos) << problem;
  // In place of the file stands a folder with something in it.
  fs::create_directories(folder_ / "settings.toml" / "full");
  EXPECT_NE(save_settings(folder_ / "settings.toml", {}), "");
  EXPECT_TRUE(fs::is_directory(folder_ / "settings.toml"));
}

TEST_F(SettingsFile, StandsWhereTheSystemKeepsSuchFiles) {
  setenv("XDG_CONFIG_HOME", "/somewhere", 1);
  EXPECT_EQ(settings_path(), "/somewhere/tilescope/settings.toml");
  setenv("XDG_CONFIG_HOME", "relative", 1);  // is to be ignored, as the specification has it
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(settings_path(), "/home/me/.config/tilescope/settings.toml");
  unsetenv("XDG_CONFIG_HOME");
  EXPECT_EQ(settings_path(), "/home/me/.config/tilescope/settings.toml");
}

}  // namespace

// What was hoped for and what there is; with a GPU there is nothing to say.
TEST(Session, SaysWhyTheCpuRecordedWhereAGpuWasHopedFor) {
  Relaunch hoped = launch("tiled", 4, 4, 4, 2);
  hoped.backend = "auto";
  const auto session = opened(hoped);
  const Recorded& focus = session->shown().focus;
  EXPECT_EQ(focus.note.empty(), focus.replay->trace().backend() == Backend::cuda);
  EXPECT_TRUE(small()->shown().focus.note.empty()) << "the CPU was asked for";
}

TEST(Session, AsksForTheBlocksThatSomebodyChoseAndForNoOthers) {
  Relaunch what = launch("tiled", 64, 64, 64, 16);
  EXPECT_TRUE(opened(what)->launching().asked.request.window.empty());
  what.request.window = {{1, 2, 2, 3}};
  const auto session = opened(what);
  EXPECT_EQ(session->launching().asked.request.window, what.request.window);
  EXPECT_EQ(session->shown().replay().blocks().size(), 4U);
  session->apply(Act::swap_kernels);
  EXPECT_EQ(session->launching().asked.request.window, session->shown().replay().trace().launch().window);
}

}  // namespace tilescope
