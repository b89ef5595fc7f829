// The commands of keys and buttons. They are small values: a picture stores them at places that can be clicked, and the
// table of shortcuts names them.
#pragma once

#include <array>
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
  more_blocks,  // if the launch is too large to be recorded completely
  fewer_blocks,
  next_launch,  // of launches that follow each other on the same arrays
  previous_launch,
  only_warp,  // lights only the thread's warp, not the whole block
  deselect,
  swap_kernels,
  equal_kernels,  // gives both the same room
  switch_lock,
  switch_order,  // lockstep, or the order in which threads ran
  faster,
  slower,
  usual_speed,
  larger,
  smaller,
  usual_size,
  next_theme,
  switch_motion,
  fit_timeline,
  fold_timeline,  // folds its lanes: threads, warps, threads that do the same
  zoom_timeline_in,
  zoom_timeline_out,
  help,
  glossary,  // technical terms
  presenter,
  pointer,  // a spot at the mouse, for readers at the back
  notes,    // a second window, for the presenter
  launch_panel,
  source_panel,
  next_panel,   // where there is room for one at a time
  edit_source,  // gives the keys to the source
  text_menu,    // the commands for sources and files
  open_file,
  open_beside,  // shows a file's kernel beside the current one
  save_text,
  save_text_as,
  new_text,
  paste,
  next_mistake,  // in the edited source
  next_stop,     // where the condition begins to hold
  previous_stop,
  stop_panel,
  next_choice,  // in the open view: another GPU, another cache
  previous_choice,
  unfold,  // shows or hides the rarer choices of the open view: its switches, its GPUs
  more,    // a larger number: T of the limits, the place of the loops
  less,
  turn_left,  // the cube
  turn_right,
  turn_up,
  turn_down,
  nearer,
  farther,
  near_point,      // shows the points around the selected thread's point, or all
  next_slice,      // cuts the cube along another axis, or not at all
  next_brush,      // shows all points, or those of a block, a warp or a thread
  lesson_on,       // to the answer, the end of the step, or the next step
  lesson_back,     // to the previous step
  lesson_again,    // plays this step from its beginning
  lesson_restart,  // restarts the lesson
  lesson_outline,
  lesson_close,
  lesson_next,  // the lesson that follows
  reveal,
  show_why,     // goes to where the answer is visible
  lesson_task,  // the first unsolved task of the lesson
  start_page,   // lessons, tasks, kernels and recent files
  task_hint,
  task_solution,  // shows it in place of the answer, and back
  task_again,     // restores the original source
  task_missed,    // goes to where a goal is first missed
  task_next,
  task_lesson,  // the lesson before this task
  task_close,
  screenshot,
  copy_line,
  copy_share,
  scroll_back,  // the open view or the text of a lesson or task, by nearly its height
  scroll_on,
  close,  // whatever is open: a banner, the help, the launch panel, a view, the presenter's mode
  quit,
};

// A view of the panel, by its name in the table of app/explain/views.h. An empty name means no view.
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
// Chooses an answer to the open question; in presenter mode, one vote for it.
struct Vote {
  std::size_t choice = 0;
  auto operator<=>(const Vote&) const = default;
};
// Types one letter of a number that answers the open question; '\b' deletes the last one.
struct TypeAnswer {
  char letter = 0;
  auto operator<=>(const TypeAnswer&) const = default;
};
// Goes to a step of the open lesson.
struct GoToStep {
  std::size_t step = 0;
  auto operator<=>(const GoToStep&) const = default;
};

// Puts a launch of the open task on the stage.
struct ShowLaunch {
  std::size_t launch = 0;
  auto operator<=>(const ShowLaunch&) const = default;
};

// Inserts a given line of the task below the caret, or removes it.
struct SwitchLine {
  std::size_t line = 0;
  auto operator<=>(const SwitchLine&) const = default;
};

// Shows this panel where there is room for one at a time.
enum class Panel : std::uint8_t { stage, code, words, counts, views };
inline constexpr std::array<std::string_view, 5> panel_names{"stage", "code", "words", "counts", "views"};
struct ShowPanel {
  Panel panel = Panel::stage;
  auto operator<=>(const ShowPanel&) const = default;
};

using Ask = std::variant<Act, Explain, Vote, TypeAnswer, GoToStep, ShowLaunch, SwitchLine, ShowPanel>;
[[nodiscard]] inline bool operator==(const Ask& ask, Act act) { return ask == Ask(act); }

}  // namespace tilescope
