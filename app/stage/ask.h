// The commands of keys and buttons. Small values: a picture stores them at the places that can be clicked, and the
// table of shortcuts names them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

namespace tilescope {

// Commands without an argument.
enum class Act : std::uint8_t {
  forward,
  back,
  forward_more,  // by the next larger grain
  back_more,
  to_begin,
  to_end,
  play_or_pause,
  by_event,
  by_step,
  by_phase,
  next_barrier,
  previous_barrier,
  next_padding,
  previous_padding,
  next_touch,  // of the selected cell
  previous_touch,
  next_thread,
  previous_thread,
  next_block,
  previous_block,
  more_blocks,  // of a launch that is too large to be recorded completely
  fewer_blocks,
  next_launch,  // of launches that follow each other on the same arrays
  previous_launch,
  only_warp,  // only its own events are lit, not those of the whole block
  deselect,
  swap_kernels,
  equal_kernels,  // both have as much room
  switch_lock,
  switch_order,  // in lockstep, or as threads ran
  faster,
  slower,
  usual_speed,
  larger,
  smaller,
  usual_size,
  next_theme,
  switch_motion,
  fit_timeline,
  fold_timeline,  // its lanes: threads, warps, threads that do the same
  zoom_timeline_in,
  zoom_timeline_out,
  help,
  glossary,  // the terms of the field
  presenter,
  pointer,  // a spot at the mouse, for readers at the back
  notes,    // a second window, for the presenter
  launch_panel,
  source_panel,
  edit_source,  // the keys go to the text
  text_menu,    // the commands for texts and files
  open_file,
  open_beside,  // a file's kernel, beside the shown one
  save_text,
  save_text_as,
  new_text,
  paste,
  next_mistake,  // in the edited text
  next_stop,     // where the condition begins to hold
  previous_stop,
  stop_panel,
  next_choice,  // in the view that explains: another GPU, another cache
  previous_choice,
  more,  // its number: T of the limits, the place of the loops
  less,
  turn_left,  // the cube
  turn_right,
  turn_up,
  turn_down,
  nearer,
  farther,
  near_point,      // the points around the selected thread's, or all
  next_slice,      // through it: none, or across one of its axes
  next_brush,      // its shown part: all, or the points of a block, a warp or a thread
  lesson_on,       // to the answer, to the end of the step, to the next one
  lesson_back,     // to the step before
  lesson_again,    // this step from its beginning
  lesson_restart,  // the lesson
  lesson_outline,
  lesson_close,
  lesson_next,  // the lesson to go on with
  reveal,
  show_why,     // where the answer is visible
  lesson_task,  // the first one of the lesson that is unsolved
  task_list,    // all tasks, with the goals that are reached
  task_hint,
  task_solution,  // shown in place of the answer, and back
  task_again,     // the original text
  task_missed,    // to where a goal is missed first
  task_next,
  task_lesson,  // the lesson before
  task_close,
  screenshot,
  copy_line,
  copy_share,
  close,  // whatever is open: a banner, the help, the launch panel, the view that explains, the presenter's mode
  quit,
};

// A view of the panel that explains, by its name in the table of app/explain/views.h; no name means no view.
struct Explanation {
  std::string_view name;

  [[nodiscard]] bool is_none() const { return name.empty(); }
  auto operator<=>(const Explanation&) const = default;
};

// Opens this view, or closes it if it is open.
struct Explain {
  Explanation view;
  auto operator<=>(const Explain&) const = default;
};
// For a choice of the open question.
struct Vote {
  std::size_t choice = 0;
  auto operator<=>(const Vote&) const = default;
};
// For the open lesson.
struct GoToStep {
  std::size_t step = 0;
  auto operator<=>(const GoToStep&) const = default;
};

// For the open task: which of its launches is on the stage.
struct ShowLaunch {
  std::size_t launch = 0;
  auto operator<=>(const ShowLaunch&) const = default;
};

// Of the lines that the task gives: into the text below the caret, or out of it.
struct SwitchLine {
  std::size_t line = 0;
  auto operator<=>(const SwitchLine&) const = default;
};

using Ask = std::variant<Act, Explain, Vote, GoToStep, ShowLaunch, SwitchLine>;
[[nodiscard]] inline bool operator==(const Ask& ask, Act act) { return ask == Ask(act); }

}  // namespace tilescope
