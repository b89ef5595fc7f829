#include "app/session/on_stage.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <utility>

#include "app/session/aside.h"
#include "app/session/frame_watch.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

HeatOf heat_of(const Recorded& recorded) {
  HeatOf heat{recorded.replay == nullptr ? nullptr : &recorded.replay->scenery(), recorded.explained.get(),
              recorded.whole_heat.get()};
  if (recorded.heating.valid()) heat.counting = recorded.heated->load();
  return heat;
}

// If threads are shown as they ran, selects the thread whose turn it is.
void follow_turn(Parts& parts) {
  if (!parts.shown.replay().is_as_ran()) return;
  const std::optional<std::uint64_t> before = std::exchange(parts.playback.followed, parts.playback.moment);
  if (before == parts.playback.moment) return;
  const Order& order = parts.shown.replay().order();
  const std::uint32_t step = parts.shown.replay().moments().step_at(parts.playback.moment);
  const TurnSteps& turn = order.turn_at(step);
  if (parts.playback.moment > 0) {
    parts.selection.block = turn.block;
    parts.selection.look_at_thread(turn.thread, parts.shown);
  }
  // Blocks run one after another; the timeline shows the turns of one block.
  const TimelineRange& range = parts.playback.timeline;
  if (before && step >= range.first && step < range.first + range.count) return;
  const auto is_before = [](const TurnSteps& one, std::size_t block) { return one.block < block; };
  const auto is_behind = [](std::size_t block, const TurnSteps& one) { return block < one.block; };
  const auto& turns = order.turns();
  const auto first = std::lower_bound(turns.begin(), turns.end(), turn.block, is_before);
  const auto last = std::prev(std::upper_bound(turns.begin(), turns.end(), turn.block, is_behind));
  parts.playback.timeline = {static_cast<double>(first->first_step),
                             static_cast<double>(last->end_step - first->first_step)};
}

// Among several stops at a moment, prefers one in the selected block.
void go_to_stop(Parts& parts, bool forward) {
  const Stop* stop = stop_beside(*parts.worked_out.variables.now().stops, parts.shown.moments(), parts.playback.moment,
                                 parts.playback.grain, forward);
  if (stop == nullptr) return;
  const std::vector<Stop>& all = *parts.worked_out.variables.now().stops;
  for (const Stop* other = stop; other != all.data() + all.size() && other->moment == stop->moment; ++other)
    if (other->block == parts.selection.block) {
      stop = other;
      break;
    }
  parts.selection.block = stop->block;
  parts.selection.look_at_thread(stop->thread, parts.shown);
  parts.playback.go_to(stop->moment, parts.shown);
}

bool find_frames(Parts& parts) {
  const Cursor cursor{parts.playback.moment,   parts.playback.grain,
                      parts.selection.block,   parts.selection.thread,
                      parts.selection.partner, parts.selection.only_warp || parts.explaining.is_open("warps")};
  WorkedOut::Framed now{parts.shown.focus.replay, parts.shown.beside.replay, cursor, parts.settings.lock_by_work,
                        parts.editing.runs.standing};
  if (parts.worked_out.framed == now) return false;
  parts.worked_out.framed = std::move(now);
  std::future<Frame> other;
  if (const Replay* const replay_beside = parts.shown.replay_beside()) {
    const auto& blocks = replay_beside->blocks();
    const std::uint32_t threads = replay_beside->trace().threads_per_block();
    const bool has_block = std::find(blocks.begin(), blocks.end(), parts.selection.block) != blocks.end();
    const Cursor there{parts.playback.moment_beside(parts.shown, parts.settings.lock_by_work),
                       Grain::step,
                       has_block || blocks.empty() ? parts.selection.block : blocks.front(),
                       std::min(parts.selection.thread, threads - 1),
                       cursor.partner < threads ? cursor.partner : std::nullopt,
                       cursor.only_warp};
    // With many threads both frames take long, so each is computed on its own core.
    other = aside::begin_for_now(threads * blocks.size() >= 4096,
                                 [replay_beside, there] { return replay_beside->at(there); });
  }
  parts.shown.frame = parts.shown.replay().at(cursor);
  if (other.valid()) parts.shown.beside_frame = other.get();
  if (parts.shown.replay_beside() != nullptr && parts.editing.runs.is_beside(parts.shown.beside)) {
    parts.shown.frame.called = "now";
    parts.shown.beside_frame.called =
        parts.editing.runs.standing == Standing::before ? "before this edit" : "as opened";
  }
  return true;
}

ChangesOf changes_of(const Parts& parts) {
  ChangesOf of{parts.shown.replay_beside() != nullptr, parts.worked_out.comparing.changes(parts.shown)};
  if (!of.has_beside) return of;
  of.called = parts.shown.beside_frame.called;
  of.now = parts.shown.frame.called;
  of.is_same_kernel = parts.editing.runs.is_beside(parts.shown.beside);
  if (!of.is_same_kernel && of.called == of.now) of.is_same_kernel = true, of.called = "before";
  if (parts.editing.is_open()) of.standing = parts.editing.runs.standing;
  return of;
}

}  // namespace

bool follow_cube(Parts& parts) {
  const ExplainView* const open = view_of(parts.explaining.view);
  return parts.worked_out.cubing.follow(parts.shown, open != nullptr && open->needs_cube,
                                        parts.explaining.choices.cube.near);
}

bool compare_launches(Parts& parts) {
  return parts.worked_out.comparing.follow(parts.shown, parts.explaining.is_open("changes"));
}

void put_on_stage(Parts& parts, Recorded focus, Recorded beside) {
  parts.shown.focus = std::move(focus);
  parts.shown.beside = std::move(beside);
  parts.selection.forget(parts.shown);
  parts.playback.followed.reset();
  parts.playback.open.clear();
  parts.explaining.choices.finding = 0;
  parts.playback.slide.reset();
  parts.playback.show_all_steps(parts.shown);
}

bool lesson_is_shown(const Course& course, const Shown& shown) {
  return course.is_open() && shown.has_trace() && shown.focus.replay == course.now().scene->replay;
}

void settle(Parts& parts) {
  if (!parts.shown.has_trace()) return;
  const OnFrame settling("settling");
  static_cast<void>(compare_launches(parts));
  follow_turn(parts);
  const std::vector<TileWindow> windows = parts.shown.frame.windows;
  const bool has_moved = find_frames(parts);
  if (has_moved) parts.playback.settle(parts.shown.frame, windows, parts.settings.reduced_motion);
  const ExplainView* const open = view_of(parts.explaining.view);
  parts.worked_out.variables.settle(parts.shown, open != nullptr && open->needs_variables);
  parts.worked_out.descending.follow(parts.shown, open != nullptr && open->needs_descent);
  parts.selection.settle(parts.shown.replay(), explainable(parts), has_moved, parts.explaining.view,
                         lesson_is_shown(parts.course, parts.shown) ? &parts.course.lit() : nullptr);
  if (const std::optional<bool> forward = parts.worked_out.variables.take_way()) {
    go_to_stop(parts, *forward);
    settle(parts);
  }
}

Explainable explainable(const Parts& parts) {
  return {parts.shown.trace(),
          parts.shown.frame,
          heat_of(parts.shown.focus),
          heat_of(parts.shown.beside),
          parts.explaining.choices,
          parts.shown.focus.result ? &*parts.shown.focus.result : nullptr,
          parts.selection.hovered,
          &parts.worked_out.variables.now(),
          changes_of(parts),
          parts.worked_out.cubing.cube(parts.shown),
          parts.worked_out.descending.descent(parts.shown)};
}

void switch_order(Parts& parts) {
  if (!parts.shown.has_trace() || parts.shown.frame.steps == 0 || parts.launching.recorder.is_busy()) return;
  parts.playback.playing = false;
  Relaunch next = parts.launching.asked;
  next.as_ran = !parts.shown.replay().is_as_ran();
  parts.launching.recorder.start(next, parts.shown.beside, parts.shown.focus);
}

void swap_kernels(Parts& parts) {
  if (parts.shown.replay_beside() == nullptr) return;
  const std::uint64_t moment = parts.shown.beside_frame.moment;
  put_on_stage(parts, parts.shown.beside, parts.shown.focus);
  Request& asked = parts.launching.asked.request;
  const Launch& launch = parts.shown.trace().launch();
  if (launch.program || is_kernel_file(asked.kernel)) {  // the other kernel's numbers do not apply to this one
    const Request before = std::exchange(asked, request_of(launch));
    asked.record = before.record;
    asked.window = before.window;
    asked.inputs = before.inputs;
    asked.seed = before.seed;
  }
  asked.kernel = name_asked(launch);
  if (!asked.window.empty()) asked.window = parts.shown.trace().launch().window;
  parts.playback.go_to(moment, parts.shown);
}

}  // namespace tilescope
