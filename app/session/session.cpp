#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <utility>

#include "app/replay/alike.h"
#include "app/session/extent.h"
#include "app/stage/theme.h"
#include "instrumentation/error.h"

namespace tilescope {

namespace {

// Moves in a second at the usual speed.
double pace_of(Grain grain) {
  switch (grain) {
    case Grain::event: return 4;
    case Grain::step: return 1.5;
    case Grain::phase: break;
  }
  return 0.5;
}

constexpr double slide_seconds = 0.3;

Grain larger(Grain grain) { return grain == Grain::event ? Grain::step : Grain::phase; }

}  // namespace

Session::Session(Settings settings) : settings_(std::move(settings)) {}

void Session::apply(const Command& command) {
  std::visit([&](const auto& what) { apply_to(what); }, command);
}

void Session::apply_to(const Seek& seek) {
  playback_.playing = false;
  go_to(seek.moment);
}

void Session::apply_to(const Select& select) {
  if (!has_trace()) return;
  Target target = select.target;
  // What is clicked while a question waits for a click is the answer.
  const bool answers = takes_answer() && lesson_is_shown() && target.launch == 0 && course_.question() != nullptr &&
                       course_.question()->form == lessons::Question::Form::click;
  if (answers && (target.kind == Target::Kind::element || target.kind == Target::Kind::thread ||
                  target.kind == Target::Kind::line))
    return apply_to(Answer{lessons::name_of(*course_.now().scene, target)});
  if (target.kind == Target::Kind::moment) return go_to(target.moment);
  if (target.kind == Target::Kind::choice) {
    const std::vector<ChipRow> rows = chips();
    if (const Chip* const chip = chip_at(rows, target.number)) apply_to(chip->leads_to);
    return;
  }
  if (target.kind == Target::Kind::option) {
    const std::vector<OptionRow> rows = options();
    if (const Option* const option = option_at(rows, target.number)) apply(Command(option->leads_to));
    return;
  }
  if (target.kind == Target::Kind::tile) return apply_to(UseTile{static_cast<int>(target.number)});
  if (target.kind == Target::Kind::place)
    return apply_to(PlaceLoops{static_cast<double>(target.number + 1) / static_cast<double>(LoopRun::parts)});
  if (target.kind == Target::Kind::window) return change_blocks(target.number > 0);
  if (target.kind == Target::Kind::finding) return open_finding(target.number);
  if (target.launch == 1 && target.kind == Target::Kind::element && target.array < replay().trace().arrays().size() &&
      beside() != nullptr) {
    // The matrices are the same ones; C stands elsewhere in the list of arrays, maybe.
    const std::string& name = beside()->trace().arrays()[target.array].name;
    const auto& arrays = replay().trace().arrays();
    const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const ArrayInfo& a) { return a.name == name; });
    target.launch = 0;
    target.array = static_cast<std::uint8_t>(found - arrays.begin());
  }
  if (target.kind == Target::Kind::launch) {
    if (target.launch == 1) swap_kernels();
    return;
  }
  if (select.as_partner && target.kind == Target::Kind::thread) {
    partner_ = target.number == thread_ ? std::nullopt : std::optional(target.number);
    return refresh();
  }
  selected_ = target;
  if (target.kind == Target::Kind::thread) select_thread(target.number);
  const auto& blocks = replay().blocks();
  if (target.kind == Target::Kind::block) {
    if (std::find(blocks.begin(), blocks.end(), target.number) == blocks.end())
      return record_blocks(target.number, side_of_window(replay().trace().launch()));
    block_ = target.number;
  }
  find_touches();
  refresh();
}

void Session::apply_to(const Hover& hover) {
  hovered_ = hover.target;
  find_links();
}

void Session::apply_to(const Relaunch& relaunch) {
  playback_.playing = false;
  reopening_.reset();
  recorder_.start(relaunch);
}

void Session::apply_to(const CancelRecording&) {
  recorder_.cancel();
  reopening_.reset();
  banner_ = Banner{"The recording was stopped; what was open is open still.", false};
}

void Session::apply_to(const Open& open) {
  const std::size_t dot = open.path.rfind('.');
  const std::string ending = dot == std::string::npos ? "" : open.path.substr(dot);
  if (ending == ".csv") {
    // The files of a launch come in pairs: the one that was dropped twice gives A * A, where its sides allow it.
    Relaunch next = asked_;
    const std::size_t comma = next.request.inputs.find(',');
    next.request.inputs = comma == std::string::npos ? open.path + "," + open.path
                                                     : next.request.inputs.substr(comma + 1) + "," + open.path;
    next.file.clear();
    next.request.m = next.request.n = next.request.k = std::nullopt;
    return apply_to(next);
  }
  if (ending == ".toml" && !holds_situation(open.path)) return apply_to(OpenLesson{open.path});
  if (ending == ".tsc") return apply_to(Relaunch{{}, asked_.backend, open.path});
  try {
    if (is_situation(open.path)) return apply_to(Reopen{read_situation(open.path)});
  } catch (const UsageError& error) {
    return apply_to(Say{error.what(), true});
  }
  banner_ = Banner{fmt::format("{}: TileScope opens lessons and situations (.toml), traces (.tsc) and matrices (.csv)", open.path),
                   true};
}

void Session::apply_to(const UseTheme& use) {
  if (find_theme(use.name) != nullptr) settings_.theme = use.name;
}

void Session::end_notice() {
  if (banner_ && !banner_->is_error) banner_.reset();
}

void Session::apply_to(const Say& say) { banner_ = Banner{say.text, say.is_error}; }

void Session::act(Act act) {
  switch (act) {
    case Act::forward: return move(playback_.grain, true);
    case Act::back: return move(playback_.grain, false);
    case Act::forward_more: return move(larger(playback_.grain), true);
    case Act::back_more: return move(larger(playback_.grain), false);
    case Act::to_begin: return apply_to(Seek{0});
    case Act::to_end: return apply_to(Seek{frame_.moments});
    case Act::play_or_pause: return play_on();
    case Act::by_event: playback_.grain = Grain::event; return refresh();
    case Act::by_step: playback_.grain = Grain::step; return refresh();
    case Act::by_phase: playback_.grain = Grain::phase; return refresh();
    case Act::next_barrier: return go_to_next(true, [&](std::uint32_t step) { return waits(step); });
    case Act::previous_barrier: return go_to_next(false, [&](std::uint32_t step) { return waits(step); });
    case Act::next_padding: return go_to_next(true, [&](std::uint32_t step) { return pads(step); });
    case Act::previous_padding: return go_to_next(false, [&](std::uint32_t step) { return pads(step); });
    case Act::next_touch: return go_to_touch(true);
    case Act::previous_touch: return go_to_touch(false);
    case Act::next_thread: return select_thread(std::int64_t{thread_} + 1);
    case Act::previous_thread: return select_thread(std::int64_t{thread_} - 1);
    case Act::next_block: return select_block(1);
    case Act::previous_block: return select_block(-1);
    case Act::more_blocks: return change_blocks(true);
    case Act::fewer_blocks: return change_blocks(false);
    case Act::deselect: selected_ = {}; partner_.reset(); touches_.clear(); why_.clear(); return refresh();
    case Act::swap_kernels: return swap_kernels();
    case Act::switch_lock: settings_.lock_by_work = !settings_.lock_by_work; return refresh();
    case Act::faster: settings_.speed = std::min(settings_.speed * 2, 1024.0); return;
    case Act::slower: settings_.speed = std::max(settings_.speed / 2, 1.0 / 16); return;
    case Act::usual_speed: settings_.speed = 1; return;
    case Act::larger: settings_.zoom = std::min(settings_.zoom * 1.1F, 4.0F); return;
    case Act::smaller: settings_.zoom = std::max(settings_.zoom / 1.1F, 0.5F); return;
    case Act::usual_size: settings_.zoom = 1; return;
    case Act::next_theme: {
      const auto all = themes();
      const auto now = std::find_if(all.begin(), all.end(), [&](const Theme& t) { return t.name == settings_.theme; });
      const auto index = static_cast<std::size_t>(now - all.begin());
      settings_.theme = all[(index + 1) % all.size()].name;
      return;
    }
    case Act::switch_motion: settings_.reduced_motion = !settings_.reduced_motion; return;
    case Act::fit_timeline: timeline_ = {0, static_cast<double>(frame_.steps)}; return;
    case Act::zoom_timeline_in: return zoom_timeline(0.5);
    case Act::zoom_timeline_out: return zoom_timeline(2);
    case Act::help: help_ = !help_; return;
    case Act::presenter: presenter_ = !presenter_; wishes_.fullscreen = true; return;
    case Act::pointer: pointer_ = !pointer_; return;
    case Act::notes: notes_ = !notes_; return;
    case Act::launch_panel: launch_ = !launch_; return;
    case Act::source_panel: settings_.source = !settings_.source; return;
    case Act::show_findings: return show(Explanation::findings);
    case Act::show_warps: return show(Explanation::warps);
    case Act::show_heat: return show(Explanation::heat);
    case Act::show_limits: return show(Explanation::limits);
    case Act::show_cpu: return show(Explanation::cpu);
    case Act::show_times: return show(Explanation::times);
    case Act::next_choice: return choose_beside(1);
    case Act::previous_choice: return choose_beside(-1);
    case Act::more: return change_number(1);
    case Act::less: return change_number(-1);
    case Act::lesson_on:
    case Act::lesson_back:
    case Act::lesson_again:
    case Act::lesson_restart:
    case Act::lesson_outline:
    case Act::lesson_close:
    case Act::lesson_next:
    case Act::reveal:
    case Act::show_why:
    case Act::vote:
    case Act::pick_step: return act_in_lesson(act);
    case Act::screenshot: wishes_.screenshot = true; return;
    case Act::copy_line: return copy(line_to_copy());
    case Act::copy_share: return copy_share();
    case Act::close: return close_something();
    case Act::quit: wishes_.quit = true; return;
  }
}

bool Session::advance(double seconds) {
  bool changed = false;
  if (slide_) {
    slide_->part += static_cast<float>(seconds / slide_seconds);
    if (slide_->part >= 1) slide_.reset();
    changed = true;
  }
  recording_for_ = recorder_.is_busy() ? recording_for_ + seconds : 0;
  if (auto recording = recorder_.take()) {
    take_in(std::move(*recording));
    changed = true;
  }
  changed = take_explained() || changed;
  if (banner_ && banner_->seconds > 0 && (banner_->seconds -= seconds) <= 0) {
    banner_.reset();
    changed = true;
  }
  if (const Course::News news = course_.advance(seconds); news != Course::News::none) {
    take_lesson(news);
    changed = true;
  }
  if (course_.is_open()) lesson_for_ += seconds;
  if (kiosk_ && course_.is_open()) loop(seconds);
  if (!playback_.playing || !has_trace()) return changed;
  due_ += seconds * pace_of(playback_.grain) * settings_.speed;
  std::uint64_t moment = playback_.moment;
  for (; due_ >= 1; due_ -= 1) moment = replay().moments().next(moment, playback_.grain);
  const auto stop = lesson_is_shown() ? course_.stop_after(playback_.moment) : std::nullopt;
  if (stop) moment = std::min(moment, *stop);
  if (moment != playback_.moment) {
    const std::vector<TileWindow> from = frame_.windows;
    go_to(moment);
    start_slide(from);
    changed = true;
  }
  if (frame_.at_end || (stop && moment == *stop)) playback_.playing = false;
  if (lesson_is_shown()) course_.come_to(playback_.moment);
  return changed;
}

void Session::wait_for_recording() {
  if (auto recording = recorder_.wait()) take_in(std::move(*recording));
  for (Recorded* const each : {&shown_, &beside_}) {
    if (each->explaining.valid()) each->explaining.wait();
    if (each->heating.valid()) each->heating.wait();
  }
  take_explained();
}

bool Session::take_explained() {
  const bool focus = shown_.take_explained(), beside = beside_.take_explained();
  if (focus && shown_.explained && finding_ > 0 && finding_ >= shown_.explained->hazards.findings.size()) {
    not_reopened_ = fmt::format("there is no finding {}: there are {}", finding_ + 1,
                                shown_.explained->hazards.findings.size());
    banner_ = Banner{not_reopened_, true};
    finding_ = 0;
  }
  if (focus || beside) find_why();
  return focus || beside;
}

void Session::take_in(Recording recording) {
  const std::optional<Situation> reopening = std::exchange(reopening_, std::nullopt);
  if (!recording.problem.empty()) {
    banner_ = Banner{recording.problem + (has_trace() ? " (what was open is open still)" : ""), true};
    return;
  }
  banner_.reset();
  const bool first = !has_trace();
  const std::uint64_t moment = playback_.moment;
  const double part = first || frame_.moments == 0
                          ? 0
                          : static_cast<double>(playback_.moment) / static_cast<double>(frame_.moments);
  const bool same_kernel = !first && recording.asked.request.kernel == asked_.request.kernel;
  asked_ = recording.asked;
  const std::shared_ptr<const Replay> before = shown_.replay;
  shown_ = std::move(recording.focus);
  beside_ = std::move(recording.beside);
  forget_selection();
  if (replay().trace().fault()) banner_ = Banner{replay().trace().fault()->message, true};
  const auto& blocks = replay().blocks();
  if (blocks.empty()) banner_ = Banner{"No block was recorded: take --record full or a window of blocks.", false};
  if (const auto focus = std::exchange(asked_.focus, std::nullopt)) block_ = *focus;
  if (std::find(blocks.begin(), blocks.end(), block_) == blocks.end()) block_ = blocks.empty() ? 0 : blocks.front();
  thread_ = std::min(thread_, replay().trace().threads_per_block() - 1);
  timeline_ = {0, static_cast<double>(replay().order().step_count())};
  // Another shape or another kernel shows about the same moment, on a whole step.
  const auto& moments = replay().moments();
  const auto near = static_cast<std::uint64_t>(part * static_cast<double>(moments.count()));
  playback_.moment = near == 0 ? 0 : moments.end_of(moments.step_at(near));
  if (!same_kernel && first) playback_.moment = 0;
  // The same product at the same place, whatever is different about the kernel.
  if (const auto alike = first ? std::nullopt : moment_alike(*before, moment, replay())) playback_.moment = *alike;
  refresh();
  not_reopened_.clear();
  if (reopening) restore(*reopening);
}

void Session::forget_selection() {
  selected_ = hovered_ = {};
  partner_.reset();
  touches_.clear();
  why_.clear();
  slide_.reset();
  links_ = {};
  finding_ = 0;
}

void Session::go_to(std::uint64_t moment) {
  if (!has_trace()) return;
  playback_.moment = std::min(moment, replay().moments().count());
  slide_.reset();
  refresh();
}

void Session::move(Grain grain, bool forward) {
  if (!has_trace()) return;
  playback_.playing = false;
  const Moments& moments = replay().moments();
  const std::vector<TileWindow> from = frame_.windows;
  std::uint64_t moment = forward ? moments.next(playback_.moment, grain) : moments.previous(playback_.moment, grain);
  // Nobody steps past a question before it is answered.
  if (forward && takes_answer() && !course_.guess().answered() && lesson_is_shown())
    moment = std::min(moment, course_.question()->halt);
  if (forward && moment < playback_.moment) return;
  go_to(moment);
  start_slide(from);
  if (forward && lesson_is_shown()) course_.come_to(playback_.moment);
}

void Session::go_to_next(bool forward, const std::function<bool(std::uint32_t)>& wanted) {
  if (!has_trace() || frame_.steps == 0) return;
  playback_.playing = false;
  const Moments& moments = replay().moments();
  const std::int64_t by = forward ? 1 : -1;
  std::int64_t step = moments.step_at(playback_.moment);
  // A step that is not over, or has not begun, may be the one.
  if (forward && playback_.moment < moments.end_of(static_cast<std::uint32_t>(step))) --step;
  for (step += by; step >= 0 && step < std::int64_t{frame_.steps}; step += by)
    if (wanted(static_cast<std::uint32_t>(step))) return go_to(moments.end_of(static_cast<std::uint32_t>(step)));
}

bool Session::waits(std::uint32_t step) const {
  const auto& paths = replay().order().paths();
  for (std::uint32_t path = 0; path < paths.size(); ++path)
    if (replay().activity(path, step) == Activity::waiting && replay().moments().events_in(path, step) > 0) return true;
  return false;
}

bool Session::pads(std::uint32_t step) const {
  for (std::uint32_t thread = 0; thread < replay().trace().threads_per_block(); ++thread)
    if (replay().activity(replay().order().path_of(block_, thread), step) == Activity::padding) return true;
  return false;
}

void Session::go_to_touch(bool forward) {
  if (touches_.empty()) return;
  playback_.playing = false;
  const auto later = [](std::uint64_t moment, const Touch& touch) { return moment < touch.moment; };
  const auto sooner = [](const Touch& touch, std::uint64_t moment) { return touch.moment < moment; };
  // With steps as the grain, a touch in the step that is shown already is no new place to go to.
  const Moments& moments = replay().moments();
  const bool by_event = playback_.grain == Grain::event;
  if (forward) {
    const auto next = std::upper_bound(touches_.begin(), touches_.end(), playback_.moment, later);
    if (next != touches_.end()) go_to(by_event ? next->moment : moments.end_of(moments.step_at(next->moment)));
    return;
  }
  const std::uint64_t before =
      by_event || playback_.moment == 0 ? playback_.moment : moments.begin_of(moments.step_at(playback_.moment)) + 1;
  const auto next = std::lower_bound(touches_.begin(), touches_.end(), before, sooner);
  if (next == touches_.begin()) return;
  const std::uint64_t moment = std::prev(next)->moment;
  go_to(by_event ? moment : moments.end_of(moments.step_at(moment)));
}

void Session::select_thread(std::int64_t thread) {
  if (!has_trace()) return;
  const std::int64_t last = std::int64_t{replay().trace().threads_per_block()} - 1;
  thread_ = static_cast<std::uint32_t>(std::clamp<std::int64_t>(thread, 0, last));
  if (partner_ == thread_) partner_.reset();
  refresh();
}

void Session::select_block(std::int64_t step) {
  if (!has_trace() || replay().blocks().empty()) return;
  const auto& blocks = replay().blocks();
  const auto now = std::find(blocks.begin(), blocks.end(), block_) - blocks.begin();
  const auto count = static_cast<std::int64_t>(blocks.size());
  block_ = blocks[static_cast<std::size_t>((now + step + count) % count)];
  find_touches();
  refresh();
}

std::shared_ptr<const Launch> Session::launch_shown() const {
  return {shown_.replay, &replay().trace().launch()};
}

// Of the launch that is shown, other blocks: so many rows and columns around this one.
void Session::record_blocks(std::size_t block, unsigned side) {
  const Launch& launch = replay().trace().launch();
  if (!asked_.file.empty()) return apply_to(Say{"This trace is of a file, which holds no other blocks.", false});
  Relaunch next = asked_;
  if (next.request.record == Record::counts) next.request.record.reset();
  next.request.window = blocks_around(launch, block, side);
  next.matrices = launch_shown();
  if (beside() != nullptr) next.beside = beside()->trace().launch().kernel;
  next.focus = block;
  apply_to(next);
}

void Session::change_blocks(bool more) {
  if (!has_trace()) return;
  const Launch& launch = replay().trace().launch();
  const unsigned side = side_of_window(launch);
  if (side == 0) return apply_to(Say{"All blocks of this launch are recorded.", false});
  const unsigned next = more ? 2 * side : std::max(side / 2, 1U);
  const std::vector<BlockRange> blocks = blocks_around(launch, block_, next);
  if (blocks == launch.window)
    return apply_to(Say{more ? "More blocks than these would be too many events to look at." : "One block it is.", false});
  record_blocks(block_, next);
}

void Session::swap_kernels() {
  if (beside() == nullptr) return;
  const std::uint64_t moment = beside_frame_.moment;
  std::swap(shown_, beside_);
  asked_.request.kernel = replay().trace().launch().kernel;
  selected_ = {};
  finding_ = 0;
  partner_.reset();
  touches_.clear();
  why_.clear();
  links_ = {};
  const auto& blocks = replay().blocks();
  if (std::find(blocks.begin(), blocks.end(), block_) == blocks.end()) block_ = blocks.empty() ? 0 : blocks.front();
  thread_ = std::min(thread_, replay().trace().threads_per_block() - 1);
  timeline_ = {0, static_cast<double>(replay().order().step_count())};
  go_to(moment);
}

void Session::close_something() {
  if (help_) help_ = false;
  else if (launch_) launch_ = false;
  else if (recorder_.is_busy()) apply_to(CancelRecording{});
  else if (banner_) banner_.reset();
  else if (outline_) outline_ = false;
  else if (selected_.kind != Target::Kind::none || partner_) act(Act::deselect);
  else if (explanation_ != Explanation::none) explanation_ = Explanation::none;
  else if (presenter_) act(Act::presenter);
}

void Session::zoom_timeline(double factor) {
  const auto steps = static_cast<double>(frame_.steps);
  const double here = frame_.at_begin ? 0 : frame_.step + 0.5;
  const double part = timeline_.count > 0 ? (here - timeline_.first) / timeline_.count : 0;
  const double count = std::clamp(std::round(timeline_.count * factor), std::min(8.0, steps), steps);
  timeline_.count = count;
  timeline_.first = std::clamp(std::round(here - std::clamp(part, 0.0, 1.0) * count), 0.0, steps - count);
}

void Session::find_touches() {
  touches_.clear();
  if (selected_.kind == Target::Kind::element) touches_ = touches_of(replay(), selected_.array, selected_.number, block_);
  find_why();
}

// Looks at a whole block, so it is done when something is selected or explained, and not in every frame.
void Session::find_why() { why_ = why_wrong(replay(), explained(), selected_, touches_); }

void Session::find_links() {
  if (!has_trace()) return;
  const Target& target = hovered_.kind != Target::Kind::none ? hovered_ : selected_;
  if (target.kind == Target::Kind::none && lesson_is_shown()) {
    links_ = lit_links();
    return;
  }
  // A line's elements change from phase to phase; an element's lines do not.
  if (target.kind != Target::Kind::line && target == links_.of && block_ == links_.block) return;
  links_ = {target, block_, {}, {}, {}, {}};
  if (target.launch != 0) return;
  if (target.kind == Target::Kind::line) links_.elements = elements_of_line(replay(), frame_, target.number);
  if (target.kind == Target::Kind::element)
    links_.lines = lines_of_element(replay(), block_, {target.array, target.number});
  if (explanation_ != Explanation::warps || target != hovered_) return;
  WarpLinks warp;
  if (target.kind == Target::Kind::thread) warp = links_of_lane(replay(), frame_, target.number);
  if (target.kind == Target::Kind::bank) warp = links_of_bank(replay(), frame_, target.array, target.number);
  if (!warp.threads.empty()) links_.elements = std::move(warp.elements);
  links_.threads = std::move(warp.threads);
}

// A step from tile to tile is shown as a movement; a jump is not.
void Session::start_slide(const std::vector<TileWindow>& from) {
  if (settings_.reduced_motion || from == frame_.windows || from.empty() || frame_.windows.empty()) return;
  slide_ = Slide{from, 0};
}

namespace {

// Where the kernel beside stands when the first one is at a moment: as far with its work, or as many steps on.
std::uint64_t moment_beside(const Replay& first, const Replay& beside, std::uint64_t moment, bool lock_by_work) {
  if (moment == 0) return 0;
  if (moment >= first.moments().count()) return beside.moments().count();
  if (lock_by_work) return beside.moment_of_work(first.work_at(moment));
  const std::uint32_t step = first.moments().step_at(moment);
  return step < beside.order().step_count() ? beside.moments().end_of(step) : beside.moments().count();
}

}  // namespace

void Session::refresh() {
  if (!has_trace()) return;
  std::future<Frame> other;
  if (const Replay* const replay_beside = beside()) {
    const auto& blocks = replay_beside->blocks();
    const bool has_block = std::find(blocks.begin(), blocks.end(), block_) != blocks.end();
    const Cursor cursor{moment_beside(replay(), *replay_beside, playback_.moment, settings_.lock_by_work), Grain::step,
                        has_block || blocks.empty() ? block_ : blocks.front(),
                        std::min(thread_, replay_beside->trace().threads_per_block() - 1)};
    // Of many threads both frames take their time, so each gets a core.
    const std::uint64_t threads = replay_beside->trace().threads_per_block() * blocks.size();
    other = std::async(threads < 4096 ? std::launch::deferred : std::launch::async,
                       [replay_beside, cursor] { return replay_beside->at(cursor); });
  }
  frame_ = replay().at({playback_.moment, playback_.grain, block_, thread_});
  if (frame_.steps > 0 && (frame_.step < timeline_.first || frame_.step + 1 > timeline_.first + timeline_.count))
    timeline_.first = std::clamp(std::round(frame_.step - timeline_.count * 0.2), 0.0, frame_.steps - timeline_.count);
  find_links();
  if (other.valid()) beside_frame_ = other.get();
}

void Session::set_window(int width, int height) {
  settings_.width = width;
  settings_.height = height;
}

Session::Wishes Session::take_wishes() { return std::exchange(wishes_, {}); }

}  // namespace tilescope
