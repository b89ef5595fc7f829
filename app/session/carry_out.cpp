#include <variant>

#include "app/explain/views.h"
#include "app/session/clicks.h"
#include "app/session/commands.h"
#include "app/session/editing_session.h"
#include "app/session/lesson_session.h"
#include "app/session/shortcuts.h"
#include "app/session/task_session.h"
#include "app/session/under_way.h"
#include "app/stage/theme.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

void apply_to(Parts& parts, Act act) {
  if (const Shortcut* const row = shortcut_of(act); row != nullptr) row->does(parts);
}
void apply_to(Parts& parts, const Seek& seek) { parts.playback.apply(seek, parts.shown); }
void apply_to(Parts& parts, const Hover& hover) { parts.selection.apply(hover); }
void apply_to(Parts& parts, const SeeLines& see) { parts.selection.in_sight = see; }
void apply_to(Parts& parts, const UseGpu& use) { parts.explaining.apply(use); }
void apply_to(Parts& parts, const UseTile& use) { parts.explaining.apply(use); }
void apply_to(Parts& parts, const UseRegisters& use) { parts.explaining.apply(use); }
void apply_to(Parts& parts, const UseTable& use) { parts.explaining.apply(use); }
void apply_to(Parts& parts, const UseLoops& use) { carry_out_if(parts, parts.explaining.apply(use)); }
void apply_to(Parts& parts, const PlaceLoops& place) { parts.explaining.apply(place); }
void apply_to(Parts& parts, const LookAtCube& at) { parts.explaining.choices.cube = at.look; }
void apply_to(Parts& parts, const UseVariable& use) { parts.explaining.apply(use); }
void apply_to(Parts& parts, const PinVariable& pin) { parts.explaining.apply(pin); }
void apply_to(Parts& parts, const Explain& explain) {
  for (const Command& next : parts.explaining.apply(explain)) carry_out(parts, next);
}
// The views have a panel while one is open.
void apply_to(Parts& parts, const ShowPanel& show) {
  const Explanation open = parts.explaining.view;
  const bool wants_view = show.panel == Panel::views;
  if (wants_view == open.is_none()) apply_to(parts, Explain{wants_view ? explain_views().front().explanation() : open});
  if (!wants_view) parts.overlays.panel = show.panel;
  if (show.panel != Panel::code) parts.editing.has_keys = false;
}
void apply_to(Parts& parts, const SizePanel& to) {
  if (to.size > 0)
    parts.settings.sizes[to.panel] = to.size;
  else
    parts.settings.sizes.erase(to.panel);
}
void apply_to(Parts& parts, const Say& say) { parts.banner = Banner{say.text, say.is_error}; }
// A notice with a time of its own stays that long, whatever is pressed.
void apply_to(Parts& parts, const EndNotice&) {
  if (parts.banner && !parts.banner->is_error && parts.banner->seconds <= 0) parts.banner.reset();
}
void apply_to(Parts& parts, const KeepDraft&) { keep_draft(parts); }
void apply_to(Parts& parts, const UseDrafts& use) { parts.kept_text.draft.use_folder(use.folder); }
void apply_to(Parts& parts, const UseAnswers& use) { parts.tasking.use_folder(use.folder); }
void apply_to(Parts& parts, const LoopLessons&) { parts.course.loop.is_on = true; }
void apply_to(Parts& parts, const OpenQuestion&) { parts.course.come_to(parts.playback.moment); }
void apply_to(Parts& parts, const Vote& vote) { parts.course.apply(vote, parts.overlays.presenter); }
void apply_to(Parts& parts, const Answer& answer) { parts.course.apply(answer, parts.overlays.presenter); }
void apply_to(Parts& parts, const TypeAnswer& type) { parts.course.apply(type); }
void apply_to(Parts& parts, const FindHere& what) {
  if (parts.editing.is_open()) parts.editing.search.find_here(*parts.editing.document, what);
}
void apply_to(Parts& parts, const UseTheme& use) {
  if (find_theme(use.name) != nullptr) parts.settings.theme = use.name;
}

void apply_to(Parts& parts, const Relaunch& relaunch) {
  parts.playback.playing = false;
  if (relaunch.closes_lesson) give_up_preparing(parts);
  if (relaunch.closes_lesson && parts.course.is_open()) close_lesson(parts);
  parts.launching.apply(relaunch);
}

void apply_to(Parts& parts, const Reopen& reopen) {
  parts.playback.playing = false;
  if (parts.course.is_open()) close_lesson(parts);
  parts.launching.apply(reopen);
}

// Starts the search. `settle` goes to the moment once it is found, perhaps in a later frame.
void apply_to(Parts& parts, const RunTo& run) {
  parts.playback.playing = false;
  parts.worked_out.variables.apply(run, parts.shown);
}

void apply_to(Parts& parts, const Open& open) {
  give_up_preparing(parts);
  const Command next = parts.launching.opening(open);
  // A user's kernel does not belong to the open lesson.
  if (is_kernel_file(open.path) && std::holds_alternative<Relaunch>(next) && parts.course.is_open())
    close_lesson(parts);
  carry_out(parts, next);
}

// Stops the running work; if there is nothing to show yet, the file is still opened.
void apply_to(Parts& parts, const CancelRecording& cancel) {
  const bool is_typed = parts.editing.is_open() && !parts.editing.is_waiting() && parts.editing.is_behind();
  const bool was_busy = parts.launching.recorder.is_busy();
  parts.launching.apply(cancel);
  give_up_preparing(parts);
  if (was_busy && is_typed)
    return void(parts.editing.problem = "Stopped. The kernel runs again after your next change.");
  Recording stopped;
  stopped.asked = parts.launching.wanted;
  stopped.problem = "Stopped before there was anything to see. The kernel runs again after your next change.";
  stopped.has_begun = true;
  const bool has_trace = parts.shown.has_trace();
  if (!has_trace && was_busy && open_broken(parts, stopped)) return;
  parts.banner = Banner{has_trace ? "Stopped; the previous launch is still shown." : "Stopped.", false};
}

}  // namespace

void carry_out(Parts& parts, const Command& command) {
  std::visit([&](const auto& what) { apply_to(parts, what); }, command);
}

}  // namespace tilescope
