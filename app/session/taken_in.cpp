#include "app/session/taken_in.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "app/session/answers.h"
#include "app/session/editing_session.h"
#include "app/session/on_stage.h"
#include "app/session/share.h"

namespace tilescope {

namespace {

// The moment in another order of the same run at which the selected thread has done the same number of events.
std::uint64_t moment_in_order(const Frame& before, const Replay& now) {
  if (before.at_begin) return 0;
  if (before.at_end) return now.moments().count();
  const std::uint32_t done = before.threads[before.thread].done;
  return done == 0 ? 0 : now.moments().after(before.block, before.thread, done - 1);
}

}  // namespace

bool take_explained(Parts& parts) {
  const bool focus = parts.shown.focus.take_explained(), beside = parts.shown.beside.take_explained();
  if (focus && parts.tasking.goes_to_missed) go_to_missed(parts);
  std::size_t& finding = parts.explaining.choices.finding;
  if (focus && parts.shown.focus.explained && finding > 0 &&
      finding >= parts.shown.focus.explained->hazards.findings.size()) {
    parts.launching.not_reopened = fmt::format("there is no finding {}: there are {}", finding + 1,
                                               parts.shown.focus.explained->hazards.findings.size());
    parts.banner = Banner{parts.launching.not_reopened, true};
    finding = 0;
  }
  return focus || beside;
}

void take_in(Parts& parts, Recording recording) {
  if (recording.asked.typed != 0) return take_typed(parts, std::move(recording));
  const std::optional<Situation> reopening = std::exchange(parts.launching.reopening, std::nullopt);
  parts.launching.refused = recording.problem;
  if (!recording.problem.empty()) {
    if (parts.overlays.launch && parts.shown.has_trace()) return;  // the panel shows the problem beside the field
    if (open_broken(parts, recording)) return;
    parts.banner =
        Banner{recording.problem + (parts.shown.has_trace() ? " (the previous launch is still shown)" : ""), true};
    return;
  }
  parts.banner.reset();
  const Shown before = parts.shown;
  const Selection looked = parts.selection;
  const std::size_t finding = parts.explaining.choices.finding;
  parts.launching.asked = recording.asked;
  const auto focus = std::exchange(parts.launching.asked.focus, std::nullopt);
  if (focus) parts.selection.block = *focus;
  put_on_stage(parts, std::move(recording.focus), std::move(recording.beside));
  const bool is_new = !before.has_trace() || before.trace().launch().kernel != parts.shown.trace().launch().kernel;
  if (is_new && !focus && !reopening) parts.selection.look_at_work(parts.shown);
  follow_text(parts);
  if (const std::string path = file_shown(parts.editing, parts.launching); !path.empty()) remember(parts, path);
  parts.playback.follow(before, parts.shown);
  if (before.has_trace() && &before.trace() == &parts.shown.trace()) {  // another order of the same run
    parts.selection = looked;
    parts.explaining.choices.finding = finding;
    parts.playback.moment = moment_in_order(before.frame, parts.shown.replay());
    if (!recording.in_lockstep.empty()) parts.banner = Banner{recording.in_lockstep, true};
  }
  if (!recording.alone.empty()) parts.banner = Banner{recording.alone, true};
  if (const auto& fault = parts.shown.trace().fault()) parts.banner = Banner{fault->message, true};
  if (parts.shown.replay().blocks().empty())
    parts.banner = Banner{"No block was recorded: use --record full or a window of blocks.", false};
  parts.launching.not_reopened = recording.in_lockstep;
  settle(parts);
  if (reopening) restore_situation(parts, *reopening);
  if (std::exchange(parts.tasking.goes_to_missed, false)) go_to_missed(parts);
}

}  // namespace tilescope
