#include "app/session/share.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "app/lessons/library.h"
#include "app/names/share_string.h"
#include "app/session/aside.h"
#include "app/session/commands.h"
#include "app/session/on_stage.h"
#include "app/tasks/task_file.h"
#include "instrumentation/analysis/gpus.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/beside.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr double notice_seconds = 8;

// Converts the index of a place in a grid or block to its position, and back.
Situation::GridPosition place_of(std::size_t number, unsigned columns) {
  return {static_cast<unsigned>(number / columns), static_cast<unsigned>(number % columns)};
}

std::uint32_t number_of(Situation::GridPosition place, Size2 sides, std::string_view what) {
  if (place.y >= sides.y || place.x >= sides.x)
    throw UsageError(
        fmt::format("there is no {} {},{} (y,x): there are {}", what, place.y, place.x, sides_in_words(sides, 1)));
  return place.y * sides.x + place.x;
}

constexpr const char* no_inputs =
    "these matrices are no longer in a file: a share string cannot hold them, but a trace file (.tsc) can";

// Whether the request makes these matrices: files may have changed, or matrices may have been given.
bool makes_inputs_of(const Request& request, const Launch& launch) {
  try {
    Request counted = request;
    counted.record = Record::counts;  // so that planning does not reject the size of a full trace
    counted.window.clear();
    const std::vector<Buffer> made = plan(counted).buffers;
    return std::equal(launch.buffers.begin(), launch.buffers.end(), made.begin(), made.end(),
                      [](const Buffer& a, const Buffer& b) { return a.sides == b.sides && a.bytes == b.bytes; });
  } catch (const Error&) {
    return false;
  }
}

Situation::Selected name_of(const Trace& trace, const Target& target) {
  switch (target.kind) {
    case Target::Kind::thread:
    case Target::Kind::block: return {target.kind, "", {}};
    case Target::Kind::line: return {target.kind, "", {target.number}};
    case Target::Kind::element: break;
    default: return {};
  }
  const ArrayInfo& array = trace.arrays()[target.array];
  Situation::Selected selected{target.kind, array.name, {target.number}};
  if (array.sides.empty()) selected.numbers.clear();
  if (array.sides.size() == 2) {
    const auto columns = static_cast<std::uint32_t>(array.sides[1]);
    selected.numbers = {target.number / columns, target.number % columns};
  }
  return selected;
}

// Only for elements of named arrays, not for those of a thread's own arrays.
std::optional<Target> element_named(const Trace& trace, const Situation::Selected& name) {
  for (std::uint8_t array = 0; array < trace.arrays().size(); ++array) {
    const ArrayInfo& info = trace.arrays()[array];
    if (info.space == Space::local || info.name != name.array || info.sides.size() != name.numbers.size()) continue;
    std::uint32_t element = 0;
    for (std::size_t n = 0; n < name.numbers.size(); ++n) {
      if (name.numbers[n] >= info.sides[n]) return std::nullopt;
      element = element * static_cast<std::uint32_t>(info.sides[n]) + name.numbers[n];
    }
    return Target{.kind = Target::Kind::element, .array = array, .number = element};
  }
  return std::nullopt;
}

Target target_of(const Situation::Selected& selected, const Trace& trace, std::uint32_t block, std::uint32_t thread) {
  const std::string& kernel = trace.launch().kernel;
  switch (selected.kind) {
    case Target::Kind::thread: return {.kind = selected.kind, .number = thread};
    case Target::Kind::block: return {.kind = selected.kind, .number = block};
    case Target::Kind::line: {
      const std::uint32_t line = selected.numbers.at(0);
      const std::int64_t lines = std::count(trace.kernel_text().begin(), trace.kernel_text().end(), '\n');
      if (line < 1 || line > lines)
        throw UsageError(fmt::format("there is no line {}: {} has {}", line, kernel, lines));
      return {.kind = selected.kind, .number = line};
    }
    case Target::Kind::element:
      if (const auto element = element_named(trace, selected)) return *element;
      throw UsageError(
          fmt::format("{} has no element {}[{}]", kernel, selected.array, fmt::join(selected.numbers, "][")));
    default: return {};
  }
}

std::string shape_of(const Launch& launch) {
  return shape_in_words(launch, "{m} x {k} x {n} (M x K x N), {T} = {tile}");
}

// "4", or "up to 4" if threads differ.
std::string loads_of(const Replay& replay, const Counts& counts) {
  const Tally loads = memory_loads(counts, replay.trace().arrays());
  const std::uint64_t threads = replay.blocks().size() * replay.trace().threads_per_block();
  return fmt::format("{}{}", loads.total == loads.thread_max * threads ? "" : "up to ", loads.thread_max);
}

std::string loads_line(const Shown& shown) {
  const Replay& replay = shown.replay();
  const Frame& frame = shown.frame;
  // Before the first step, uses the numbers of the whole launch.
  const bool whole = frame.at_begin || frame.at_end;
  const auto loads = [&](const Replay& of, const Frame& now) {
    return loads_of(of, whole && now.steps > 0 ? of.scenery().counts_after(now.steps - 1) : now.counts);
  };
  std::string first = loads(replay, frame), kernels = replay.trace().launch().kernel;
  if (const Replay* const beside = shown.replay_beside()) {
    first += " against " + loads(*beside, shown.beside_frame);
    kernels += " against " + beside->trace().launch().kernel;
  }
  return fmt::format("{} global loads per thread{}: {}", first,
                     whole ? "" : fmt::format(" so far ({})", place_name(frame)), kernels);
}

void put_in_clipboard(Parts& parts, const std::string& text, const std::string& told) {
  if (text.empty()) return;
  parts.wishes.clipboard = text;
  parts.banner = Banner{told, false, notice_seconds};
}

// A text that opens this moment again says nothing to a reader, so that the notice does not show it.
void put_link_in_clipboard(Parts& parts, const std::string& link) {
  if (parts.settings.page.empty())
    return put_in_clipboard(parts, link,
                            "Copied a text that opens this moment. Send it to a friend, who copies it and presses "
                            "\"Paste a kernel or link\" on TileScope's start page.");
  put_in_clipboard(parts, parts.settings.page + "#" + link,
                   "Copied a link that opens this moment in a browser. Send it to a friend.");
}

// Another computer does not have the user's file, so its text goes along, with its other kernels.
Situation with_text(const Parts& parts, Situation shown) {
  const std::string file = shown.request.kernel;
  const std::string name = std::filesystem::path(file).filename().string();
  const std::shared_ptr<const RecordedKernel>& program = parts.shown.replay().trace().launch().program;
  if (!program || program->is_typed || !shown.file.empty()) return shown;
  const KnownText* const classic = find_classic(name);
  shown.request.kernel = name;
  if (shown.beside == file || shown.beside.starts_with(file + ":")) shown.beside.replace(0, file.size(), name);
  if (classic == nullptr || classic->text != program->text) shown.request.text = program->text;
  return shown;
}

}  // namespace

std::string line_to_copy(const Parts& parts) {
  if (!parts.shown.has_trace() || parts.shown.frame.steps == 0) return "";
  const ExplainView* const view = view_of(parts.explaining.view);
  const Explainable what = explainable(parts);
  std::string line;
  if (what.focus.explained != nullptr && view != nullptr && view->line != nullptr) line = view->line(what);
  if (line.empty()) line = loads_line(parts.shown);
  const Trace& trace = parts.shown.trace();
  return fmt::format("{}, {}; counted, {}", line, shape_of(trace.launch()), trace.executor());
}

bool is_built_in(const std::string& file, const std::filesystem::path& folder) {
  return std::filesystem::path(file).parent_path() == folder;
}

std::optional<LessonLink> link_to_lesson(const Course& course, const Shown& shown, const Playback& playback) {
  if (!lesson_is_shown(course, shown)) return std::nullopt;
  const lessons::Lesson& lesson = course.lesson().lesson;
  if (!is_built_in(lesson.file, lessons::lessons_folder())) return std::nullopt;
  LessonLink link{.lesson = lesson.name, .step = lesson.steps[course.step()].name};
  if (link.step.empty()) link.step = std::to_string(course.step() + 1);
  if (playback.moment != course.now().from) link.moment = playback.moment;
  return link;
}

Situation situation_to_send(const Parts& parts) { return with_text(parts, situation_shown(parts)); }

Situation situation(const Parts& parts) {
  if (!parts.shown.has_trace()) throw UsageError("there is nothing to share: open a launch first");
  Situation s = situation_to_send(parts);
  if (s.file.empty() && !makes_inputs_of(s.request, parts.shown.replay().trace().launch())) throw UsageError(no_inputs);
  return s;
}

// Does not check whether the inputs can be made again, because that requires planning.
Situation situation_shown(const Parts& parts) {
  const Trace& trace = parts.shown.replay().trace();
  Situation s;
  s.request = request_of(trace.launch());
  if (s.request.schedule.kind != Schedule::Kind::random) s.request.schedule.seed = 0;
  s.request.inputs = parts.launching.asked.request.inputs;
  s.request.seed = parts.launching.asked.request.seed;
  s.backend = parts.launching.asked.backend;
  s.file = parts.launching.asked.file;
  if (parts.shown.replay_beside() != nullptr && !parts.editing.runs.is_beside(parts.shown.beside))
    s.beside = name_beside(parts.shown.replay_beside()->trace().launch());
  s.lock_by_work = parts.settings.lock_by_work;
  s.as_ran = parts.shown.replay().is_as_ran();
  s.moment = parts.playback.moment;
  s.grain = parts.playback.grain;
  s.block = place_of(parts.selection.block, trace.launch().grid.x);
  s.thread = place_of(parts.selection.thread, trace.launch().block.x);
  if (const auto& partner = parts.selection.partner) s.partner = place_of(*partner, trace.launch().block.x);
  s.only_warp = parts.selection.only_warp;
  s.selected = name_of(trace, parts.selection.selected);
  s.view = parts.explaining.view;
  const ExplainChoices& choices = parts.explaining.choices;
  // Another computer can also choose a GPU from the table, but not this computer's GPU.
  if (std::any_of(gpus().begin(), gpus().end(), [&](const Gpu& gpu) { return gpu.name == choices.limits.gpu; }))
    s.gpu = choices.limits.gpu;
  s.what_if = choices.limits.tile;
  s.finding = static_cast<std::uint32_t>(choices.finding);
  s.variable = choices.variable;
  s.pinned = choices.pinned;
  s.cube = choices.cube;
  s.condition = parts.worked_out.variables.now().condition;
  return s;
}

void restore_situation(Parts& parts, const Situation& s) try {
  // A trace file opens with its own kernel in focus, even if the other kernel was in focus when shared.
  if (name_asked(parts.shown.replay().trace().launch()) != s.request.kernel && parts.shown.replay_beside() != nullptr)
    swap_kernels(parts);
  const Trace& trace = parts.shown.replay().trace();
  const Launch& launch = trace.launch();
  const auto [m, n, k] = reading::sides_of(launch);
  if (name_asked(launch) != s.request.kernel || s.request.m.value_or(m) != m || s.request.n.value_or(n) != n ||
      s.request.k.value_or(k) != k)
    throw UsageError(fmt::format("{} holds {}, {}: the share string is for another launch", s.file, launch.kernel,
                                 shape_of(launch)));
  if (!s.beside.empty() && (parts.shown.replay_beside() == nullptr ||
                            name_beside(parts.shown.replay_beside()->trace().launch()) != s.beside))
    throw UsageError(
        fmt::format("{} cannot be compared with {}: it does not take this shape", s.beside, launch.kernel));
  const std::uint32_t block = number_of(s.block, launch.grid, "block");
  const std::uint32_t thread = number_of(s.thread, launch.block, "thread");
  if (!parts.shown.replay().blocks().empty() && !parts.shown.was_recorded(block))
    throw UsageError(fmt::format("block {},{} was not recorded", s.block.y, s.block.x));
  if (s.moment > parts.shown.replay().moments().count())
    throw UsageError(
        fmt::format("there is no moment {}: the launch has {}", s.moment, parts.shown.replay().moments().count()));
  const std::vector<int> tiles = tiles_to_choose(launch.tile);
  if (s.what_if != 0 && std::find(tiles.begin(), tiles.end(), s.what_if) == tiles.end())
    throw UsageError(fmt::format("what if T were {}: give 4 to 32, 64, 128, or the launch's own T", s.what_if));
  const Target target = target_of(s.selected, trace, block, thread);
  std::optional<std::uint32_t> partner;
  if (s.partner) partner = number_of(*s.partner, launch.block, "thread");

  parts.selection.block = block;
  parts.selection.thread = thread;
  parts.selection.partner = partner;
  parts.selection.only_warp = s.only_warp;
  parts.selection.selected = target;
  parts.explaining.view = {};
  carry_out(parts, Explain{s.view});
  parts.explaining.choices.limits = {s.gpu, s.what_if};
  parts.explaining.choices.finding = s.finding;
  parts.explaining.choices.variable = s.variable;
  parts.explaining.choices.pinned = s.pinned;
  parts.explaining.choices.cube = s.cube;
  if (!s.condition.empty()) {  // the condition is only entered, because the moment is given
    parts.worked_out.variables.apply(RunTo{s.condition, true}, parts.shown);
    parts.worked_out.variables.stay();
  }
  parts.settings.lock_by_work = s.lock_by_work;
  parts.playback.moment = s.moment;
  parts.playback.grain = s.grain;
  parts.playback.playing = false;
} catch (const UsageError& error) {
  parts.launching.not_reopened = error.what();
  parts.banner = Banner{parts.launching.not_reopened, true};
  parts.playback.moment = 0;
  parts.playback.grain = Grain::step;
  parts.playback.playing = false;
}

void copy_line(Parts& parts) {
  const std::string line = line_to_copy(parts);
  put_in_clipboard(parts, line, "Copied: " + line);
}

// Planning the launch of a source again may take long, so it runs in the background.
void copy_share(Parts& parts) {
  if (const auto link = link_to_lesson(parts.course, parts.shown, parts.playback))
    return put_link_in_clipboard(parts, text_of(*link));
  if (!parts.shown.has_trace()) return carry_out(parts, Say{"There is nothing to share: open a launch first."});
  constexpr std::chrono::milliseconds worth_waiting{8};
  Situation shown = situation_to_send(parts);
  const auto is_made = [request = shown.request, launch = parts.shown.launch(), file = shown.file] {
    return !file.empty() || makes_inputs_of(request, *launch);
  };
  const bool is_worth_a_thread = shown.file.empty() && parts.shown.trace().launch().program != nullptr;
  aside::give_up(std::move(parts.sharing.made));
  parts.sharing = {std::move(shown), is_worth_a_thread ? aside::begin(is_made) : aside::begin_for_now(false, is_made)};
  if (is_worth_a_thread) aside::wait_for(parts.sharing.made, worth_waiting);
  static_cast<void>(finish_share(parts, !is_worth_a_thread));
}

bool finish_share(Parts& parts, bool waits) try {
  if (!parts.sharing.made.valid() || (!waits && !aside::is_ready(parts.sharing.made))) return false;
  if (!parts.sharing.made.get()) throw UsageError(no_inputs);
  const std::string link = share_string(parts.sharing.situation);
  if (link.size() > longest_link)
    throw UsageError(
        "The source is too long for a link: send the file itself, or save it with Ctrl + S and send that.");
  put_link_in_clipboard(parts, link);
  return true;
} catch (const UsageError& error) {
  parts.banner = Banner{error.what(), true};
  return true;
}

}  // namespace tilescope
