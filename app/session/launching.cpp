#include "app/session/launching.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/names/share_string.h"
#include "app/session/extent.h"
#include "app/session/lesson_links.h"
#include "app/tasks/task_file.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/list/launch_list.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/machine/recorded_kernel.h"

namespace tilescope {

namespace {

std::vector<OptionRow> kernels_to_open(const Relaunch& wanted, const std::vector<std::string>& kernels) {
  if (kernels.empty()) return {};
  OptionRow row{"other kernels", {}};
  for (const std::string& kernel : kernels) {
    Relaunch next;
    next.backend = wanted.backend;
    next.request.kernel = wanted.request.kernel;
    next.request.entry = kernel;
    row.options.push_back({kernel, false, next});
  }
  return {row};
}

}  // namespace

void Launching::apply(const Relaunch& relaunch) {
  reopening.reset();
  refused.clear();
  other_kernels.clear();
  wanted = relaunch;
  recorder.start(relaunch);
}

void Launching::apply(const Reopen& reopen) {
  const Situation& situation = reopen.situation;
  Relaunch relaunch{situation.request, situation.backend, situation.file};
  if (situation.file.empty()) relaunch.beside = situation.beside;
  relaunch.as_ran = situation.as_ran;
  apply(relaunch);
  reopening = situation;
}

void Launching::apply(const CancelRecording&) {
  recorder.cancel();
  reopening.reset();
}

std::optional<Recording> Launching::advance(double seconds) {
  constexpr double most = 0.25;  // seconds; longer pauses were before the work began
  recording_for = recorder.is_busy() ? recording_for + std::min(seconds, most) : 0;
  return recorder.take();
}

Command Launching::opening(const Open& open) const try {
  const std::size_t dot = open.path.rfind('.');
  const std::string ending = dot == std::string::npos ? "" : open.path.substr(dot);
  if (ending == ".csv") {
    // Matrix files come in pairs: dropping the same file twice gives A * A, if its sides allow it.
    Relaunch next = asked;
    const std::size_t comma = next.request.inputs.find(',');
    next.request.inputs = comma == std::string::npos ? open.path + "," + open.path
                                                     : next.request.inputs.substr(comma + 1) + "," + open.path;
    next.file.clear();
    next.request.m = next.request.n = next.request.k = std::nullopt;
    return next;
  }
  if (is_kernel_file(open.path)) {
    Relaunch next;
    next.request.kernel = open.path;
    next.backend = asked.backend;
    return next;
  }
  if (ending == ".toml" && tasks::is_task(open.path)) return OpenTask{open.path};
  if (ending == ".toml" && !holds_situation(open.path)) return OpenLesson{open.path};
  if (ending == ".tsc") return Relaunch{{}, asked.backend, open.path};
  if (const auto link = lesson_link_of(open.path)) return tilescope::opening(*link);
  if (is_situation(open.path)) return Reopen{read_situation(open.path)};
  return Say{fmt::format(
      "{}: TileScope opens kernels (.cu), lessons and situations (.toml), traces (.tsc) and matrices (.csv)",
      open.path)};
} catch (const UsageError& error) {
  return Say{error.what()};
}

Command Launching::other_blocks(const Shown& shown, std::size_t around, unsigned side) const {
  if (!asked.file.empty()) return Say{"This trace comes from a file, which holds no other blocks.", false};
  Relaunch next = asked;
  if (next.request.record == Record::counts) next.request.record.reset();
  next.request.window = blocks_around(shown.trace().launch(), around, side);
  next.matrices = shown.launch();
  next.beside = shown.kernel_beside();
  next.focus = around;
  return next;
}

Command Launching::more_blocks(const Shown& shown, std::size_t around, bool more) const {
  const Launch& launch = shown.trace().launch();
  const unsigned side = side_of_window(launch);
  if (side == 0) return Say{"All blocks of this launch are recorded.", false};
  const unsigned next = more ? 2 * side : std::max(side / 2, 1U);
  if (blocks_around(launch, around, next) == launch.window)
    return Say{more ? "More blocks would have too many events to show." : "At least one block is recorded.", false};
  return other_blocks(shown, around, next);
}

Command Launching::other_launch(const Shown& shown, bool next) const {
  const Launch& launch = shown.trace().launch();
  if (place_in_words(launch).empty()) return Say{"No other launch uses these arrays.", false};
  const InList& list = launch.program->list;
  const std::size_t count = list.names.size();
  Relaunch other = asked;
  other.request = as_listed(asked.request, (list.number - 1 + (next ? 1 : count - 1)) % count + 1);
  other.request.window.clear();
  return other;
}

std::vector<OptionRow> Launching::chips(const Shown& shown) const {
  if (!shown.has_trace()) return kernels_to_open(wanted, other_kernels);
  std::vector<OptionRow> rows = switchboard(asked, shown.trace(), shown.launch());
  if (shown.trace().backend() == Backend::cpu) {
    const bool as_ran = shown.focus.replay->is_as_ran();
    rows.push_back({"order", {{"lockstep", !as_ran, Act::switch_order}, {"as they ran", as_ran, Act::switch_order}}});
  }
  return rows;
}

}  // namespace tilescope
