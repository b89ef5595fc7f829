#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <utility>

#include "app/session/aside.h"
#include "app/session/extent.h"
#include "app/session/frame_watch.h"
#include "app/stage/theme.h"
#include "instrumentation/host.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

std::string theme_after(const std::string& name) {
  const auto all = themes();
  const auto now = std::find_if(all.begin(), all.end(), [&](const Theme& theme) { return theme.name == name; });
  return std::string(all[static_cast<std::size_t>(now - all.begin() + 1) % all.size()].name);
}

// How things look and how fast they play: what is kept from one run to the next.
void change(Settings& settings, Act act) {
  if (act == Act::switch_lock) settings.lock_by_work = !settings.lock_by_work;
  if (act == Act::faster) settings.speed = std::min(settings.speed * 2, 1024.0);
  if (act == Act::slower) settings.speed = std::max(settings.speed / 2, 1.0 / 16);
  if (act == Act::usual_speed) settings.speed = 1;
  if (act == Act::larger) settings.zoom = std::min(settings.zoom * 1.1F, 4.0F);
  if (act == Act::smaller) settings.zoom = std::max(settings.zoom / 1.1F, 0.5F);
  if (act == Act::usual_size) settings.zoom = 1;
  if (act == Act::next_theme) settings.theme = theme_after(settings.theme);
  if (act == Act::switch_motion) settings.reduced_motion = !settings.reduced_motion;
  if (act == Act::source_panel) settings.source = !settings.source;
}

HeatOf heat_of(const Recorded& recorded) {
  HeatOf heat{recorded.replay == nullptr ? nullptr : &recorded.replay->scenery(), recorded.explained.get(),
              recorded.whole_heat.get()};
  if (recorded.heating.valid()) heat.counting = recorded.heated->load();
  return heat;
}

// The moment in another order of the same run at which the selected thread has come as far.
std::uint64_t moment_in_order(const Frame& before, const Replay& now) {
  if (before.at_begin) return 0;
  if (before.at_end) return now.moments().count();
  const std::uint32_t done = before.threads[before.thread].done;
  return done == 0 ? 0 : now.moments().after(before.block, before.thread, done - 1);
}

}  // namespace

Session::Session(Settings settings) : settings_(std::move(settings)) {}

Session::~Session() { aside::give_up(std::move(sharing_.made)); }

void Session::apply(const Command& command) {
  std::visit([&](const auto& what) { apply_to(what); }, command);
  settle();
}

void Session::do_next(const std::optional<Command>& command) {
  if (command) std::visit([&](const auto& what) { apply_to(what); }, *command);
}

// Each part does what is its own. What more than one of them takes part in is done here.
void Session::apply_to(Act act) {
  change(settings_, act);
  overlays_.apply(act);
  playback_.apply(act, shown_, selection_, halt());
  selection_.apply(act, shown_);
  if (has_trace()) do_next(explaining_.apply(act, explainable()));
  act_in_lesson(act);
  act_in_task(act);
  switch (act) {
    case Act::play_or_pause: return play_on();
    case Act::swap_kernels: return swap_kernels();
    case Act::switch_order: return switch_order();
    case Act::edit_source: return edit_source();
    case Act::save_text: return save();
    case Act::save_text_as:
      if (in_browser && editing_.is_held()) return save();  // an answer has its name
      return;
    case Act::next_mistake:
      if (editing_.is_open()) editing_.go_to_mistake();
      return;
    case Act::stop_panel: editing_.has_keys = false; return;
    case Act::paste: wishes_.paste = true; return;
    case Act::more_blocks:
    case Act::fewer_blocks:
      if (has_trace()) do_next(launching_.more_blocks(shown_, selection_.block, act == Act::more_blocks));
      return;
    case Act::next_launch:
    case Act::previous_launch:
      if (has_trace()) do_next(launching_.other_launch(shown_, act == Act::next_launch));
      return;
    case Act::next_stop:
    case Act::previous_stop:
      if (!variables_.now().condition.empty()) return apply_to(RunTo{"", act == Act::next_stop});
      overlays_.stop = true;
      editing_.has_keys = false;
      return;
    case Act::presenter: wishes_.fullscreen = true; return;
    case Act::screenshot: wishes_.screenshot = true; return;
    case Act::copy_line: return copy(line_to_copy(*this));
    case Act::copy_share: return copy_share();
    case Act::close: return close_something();
    case Act::quit: wishes_.quit = true; return;
    default: return;
  }
}

void Session::apply_to(const Select& select) {
  const Target& target = select.target;
  if (target.kind == Target::Kind::act) return do_next(command_of(target.ask));
  if (!has_trace()) return;
  // What is clicked while a question waits for a click is the answer.
  if (course_.asks_for_click() && lesson_is_shown() && target.launch == 0 && lessons::can_be_answer(target))
    return apply_to(Answer{target});
  switch (target.kind) {
    case Target::Kind::moment: return go_to_deed(target);
    case Target::Kind::choice: return take_option(launching_.chips(shown_), target.number);
    case Target::Kind::option: return take_option(explaining_.options(explainable()), target.number);
    case Target::Kind::tile: return apply_to(UseTile{static_cast<int>(target.number)});
    case Target::Kind::place:
      return apply_to(PlaceLoops{static_cast<double>(target.number + 1) / static_cast<double>(LoopRun::parts)});
    case Target::Kind::window: return do_next(launching_.more_blocks(shown_, selection_.block, target.number > 0));
    case Target::Kind::lane: return open_lane(target.number);
    case Target::Kind::finding: return open_finding(target.number);
    case Target::Kind::variable: return apply_to(UseVariable{variable_called(target.number)});
    case Target::Kind::pin: return apply_to(PinVariable{variable_called(target.number)});
    case Target::Kind::parting: return open_parting();
    case Target::Kind::point: return go_to_point(target.number);
    case Target::Kind::executor: return apply_to(Act::launch_panel);
    case Target::Kind::launch: return target.launch == 1 ? swap_kernels() : void();
    default: break;
  }
  selection_.apply(select, shown_);
  if (target.kind == Target::Kind::block && !shown_.was_recorded(target.number))
    do_next(launching_.other_blocks(shown_, target.number, side_of_window(shown_.trace().launch())));
}

// To a moment, and to who did something then.
void Session::go_to_deed(const Target& target) {
  playback_.go_to(target.moment, shown_);
  if (target.number == 0) return;
  const std::uint32_t threads = shown_.trace().threads_per_block();
  if (const std::size_t block = (target.number - 1) / threads; shown_.was_recorded(block)) selection_.block = block;
  selection_.look_at_thread((target.number - 1) % threads, shown_);
}

void Session::take_option(const std::vector<OptionRow>& rows, std::uint32_t number) {
  if (const Option* const option = option_at(rows, number); option != nullptr) do_next(option->leads_to);
}

void Session::apply_to(const Relaunch& relaunch) {
  playback_.playing = false;
  launching_.apply(relaunch);
}

void Session::apply_to(const Reopen& reopen) {
  playback_.playing = false;
  launching_.apply(reopen);
}

// What ran stops; a file of which there is nothing to be seen is opened all the same.
void Session::apply_to(const CancelRecording& cancel) {
  const bool is_typed = editing_.is_open() && !editing_.is_waiting() && editing_.is_behind();
  const bool was_busy = launching_.recorder.is_busy();
  launching_.apply(cancel);
  course_.give_up();
  tasking_.give_up();
  if (was_busy && is_typed) return editing_.take_problem("It was stopped. It runs again once it is changed.");
  Recording stopped;
  stopped.asked = launching_.wanted;
  stopped.problem = "It was stopped before there was anything to see. It runs again once it is changed.";
  stopped.has_begun = true;
  if (!has_trace() && was_busy && open_broken(stopped)) return;
  banner_ = Banner{has_trace() ? "It was stopped; what was open is open still." : "It was stopped.", false};
}

std::optional<UnderWay> Session::under_way() const {
  if (course_.is_preparing()) return UnderWay{UnderWay::Of::lesson, "", {}, preparing_for_, 0};
  if (tasking_.is_preparing()) return UnderWay{UnderWay::Of::task, "", {}, preparing_for_, 0};
  const Recorder& recorder = launching_.recorder;
  if (!recorder.is_busy()) return std::nullopt;
  const Relaunch& wanted = launching_.wanted;
  std::string name = editing_.is_waiting() || editing_.is_behind() ? editing_.file
                     : wanted.file.empty()                         ? wanted.request.kernel
                                                                   : wanted.file;
  return UnderWay{UnderWay::Of::launch, std::move(name), recorder.stage(), launching_.recording_for, recorder.done()};
}

void Session::apply_to(const Open& open) {
  const Command next = launching_.opening(open);
  // A kernel of somebody's is no part of the lesson that is open.
  if (is_kernel_file(open.path) && std::holds_alternative<Relaunch>(next) && course_.is_open())
    act_in_lesson(Act::lesson_close);
  do_next(next);
}

void Session::apply_to(const UseTheme& use) {
  if (find_theme(use.name) != nullptr) settings_.theme = use.name;
}

void Session::apply_to(const Explain& explain) {
  for (const Command& next : explaining_.apply(explain)) do_next(next);
}

void Session::apply_to(const UseLoops& use) { do_next(explaining_.apply(use)); }

// What was found is gone to in `settle`, or later where it takes a while.
void Session::apply_to(const RunTo& run) {
  playback_.playing = false;
  variables_.apply(run, shown_);
}

void Session::go_to_stop(bool forward) {
  const Stop* stop = stop_beside(*variables_.now().stops, shown_.moments(), playback_.moment, playback_.grain, forward);
  if (stop == nullptr) return;
  // Of several at that moment, one of the block that is looked at.
  const std::vector<Stop>& all = *variables_.now().stops;
  for (const Stop* other = stop; other != all.data() + all.size() && other->moment == stop->moment; ++other)
    if (other->block == selection_.block) {
      stop = other;
      break;
    }
  selection_.block = stop->block;
  selection_.look_at_thread(stop->thread, shown_);
  playback_.go_to(stop->moment, shown_);
}

std::string Session::variable_called(std::uint32_t number) const {
  const VariablesNow& now = variables_.now();
  return now.are_there() && number < now.names().size() ? now.names()[number].name : "";
}

void Session::wait_for_variables() {
  const ExplainView* const open = view_of(explaining_.view);
  do {
    variables_.wait(shown_, open != nullptr && open->needs_variables);
    do {
      static_cast<void>(follow_cube());
      cubing_.wait();
      static_cast<void>(follow_cube());
    } while (cubing_.is_busy());
    settle();
  } while (variables_.is_busy());
}

void Session::end_notice() {
  if (banner_ && !banner_->is_error) banner_.reset();
}

bool Session::advance(double seconds) {
  const OnFrame advancing("advancing");
  bool changed = false;
  if (auto recording = launching_.advance(seconds)) {
    const OnFrame taking("taking in a recording");
    take_in(std::move(*recording));
    changed = true;
  }
  changed = run_typed(seconds) || changed;
  changed = look_after_text(seconds) || changed;
  changed = take_explained() || changed;
  changed = compare() || changed;
  changed = follow_cube() || changed;
  changed = finish_share(false) || changed;
  if (banner_ && banner_->seconds > 0 && (banner_->seconds -= seconds) <= 0) {
    banner_.reset();
    changed = true;
  }
  if (const Course::News news = course_.advance(seconds); news != Course::News::none) {
    take_lesson(news);
    changed = true;
  }
  if (const Tasking::News news = tasking_.advance(); news != Tasking::News::none) {
    take_task(news);
    changed = true;
  }
  const bool prepares = course_.is_preparing() || tasking_.is_preparing();
  preparing_for_ = prepares ? preparing_for_ + std::min(seconds, 0.25) : 0;
  go_on_alone(seconds);
  const bool plays = playback_.playing;
  const bool is_lesson = lesson_is_shown();
  const auto stop = is_lesson ? course_.stop_after(playback_.moment) : std::nullopt;
  changed = playback_.advance(seconds, settings_.speed, shown_, stop) || changed;
  if (plays && is_lesson) course_.come_to(playback_.moment);
  settle();
  return changed;
}

void Session::wait_for_recording() {
  static_cast<void>(finish_share(true));
  if (editing_.is_waiting()) static_cast<void>(run_typed(settings_.pause + 1));
  if (auto recording = launching_.recorder.wait()) take_in(std::move(*recording));
  shown_.focus.wait_for_explained();
  shown_.beside.wait_for_explained();
  take_explained();
  settle();
  comparing_.wait();
  static_cast<void>(compare());
}

bool Session::follow_cube() {
  const ExplainView* const open = view_of(explaining_.view);
  return cubing_.follow(shown_, open != nullptr && open->needs_cube, explaining_.choices.cube.near);
}

bool Session::compare() { return comparing_.follow(shown_, explaining_.is_open("changes")); }

bool Session::take_explained() {
  const bool focus = shown_.focus.take_explained(), beside = shown_.beside.take_explained();
  if (focus && goes_to_missed_) go_to_missed();
  std::size_t& finding = explaining_.choices.finding;
  if (focus && shown_.focus.explained && finding > 0 && finding >= shown_.focus.explained->hazards.findings.size()) {
    launching_.not_reopened = fmt::format("there is no finding {}: there are {}", finding + 1,
                                          shown_.focus.explained->hazards.findings.size());
    banner_ = Banner{launching_.not_reopened, true};
    finding = 0;
  }
  return focus || beside;
}

void Session::take_in(Recording recording) {
  if (recording.asked.typed != 0) return take_typed(std::move(recording));
  const std::optional<Situation> reopening = std::exchange(launching_.reopening, std::nullopt);
  launching_.refused = recording.problem;
  if (!recording.problem.empty()) {
    if (overlays_.launch && has_trace()) return;  // the panel says it beside what was changed
    if (open_broken(recording)) return;
    banner_ = Banner{recording.problem + (has_trace() ? " (what was open is open still)" : ""), true};
    return;
  }
  banner_.reset();
  const Shown before = shown_;
  const Selection looked = selection_;
  const std::size_t finding = explaining_.choices.finding;
  launching_.asked = recording.asked;
  const auto focus = std::exchange(launching_.asked.focus, std::nullopt);
  if (focus) selection_.block = *focus;
  show(std::move(recording.focus), std::move(recording.beside));
  const bool is_new = !before.has_trace() || before.trace().launch().kernel != shown_.trace().launch().kernel;
  if (is_new && !focus && !reopening) selection_.look_at_work(shown_);
  follow_text();
  if (const std::string path = file_shown(); !path.empty()) remember(path);
  playback_.follow(before, shown_);
  if (before.has_trace() && &before.trace() == &shown_.trace()) {  // another order of the same run
    selection_ = looked;
    explaining_.choices.finding = finding;
    playback_.moment = moment_in_order(before.frame, replay());
    if (!recording.in_lockstep.empty()) banner_ = Banner{recording.in_lockstep, true};
  }
  if (!recording.alone.empty()) banner_ = Banner{recording.alone, true};
  if (const auto& fault = shown_.trace().fault()) banner_ = Banner{fault->message, true};
  if (replay().blocks().empty())
    banner_ = Banner{"No block was recorded: take --record full or a window of blocks.", false};
  launching_.not_reopened = recording.in_lockstep;
  settle();
  if (reopening) restore(*reopening);
  if (std::exchange(goes_to_missed_, false)) go_to_missed();
}

void Session::show(Recorded focus, Recorded beside) {
  shown_.focus = std::move(focus);
  shown_.beside = std::move(beside);
  selection_.forget(shown_);
  followed_ = nowhere_;
  playback_.open.clear();
  explaining_.choices.finding = 0;
  playback_.slide.reset();
  playback_.show_all_steps(shown_);
}

void Session::settle() {
  if (!has_trace()) return;
  const OnFrame settling("settling");
  static_cast<void>(compare());
  follow_turn();
  const std::vector<TileWindow> windows = shown_.frame.windows;
  const bool has_moved = find_frames();
  if (has_moved) playback_.settle(shown_.frame, windows, settings_.reduced_motion);
  const ExplainView* const open = view_of(explaining_.view);
  variables_.settle(shown_, open != nullptr && open->needs_variables);
  descending_.follow(shown_, open != nullptr && open->needs_descent);
  selection_.settle(replay(), explainable(), has_moved, explaining_.view, lesson_is_shown() ? &course_.lit() : nullptr);
  if (const std::optional<bool> forward = variables_.take_way()) {
    go_to_stop(*forward);
    settle();
  }
}

bool Session::find_frames() {
  const Cursor cursor{playback_.moment,  playback_.grain,    selection_.block,
                      selection_.thread, selection_.partner, selection_.only_warp || explaining_.is_open("warps")};
  Framed now{shown_.focus.replay, shown_.beside.replay, cursor, settings_.lock_by_work, editing_.standing};
  if (framed_ == now) return false;
  framed_ = std::move(now);
  std::future<Frame> other;
  if (const Replay* const replay_beside = beside()) {
    const auto& blocks = replay_beside->blocks();
    const std::uint32_t threads = replay_beside->trace().threads_per_block();
    const bool has_block = std::find(blocks.begin(), blocks.end(), selection_.block) != blocks.end();
    const Cursor there{
        playback_.moment_beside(shown_, settings_.lock_by_work),         Grain::step,
        has_block || blocks.empty() ? selection_.block : blocks.front(), std::min(selection_.thread, threads - 1),
        cursor.partner < threads ? cursor.partner : std::nullopt,        cursor.only_warp};
    // Of many threads both frames take their time, so each gets a core.
    other = aside::begin_for_now(threads * blocks.size() >= 4096,
                                 [replay_beside, there] { return replay_beside->at(there); });
  }
  shown_.frame = replay().at(cursor);
  if (other.valid()) shown_.beside_frame = other.get();
  if (beside() != nullptr && editing_.is_beside(shown_.beside)) {
    shown_.frame.called = "now";
    shown_.beside_frame.called = editing_.standing == Standing::before ? "before this edit" : "as opened";
  }
  return true;
}

Explainable Session::explainable() const {
  return {shown_.trace(),
          shown_.frame,
          heat_of(shown_.focus),
          heat_of(shown_.beside),
          explaining_.choices,
          shown_.focus.result ? &*shown_.focus.result : nullptr,
          selection_.hovered,
          &variables_.now(),
          changes_of(),
          cubing_.cube(shown_),
          descending_.descent(shown_)};
}

ChangesOf Session::changes_of() const {
  ChangesOf of{beside() != nullptr, comparing_.changes(shown_)};
  if (!of.has_beside) return of;
  of.called = shown_.beside_frame.called;
  of.now = shown_.frame.called;
  of.is_same_kernel = editing_.is_beside(shown_.beside);
  if (!of.is_same_kernel && of.called == of.now) of.is_same_kernel = true, of.called = "before";
  if (editing_.is_open()) of.standing = editing_.standing;
  return of;
}

// To when it happens, and to who does it.
void Session::go_to_point(std::uint32_t cell) {
  const Cube* const cube = cubing_.cube(shown_);
  if (cube == nullptr || cell >= cube->points.size() || !cube->points[cell].is_there()) return;
  const EventRef event = cube->event_of(cell);
  playback_.go_to(shown_.moments().after(event.block, event.thread, event.event), shown_);
  selection_.block = event.block;
  selection_.look_at_thread(event.thread, shown_);
}

// Its example is in a block of its own.
void Session::open_lane(std::uint32_t first) {
  if (std::erase(playback_.open, first) == 0) playback_.open.push_back(first);
  selection_.look_at_thread(first, shown_);
}

void Session::open_finding(std::size_t number) {
  const Explained* const explained = shown_.focus.explained.get();
  if (explained == nullptr || number >= explained->hazards.findings.size()) return;
  explaining_.choices.finding = number;
  const std::vector<Access>& accesses = explained->hazards.findings[number].accesses;
  if (accesses.empty() || !moment_of(replay(), accesses.front())) return;
  selection_.block = accesses.front().block;
  selection_.look_at_thread(accesses.front().thread, shown_);
  if (hangs_on_order(explained->hazards.findings[number]) && !replay().is_as_ran() && has_order()) switch_order();
}

void Session::open_parting() {
  const Changes* const changes = comparing_.changes(shown_);
  if (changes == nullptr || !changes->parted) return;
  selection_.block = changes->parted->block;
  selection_.look_at_thread(changes->parted->thread, shown_);
  playback_.go_to(changes->parted->moment, shown_);
}

void Session::switch_order() {
  if (!has_trace() || shown_.frame.steps == 0 || launching_.recorder.is_busy()) return;
  playback_.playing = false;
  Relaunch next = launching_.asked;
  next.as_ran = !replay().is_as_ran();
  launching_.recorder.start(next, shown_.beside, shown_.focus);
}

// In the order in which threads ran, one looks at who has the turn.
void Session::follow_turn() {
  if (!replay().is_as_ran()) return;
  const std::uint64_t before = std::exchange(followed_, playback_.moment);
  if (before == playback_.moment) return;
  const Order& order = replay().order();
  const std::uint32_t step = replay().moments().step_at(playback_.moment);
  const TurnSteps& turn = order.turn_at(step);
  if (playback_.moment > 0) {
    selection_.block = turn.block;
    selection_.look_at_thread(turn.thread, shown_);
  }
  // Block after block has its turns: the timeline shows those of one.
  const TimelineRange& range = playback_.timeline;
  if (before != nowhere_ && step >= range.first && step < range.first + range.count) return;
  const auto is_before = [](const TurnSteps& one, std::size_t block) { return one.block < block; };
  const auto is_behind = [](std::size_t block, const TurnSteps& one) { return block < one.block; };
  const auto& turns = order.turns();
  const auto first = std::lower_bound(turns.begin(), turns.end(), turn.block, is_before);
  const auto last = std::prev(std::upper_bound(turns.begin(), turns.end(), turn.block, is_behind));
  playback_.timeline = {static_cast<double>(first->first_step),
                        static_cast<double>(last->end_step - first->first_step)};
}

void Session::swap_kernels() {
  if (beside() == nullptr) return;
  const std::uint64_t moment = shown_.beside_frame.moment;
  show(shown_.beside, shown_.focus);
  Request& asked = launching_.asked.request;
  const Launch& launch = shown_.trace().launch();
  if (launch.program || is_kernel_file(asked.kernel)) {  // the other one's numbers mean nothing to this one
    const Request before = std::exchange(asked, request_of(launch));
    asked.record = before.record;
    asked.window = before.window;
    asked.inputs = before.inputs;
    asked.seed = before.seed;
  }
  asked.kernel = name_asked(launch);
  if (!asked.window.empty()) asked.window = shown_.trace().launch().window;
  playback_.go_to(moment, shown_);
}

// One thing at a time, what lies on top first.
void Session::close_something() {
  if (overlays_.help) return apply_to(Act::help);
  if (overlays_.launch) return apply_to(Act::launch_panel);
  if (overlays_.tasks) return apply_to(Act::task_list);
  if (overlays_.files != Overlays::Files::none) return void(overlays_.files = Overlays::Files::none);
  if (overlays_.find != Overlays::Search::none) editing_.mark({});
  if (overlays_.find != Overlays::Search::none) return void(overlays_.find = Overlays::Search::none);
  const std::optional<UnderWay> now = under_way();
  if (now && now->is_told()) return apply_to(CancelRecording{});
  if (editing_.has_keys) return void(editing_.has_keys = false);
  if (overlays_.stop) return apply_to(Act::stop_panel);
  if (now) return apply_to(CancelRecording{});
  if (banner_) return banner_.reset();
  if (course_.outline_is_open()) return course_.close_outline();
  if (selection_.selected.kind != Target::Kind::none || selection_.partner) return apply_to(Act::deselect);
  if (!explaining_.view.is_none()) return apply_to(Explain{explaining_.view});
  if (overlays_.presenter) return apply_to(Act::presenter);
}

Session::Wishes Session::take_wishes() { return std::exchange(wishes_, {}); }

}  // namespace tilescope
