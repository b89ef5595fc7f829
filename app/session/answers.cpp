#include "app/session/answers.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "app/export/whole_file.h"
#include "app/session/commands.h"
#include "app/session/on_stage.h"

namespace tilescope {

namespace {

void select_element(Parts& parts, std::size_t array, std::uint32_t number) {
  Target element;
  element.kind = Target::Kind::element;
  element.array = static_cast<std::uint8_t>(array);
  element.number = number;
  parts.selection.apply(Select{element, false}, parts.shown);
}

void go_to_sight(Parts& parts, const tasks::Sight& sight) {
  if (sight.hangs_on_order && !parts.shown.replay().is_as_ran() && parts.shown.has_order() &&
      !parts.launching.recorder.is_busy()) {
    parts.tasking.goes_to_missed = true;
    return switch_order(parts);
  }
  const auto moment = moment_of(parts.shown.replay(), sight.access);
  if (!moment) return settle(parts);
  parts.selection.block = sight.access.block;
  parts.selection.look_at_thread(sight.access.thread, parts.shown);
  parts.playback.go_to(*moment, parts.shown);
  if (sight.element) select_element(parts, sight.element->first, sight.element->second);
  if (!sight.view.empty() && !parts.explaining.is_open(sight.view)) carry_out(parts, Explain{sight.view});
  settle(parts);
}

}  // namespace

void hand_in(Parts& parts, const std::string& path, const std::string& typed) {
  if (parts.tasking.judged().is_busy()) {
    parts.tasking.handing_in = path;
    parts.banner = Banner{"Your answer will be handed in once it has been checked.", false};
    return;
  }
  const tasks::HandedIn answer = parts.tasking.handed_in(typed);
  const std::string text = tasks::written(answer);
  write_file(path, {text.data(), text.size()});
  parts.banner = Banner{fmt::format("Handed in: {}, {} of {} goals. This file is your answer.", place_of_file(path),
                                    answer.reached, answer.of),
                        false};
}

// Goes to the launch and moment where a goal is first missed, and to the finding's thread and cell or to the first
// wrong element. If the miss depends on the order of threads, shows them as they ran.
void go_to_missed(Parts& parts) {
  const tasks::Attempt* const attempt = parts.tasking.judged().attempt();
  const tasks::Missed* const missed = attempt == nullptr ? nullptr : attempt->first_missed();
  if (missed == nullptr) return;
  if (missed->launch != parts.tasking.launch()) return carry_out(parts, ShowLaunch{missed->launch});
  // The launch or its analysis may still be coming.
  parts.tasking.goes_to_missed = !parts.shown.has_trace() || parts.editing.is_waiting() ||
                                 parts.launching.recorder.is_busy() ||
                                 (parts.shown.focus.explained == nullptr && parts.shown.focus.is_coming());
  if (parts.tasking.goes_to_missed) return;
  if (missed->sight) return go_to_sight(parts, *missed->sight);
  parts.overlays.panel = Panel::stage;
  if (missed->moment) parts.playback.go_to(*missed->moment, parts.shown);
  if (const auto& result = parts.shown.focus.result; result && !result->wrong.empty())
    select_element(parts, result->array, result->wrong.front());
  settle(parts);
}

void keep_answer(Parts& parts) {
  parts.kept_text.drafted = parts.editing.document->version();
  parts.kept_text.since_draft = 0;
  if (!parts.tasking.set_aside.empty()) return;  // the solution is shown, not the answer
  const bool is_begun = parts.editing.is_changed() || parts.tasking.help.hints > 0 || parts.tasking.help.saw_solution;
  if (!is_begun && !parts.tasking.kept().find(parts.tasking.task().task.name)) return;
  if (const std::string problem = parts.tasking.keep(parts.editing.document->text_to_save()); !problem.empty())
    parts.banner = Banner{problem, true};
}

}  // namespace tilescope
