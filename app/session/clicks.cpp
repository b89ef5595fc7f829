#include "app/session/clicks.h"

#include "app/explain/warps_view.h"
#include "app/session/commands.h"
#include "app/session/extent.h"
#include "app/session/on_stage.h"

namespace tilescope {

namespace {

// Goes to a moment and to the thread that acted then.
void go_to_deed(Parts& parts, const Target& target) {
  parts.playback.go_to(target.moment, parts.shown);
  if (target.number == 0) return;
  const std::uint32_t threads = parts.shown.trace().threads_per_block();
  if (const std::size_t block = (target.number - 1) / threads; parts.shown.was_recorded(block))
    parts.selection.block = block;
  parts.selection.look_at_thread((target.number - 1) % threads, parts.shown);
}

// In lockstep, a thread that races still reads what it should.
void go_to_deed_as_ran(Parts& parts, const Target& target) {
  go_to_deed(parts, target);
  settle(parts);
  if (!parts.shown.replay().is_as_ran() && parts.shown.has_order()) switch_order(parts);
}

void take_option(Parts& parts, const std::vector<OptionRow>& rows, std::uint32_t number) {
  if (const Option* const option = option_at(rows, number); option != nullptr) carry_out(parts, option->leads_to);
}

std::string variable_called(const Parts& parts, std::uint32_t number) {
  const VariablesNow& now = parts.worked_out.variables.now();
  return now.are_there() && number < now.names().size() ? now.names()[number].name : "";
}

// Goes to the event at this point of the cube, and to its thread.
void go_to_point(Parts& parts, std::uint32_t cell) {
  const Cube* const cube = parts.worked_out.cubing.cube(parts.shown);
  if (cube == nullptr || cell >= cube->points.size() || !cube->points[cell].is_there()) return;
  const EventRef event = cube->event_of(cell);
  parts.playback.go_to(parts.shown.moments().after(event.block, event.thread, event.event), parts.shown);
  parts.selection.block = event.block;
  parts.selection.look_at_thread(event.thread, parts.shown);
}

// Goes to the first step at a line, if there is one.
void go_to_line(Parts& parts, std::uint32_t line) {
  const Scenery& scenery = *parts.shown.frame.scenery;
  for (std::uint32_t step = 0; step < scenery.order().step_count(); ++step)
    if (scenery.order().step(step).line == line)
      return parts.playback.go_to(scenery.moments().end_of(step), parts.shown);
}

void open_lane(Parts& parts, std::uint32_t first) {
  if (std::erase(parts.playback.open, first) == 0) parts.playback.open.push_back(first);
  parts.selection.look_at_thread(first, parts.shown);
}

// Goes to the finding's example, which may be in another block.
void open_finding(Parts& parts, std::size_t number) {
  const Explained* const explained = parts.shown.focus.explained.get();
  if (explained == nullptr || number >= explained->hazards.findings.size()) return;
  parts.explaining.choices.finding = number;
  const std::vector<Access>& accesses = explained->hazards.findings[number].accesses;
  if (accesses.empty() || !moment_of(parts.shown.replay(), accesses.front())) return;
  parts.selection.block = accesses.front().block;
  parts.selection.look_at_thread(accesses.front().thread, parts.shown);
  if (hangs_on_order(explained->hazards.findings[number]) && !parts.shown.replay().is_as_ran() &&
      parts.shown.has_order())
    switch_order(parts);
}

void open_parting(Parts& parts) {
  const Changes* const changes = parts.worked_out.comparing.changes(parts.shown);
  if (changes == nullptr || !changes->parted) return;
  parts.selection.block = changes->parted->block;
  parts.selection.look_at_thread(changes->parted->thread, parts.shown);
  parts.playback.go_to(changes->parted->moment, parts.shown);
}

}  // namespace

void apply_to(Parts& parts, const Select& select) {
  const Target& target = select.target;
  if (target.kind == Target::Kind::act) return carry_out(parts, command_of(target.ask));
  if (target.kind == Target::Kind::choice) return take_option(parts, parts.launching.chips(parts.shown), target.number);
  if (!parts.shown.has_trace()) return;
  // While a question waits for a click, the clicked target is the answer.
  if (parts.course.asks_for_click() && lesson_is_shown(parts.course, parts.shown) && target.launch == 0 &&
      lessons::can_be_answer(target))
    return carry_out(parts, Answer{target});
  switch (target.kind) {
    case Target::Kind::moment: return go_to_deed(parts, target);
    case Target::Kind::as_ran: return go_to_deed_as_ran(parts, target);
    case Target::Kind::option: return take_option(parts, parts.explaining.options(explainable(parts)), target.number);
    case Target::Kind::tile: return carry_out(parts, UseTile{static_cast<int>(target.number)});
    case Target::Kind::place:
      return carry_out(parts, PlaceLoops{static_cast<double>(target.number + 1) / static_cast<double>(LoopRun::parts)});
    case Target::Kind::window:
      return carry_out(parts, parts.launching.more_blocks(parts.shown, parts.selection.block, target.number > 0));
    case Target::Kind::lane: return open_lane(parts, target.number);
    case Target::Kind::finding: return open_finding(parts, target.number);
    case Target::Kind::variable: return carry_out(parts, UseVariable{variable_called(parts, target.number)});
    case Target::Kind::pin: return carry_out(parts, PinVariable{variable_called(parts, target.number)});
    case Target::Kind::parting: return open_parting(parts);
    case Target::Kind::point: return go_to_point(parts, target.number);
    case Target::Kind::executor: return;
    case Target::Kind::launch: return target.launch == 1 ? swap_kernels(parts) : void();
    default: break;
  }
  // Without a selection, which would frame all cells that the line accesses.
  if (target.kind == Target::Kind::line && target.moment == first_step_of_line) return go_to_line(parts, target.number);
  parts.selection.apply(select, parts.shown);
  if (target.kind == Target::Kind::block && !parts.shown.was_recorded(target.number))
    carry_out(parts,
              parts.launching.other_blocks(parts.shown, target.number, side_of_window(parts.shown.trace().launch())));
}

}  // namespace tilescope
