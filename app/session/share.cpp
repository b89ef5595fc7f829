// What a session hands out: a situation that reopens it, and a line for slides.
#include <fmt/format.h>

#include <algorithm>

#include "app/explain/warps_view.h"
#include "app/session/session.h"
#include "app/stage/finding_words.h"
#include "instrumentation/analysis/gpus.h"
#include "instrumentation/error.h"
#include "kernels/inputs.h"
#include "kernels/launch_words.h"

namespace tilescope {

namespace {

constexpr double notice_seconds = 4;

// A place in a grid or in a block, and back.
Situation::Place place_of(std::size_t number, unsigned columns) {
  return {static_cast<unsigned>(number / columns), static_cast<unsigned>(number % columns)};
}

std::uint32_t number_of(Situation::Place place, Size2 sides, std::string_view what) {
  if (place.y >= sides.y || place.x >= sides.x)
    throw UsageError(
        fmt::format("there is no {} {},{}: there are {} x {} (y x x)", what, place.y, place.x, sides.y, sides.x));
  return place.y * sides.x + place.x;
}

// Whether the request makes these matrices: files may have changed, or others may have been handed in.
bool makes_inputs_of(const Request& request, const Launch& launch) {
  try {
    Launch made;
    made.m = launch.m;
    made.n = launch.n;
    made.k = launch.k;
    make_inputs(made, request.inputs, request.seed, read_input_files(request.inputs));
    return made.a == launch.a && made.b == launch.b;
  } catch (const Error&) {
    return false;
  }
}

std::string name_of(const Trace& trace, const Target& target) {
  switch (target.kind) {
    case Target::Kind::thread: return "thread";
    case Target::Kind::block: return "block";
    case Target::Kind::line: return fmt::format("line {}", target.number);
    case Target::Kind::element: return element_name(trace.arrays()[target.array], target.number);
    default: return "";
  }
}

// Of the elements that have names: not those of a thread's own floats.
std::optional<Target> element_named(const Trace& trace, const std::string& name) {
  for (std::uint8_t array = 0; array < trace.arrays().size(); ++array) {
    const ArrayInfo& info = trace.arrays()[array];
    if (info.space == Space::local || !name.starts_with(info.name + "[")) continue;
    for (std::uint32_t element = 0; element < info.elements(); ++element)
      if (element_name(info, element) == name)
        return Target{.kind = Target::Kind::element, .array = array, .number = element};
  }
  return std::nullopt;
}

Target target_of(const Situation& situation, const Trace& trace, std::uint32_t block, std::uint32_t thread) {
  if (situation.selected.empty()) return {};
  if (situation.selected == "thread") return {.kind = Target::Kind::thread, .number = thread};
  if (situation.selected == "block") return {.kind = Target::Kind::block, .number = block};
  if (situation.selected.starts_with("line ")) {
    const auto lines =
        static_cast<unsigned long>(std::count(trace.kernel_text().begin(), trace.kernel_text().end(), '\n'));
    const unsigned long line = std::stoul(situation.selected.substr(5));
    if (line < 1 || line > lines)
      throw UsageError(fmt::format("there is no line {}: {} has {}", line, trace.launch().kernel, lines));
    return {.kind = Target::Kind::line, .number = static_cast<std::uint32_t>(line)};
  }
  const auto element = element_named(trace, situation.selected);
  if (!element) throw UsageError(fmt::format("{} has no element {}", trace.launch().kernel, situation.selected));
  return *element;
}

std::string shape_of(const Launch& launch) {
  return fmt::format("{} x {} x {} (M x N x K), T = {}", launch.m, launch.n, launch.k, launch.tile);
}

// "4", or "up to 4" where threads differ.
std::string loads_of(const Replay& replay, const Counts& counts) {
  const Tally& loads = counts.of(Count::global_load);
  const std::uint64_t threads = replay.blocks().size() * replay.trace().threads_per_block();
  return fmt::format("{}{}", loads.total == loads.thread_max * threads ? "" : "up to ", loads.thread_max);
}

std::string loads_line(const Session& session) {
  const Replay& replay = session.replay();
  const Frame& frame = session.frame();
  // Before the first step, what the whole launch comes to.
  const bool whole = frame.at_begin || frame.at_end;
  const auto loads = [&](const Replay& of, const Frame& now) {
    return loads_of(of, whole && now.steps > 0 ? of.counts_after(now.steps - 1) : now.counts);
  };
  std::string first = loads(replay, frame), kernels = replay.trace().launch().kernel;
  if (const Replay* const beside = session.beside()) {
    first += " against " + loads(*beside, session.beside_frame());
    kernels += " against " + beside->trace().launch().kernel;
  }
  return fmt::format("{} global loads per thread{}: {}", first,
                     whole ? "" : fmt::format(" so far ({})", place_name(frame)), kernels);
}

std::string findings_line(const Session& session) {
  const Trace& trace = session.replay().trace();
  const Hazards& hazards = session.explained()->hazards;
  const std::string schedule =
      trace.backend() == Backend::cpu ? ", schedule " + words_of(trace.launch().schedule) : std::string();
  if (hazards.findings.empty()) return fmt::format("nothing found: {}{}", trace.launch().kernel, schedule);
  const Finding& finding = hazards.findings[std::min(session.finding(), hazards.findings.size() - 1)];
  return fmt::format("{}, {}{}: {}{}", cause_words(trace, finding), total_words(trace, finding),
                     hazards.c_is_right() ? "; C is right all the same" : "", trace.launch().kernel, schedule);
}

std::string warps_line(const Session& session) {
  const Replay& replay = session.replay();
  const Frame& frame = session.frame();
  const WarpStep step = warp_step(replay.trace(), replay.order(), frame.block, frame.thread / warp_lanes, frame.step);
  if (frame.at_begin || step.accesses.empty()) return "";
  const WarpAccess& access = step.accesses.front();
  return fmt::format("{} by a warp: {}: {}, line {}", replay.trace().arrays()[access.name.array].name,
                     cost_words(access), replay.trace().launch().kernel, frame.line);
}

std::string heat_line(const Session& session) {
  const auto most = [](const Trace& trace, const Explained& explained) {
    return explained.reuse.most_global_loads(trace);
  };
  const Trace& trace = session.replay().trace();
  std::string first = std::to_string(most(trace, *session.explained())), kernels = trace.launch().kernel;
  if (session.beside() != nullptr && session.explained_beside() != nullptr) {
    first += fmt::format(" against {}", most(session.beside()->trace(), *session.explained_beside()));
    kernels += " against " + session.beside()->trace().launch().kernel;
  }
  return fmt::format("{} loads of the element that is loaded most: {}", first, kernels);
}

}  // namespace

std::string Session::line_to_copy() const {
  if (!has_trace() || frame_.steps == 0) return "";
  std::string line;
  if (explained() != nullptr && explanation_ == Explanation::findings) line = findings_line(*this);
  if (explained() != nullptr && explanation_ == Explanation::warps) line = warps_line(*this);
  if (explained() != nullptr && explanation_ == Explanation::heat) line = heat_line(*this);
  if (line.empty()) line = loads_line(*this);
  return fmt::format("{}, {}; counted, {}", line, shape_of(replay().trace().launch()), replay().trace().executor());
}

Situation Session::situation() const {
  if (!has_trace()) throw UsageError("nothing is open that could be shared");
  const Trace& trace = replay().trace();
  Situation s;
  s.request = request_of(trace.launch());
  if (s.request.schedule.kind != Schedule::Kind::random) s.request.schedule.seed = 0;
  s.request.inputs = asked_.request.inputs;
  s.request.seed = asked_.request.seed;
  s.backend = asked_.backend;
  s.file = asked_.file;
  if (s.file.empty() && !makes_inputs_of(s.request, trace.launch()))
    throw UsageError(
        "these matrices are no longer in a file: a string cannot bring them along, a trace file (.tsc) can");
  if (beside() != nullptr) s.beside = beside()->trace().launch().kernel;
  s.lock_by_work = settings_.lock_by_work;
  s.moment = playback_.moment;
  s.grain = playback_.grain;
  s.block = place_of(block_, trace.launch().grid.x);
  s.thread = place_of(thread_, trace.launch().block.x);
  if (partner_) s.partner = place_of(*partner_, trace.launch().block.x);
  s.selected = name_of(trace, selected_);
  s.view = explanation_;
  // A GPU of the table can be chosen elsewhere too, this machine's cannot.
  if (std::any_of(gpus().begin(), gpus().end(), [&](const Gpu& gpu) { return gpu.name == limits_choice_.gpu; }))
    s.gpu = limits_choice_.gpu;
  s.what_if = limits_choice_.tile;
  s.finding = static_cast<std::uint32_t>(finding_);
  return s;
}

void Session::apply_to(const Reopen& reopen) {
  const Situation& s = reopen.situation;
  Relaunch relaunch{s.request, s.backend, s.file};
  if (s.file.empty()) relaunch.beside = s.beside;
  apply_to(relaunch);
  reopening_ = s;
}

// All of it, or a banner that says what there is not, and the launch at its beginning.
void Session::restore(const Situation& s) try {
  // A trace file opens with its own kernel in focus, and the other one may have been.
  if (replay().trace().launch().kernel != s.request.kernel && beside() != nullptr) swap_kernels();
  const Trace& trace = replay().trace();
  const Launch& launch = trace.launch();
  if (launch.kernel != s.request.kernel || s.request.m.value_or(launch.m) != launch.m ||
      s.request.n.value_or(launch.n) != launch.n || s.request.k.value_or(launch.k) != launch.k)
    throw UsageError(
        fmt::format("{} holds {}, {}: what was shared is of another launch", s.file, launch.kernel, shape_of(launch)));
  if (!s.beside.empty() && (beside() == nullptr || beside()->trace().launch().kernel != s.beside))
    throw UsageError(fmt::format("{} cannot stand beside {}: it does not take this shape", s.beside, launch.kernel));
  const std::uint32_t block = number_of(s.block, launch.grid, "block");
  const std::uint32_t thread = number_of(s.thread, launch.block, "thread");
  const auto& blocks = replay().blocks();
  if (!blocks.empty() && std::find(blocks.begin(), blocks.end(), block) == blocks.end())
    throw UsageError(fmt::format("block {},{} was not recorded", s.block.y, s.block.x));
  if (s.moment > replay().moments().count())
    throw UsageError(fmt::format("there is no moment {}: the launch has {}", s.moment, replay().moments().count()));
  const std::vector<int> tiles = tiles_to_choose(launch.tile);
  if (s.what_if != 0 && std::find(tiles.begin(), tiles.end(), s.what_if) == tiles.end())
    throw UsageError(fmt::format("what if T were {}: take 4 to 32, 64, 128, or what was launched", s.what_if));
  const Target target = target_of(s, trace, block, thread);
  std::optional<std::uint32_t> partner;
  if (s.partner) partner = number_of(*s.partner, launch.block, "thread");

  block_ = block;
  thread_ = thread;
  partner_ = partner;
  selected_ = target;
  explanation_ = Explanation::none;
  show(s.view);
  limits_choice_ = {s.gpu, s.what_if};
  finding_ = s.finding;
  settings_.lock_by_work = s.lock_by_work;
  playback_ = {s.moment, s.grain, false};
  find_touches();
  refresh();
} catch (const UsageError& error) {
  not_reopened_ = error.what();
  banner_ = Banner{not_reopened_, true};
  playback_ = {};
  refresh();
}

void Session::copy(const std::string& text) {
  if (text.empty()) return;
  wishes_.clipboard = text;
  banner_ = Banner{"Copied: " + text, false, notice_seconds};
}

void Session::copy_share() try { copy(share_string(situation())); } catch (const UsageError& error) {
  banner_ = Banner{error.what(), true};
}

}  // namespace tilescope
