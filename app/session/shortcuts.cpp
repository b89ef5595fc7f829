#include "app/session/shortcuts.h"

#include <algorithm>
#include <cctype>

#include "app/command/key_presses.h"
#include "app/editor/keys.h"
#include "app/explain/cube_view.h"
#include "app/explain/views.h"
#include "app/session/answers.h"
#include "app/session/closing.h"
#include "app/session/commands.h"
#include "app/session/editing_session.h"
#include "app/session/lesson_session.h"
#include "app/session/on_stage.h"
#include "app/session/share.h"
#include "app/session/task_session.h"
#include "app/stage/theme.h"
#include "instrumentation/host.h"

namespace tilescope {

namespace {

constexpr std::string_view explain_group = "Explain";

// Where acts apply: a launch on the stage, a lesson, a task, the view of the cube.
using Does = void (*)(Parts& parts);
template <Does does>
void on_stage(Parts& parts) {
  if (parts.shown.has_trace()) does(parts);
}
template <Does does>
void in_lesson(Parts& parts) {
  if (parts.course.is_open()) does(parts);
}
template <Does does>
void in_task(Parts& parts) {
  if (parts.tasking.is_open() && parts.editing.is_open()) does(parts);
}
template <auto look>
void in_cube(Parts& parts) {
  const ExplainView* const open = view_of(parts.explaining.view);
  if (parts.shown.has_trace() && open != nullptr && open->needs_cube) carry_out_if(parts, look(explainable(parts)));
}

// Switches.
template <bool Overlays::*which>
void overlay(Parts& parts) {
  parts.overlays.*which = !(parts.overlays.*which);
}
template <Overlays::Files which>
void files(Parts& parts) {
  parts.overlays.files = parts.overlays.files == which ? Overlays::Files::none : which;
}
template <bool Settings::*which>
void setting(Parts& parts) {
  parts.settings.*which = !(parts.settings.*which);
}
template <int by>
void scroll(Parts& parts) {
  parts.wishes.pages += by;
}
template <bool Wishes::*which>
void wish(Parts& parts) {
  parts.wishes.*which = true;
}

// Playback.
template <bool is_large, bool forward>
void step(Parts& parts) {
  const Grain grain = parts.playback.grain;
  parts.playback.move(is_large ? larger(grain) : grain, forward, parts.shown, halt_of_lesson(parts));
  if (forward && lesson_is_shown(parts.course, parts.shown)) parts.course.come_to(parts.playback.moment);
}
void to_begin(Parts& parts) { carry_out(parts, Seek{0}); }
void to_end(Parts& parts) { carry_out(parts, Seek{parts.shown.frame.moments}); }
template <Grain grain>
void by(Parts& parts) {
  parts.playback.grain = grain;
}
void slower(Parts& parts) { parts.settings.speed = std::max(parts.settings.speed / 2, 1.0 / 16); }
void faster(Parts& parts) { parts.settings.speed = std::min(parts.settings.speed * 2, 1024.0); }
void usual_speed(Parts& parts) { parts.settings.speed = 1; }
template <bool forward>
void to_barrier(Parts& parts) {
  parts.playback.go_to_barrier(forward, parts.shown);
}
template <bool forward>
void to_padding(Parts& parts) {
  parts.playback.go_to_padding(forward, parts.shown);
}
template <bool forward>
void to_touch(Parts& parts) {
  parts.playback.go_to_touch(forward, parts.shown, parts.selection.touches);
}
template <bool forward>
void to_stop(Parts& parts) {
  if (!parts.worked_out.variables.now().condition.empty()) return carry_out(parts, RunTo{"", forward});
  parts.overlays.stop = true;
  parts.editing.has_keys = false;
}
void fit_timeline(Parts& parts) { parts.playback.show_all_steps(parts.shown); }
void fold_timeline(Parts& parts) {
  parts.playback.fold = static_cast<Fold>((static_cast<int>(parts.playback.fold) + 1) % 4);
}
template <int times, int of>
void zoom_timeline(Parts& parts) {
  parts.playback.zoom_timeline(static_cast<double>(times) / of, parts.shown.frame);
}

// Selection.
template <int by>
void other_thread(Parts& parts) {
  parts.selection.look_at_thread(std::int64_t{parts.selection.thread} + by, parts.shown);
}
template <int by>
void other_block(Parts& parts) {
  parts.selection.look_at_next_block(by, parts.shown);
}
template <bool more>
void blocks(Parts& parts) {
  carry_out(parts, parts.launching.more_blocks(parts.shown, parts.selection.block, more));
}
template <bool next>
void other_launch(Parts& parts) {
  carry_out(parts, parts.launching.other_launch(parts.shown, next));
}
void only_warp(Parts& parts) { parts.selection.only_warp = !parts.selection.only_warp; }
void deselect(Parts& parts) { parts.selection.select_nothing(); }

// Explaining views.
template <int by>
void choice(Parts& parts) {
  carry_out_if(parts, parts.explaining.next_choice(explainable(parts), by));
}
void unfold(Parts& parts) { parts.explaining.choices.is_unfolded = !parts.explaining.choices.is_unfolded; }
template <int by>
void change(Parts& parts) {
  carry_out_if(parts, parts.explaining.change(explainable(parts), by));
}
template <int right, int up>
Command turn(const Explainable& of) {
  return turn_cube(of, right, up);
}
template <int percent>
Command enlarge(const Explainable& of) {
  return enlarge_cube(of, percent);
}

// Lessons and tasks.
void step_before(Parts& parts) {
  if (parts.course.step() > 0 && parts.course.apply(GoToStep{parts.course.step() - 1})) show_step(parts);
}
void step_again(Parts& parts) {
  if (parts.course.apply(GoToStep{parts.course.step()})) show_step(parts);
}
void first_step(Parts& parts) {
  if (parts.course.restart()) show_step(parts);
}
void outline(Parts& parts) { parts.course.outline = !parts.course.outline; }
void reveal(Parts& parts) { parts.course.reveal(); }
void hint(Parts& parts) {
  parts.tasking.give_hint();
  if (parts.editing.is_open()) parts.tasking.help.hinted_at = parts.editing.document->version();
}

// The edited code.
void save_text_as(Parts& parts) {
  parts.overlays.files = Overlays::Files::save;
  if (in_browser && parts.editing.runs.is_held()) save_text(parts);  // an answer already has a name
}
void next_mistake(Parts& parts) {
  if (parts.editing.is_open()) parts.editing.go_to_mistake();
}

// The window.
void stop_panel(Parts& parts) {
  parts.overlays.stop = !parts.overlays.stop;
  parts.editing.has_keys = false;
}
void next_panel(Parts& parts) {
  const bool has_view = !parts.explaining.view.is_none();
  const int now = static_cast<int>(has_view ? Panel::views : parts.overlays.panel);
  carry_out(parts, ShowPanel{static_cast<Panel>((now + 1) % (static_cast<int>(Panel::views) + 1))});
}
void next_theme(Parts& parts) {
  const auto all = themes();
  const auto now =
      std::find_if(all.begin(), all.end(), [&](const Theme& theme) { return theme.name == parts.settings.theme; });
  parts.settings.theme = all[static_cast<std::size_t>(now - all.begin() + 1) % all.size()].name;
}
void larger_text(Parts& parts) { parts.settings.zoom = std::min(parts.settings.zoom * 1.1F, 4.0F); }
void smaller_text(Parts& parts) { parts.settings.zoom = std::max(parts.settings.zoom / 1.1F, 0.5F); }
void usual_size(Parts& parts) { parts.settings.zoom = 1; }

using namespace presses;

Shortcut row_of(const ExplainView& view) {
  const Explain explain{view.explanation()};
  return {
      explain, explain_group, view.help, {letter(view.key)}, [explain](Parts& parts) { carry_out(parts, explain); }};
}

// Inserts the keys of the explaining views, which have their own table, before the keys used within a view.
std::vector<Shortcut> with_views(std::vector<Shortcut> all) {
  auto place = std::find_if(all.begin(), all.end(), [](const Shortcut& each) { return each.group == explain_group; });
  for (const ExplainView& view : explain_views()) place = std::next(all.insert(place, row_of(view)));
  if (in_browser)
    std::erase_if(all, [](const Shortcut& each) { return each.ask == Act::quit; });  // browsers close their own tabs
  return all;
}

const std::vector<Shortcut> table = with_views({
    {Act::larger, size_group, "larger letters (zoom in)", {control('+'), control('=')}, larger_text},
    {Act::smaller, size_group, "smaller letters (zoom out)", {control('-')}, smaller_text},
    {Act::usual_size, size_group, "letters of normal size", {control('0')}, usual_size},
    {Act::next_theme, size_group, "next theme: dark, light, contrast", {letter('c')}, next_theme},
    {Act::switch_motion,
     size_group,
     "sliding of the tile windows, on or off",
     {letter('m')},
     setting<&Settings::reduced_motion>},
    {Act::play_or_pause, "Play", "play, pause", {letter(' ')}, play_or_pause},
    {Act::forward,
     "Play",
     "forward",
     {key(Key::right), key(Key::f10), key(Key::page_down)},
     on_stage<step<false, true>>},
    {Act::back, "Play", "back", {key(Key::left), shift(Key::f10), key(Key::page_up)}, on_stage<step<false, false>>},
    {Act::forward_more, "Play", "forward, by the next larger step", {shift(Key::right)}, on_stage<step<true, true>>},
    {Act::back_more, "Play", "back, by the next larger step", {shift(Key::left)}, on_stage<step<true, false>>},
    {Act::to_begin, "Play", "to the beginning", {key(Key::home)}, on_stage<to_begin>},
    {Act::to_end, "Play", "to the end", {key(Key::end)}, on_stage<to_end>},
    {Act::by_event, "Play", "by single events", {letter('1')}, on_stage<by<Grain::event>>},
    {Act::by_step, "Play", "by steps", {letter('2')}, on_stage<by<Grain::step>>},
    {Act::by_phase, "Play", "by phases", {letter('3')}, on_stage<by<Grain::phase>>},
    {Act::slower, "Play", "slower", {letter('[')}, slower},
    {Act::faster, "Play", "faster", {letter(']')}, faster},
    {Act::usual_speed, "Play", "normal speed", {key(Key::backspace)}, usual_speed},
    {Act::next_barrier, "Go to", "next barrier", {letter('b')}, on_stage<to_barrier<true>>},
    {Act::previous_barrier, "Go to", "previous barrier", {letter('B')}, on_stage<to_barrier<false>>},
    {Act::next_padding, "Go to", "next padded zero", {letter('z')}, on_stage<to_padding<true>>},
    {Act::previous_padding, "Go to", "previous padded zero", {letter('Z')}, on_stage<to_padding<false>>},
    {Act::next_touch, "Go to", "next access to the selected cell", {letter('t')}, on_stage<to_touch<true>>},
    {Act::previous_touch, "Go to", "previous access to the selected cell", {letter('T')}, on_stage<to_touch<false>>},
    {Act::next_stop, "Go to", "where the condition holds next", {letter('}')}, to_stop<true>},
    {Act::previous_stop, "Go to", "where the condition last held", {letter('{')}, to_stop<false>},
    {Act::next_launch, "Go to", "next launch", {letter('>')}, on_stage<other_launch<true>>},
    {Act::previous_launch, "Go to", "previous launch", {letter('<')}, on_stage<other_launch<false>>},
    {Act::next_thread, "Look at", "next thread", {key(Key::down)}, on_stage<other_thread<1>>},
    {Act::previous_thread, "Look at", "previous thread", {key(Key::up)}, on_stage<other_thread<-1>>},
    {Act::next_block, "Look at", "next block", {letter('n')}, on_stage<other_block<1>>},
    {Act::previous_block, "Look at", "previous block", {letter('N')}, on_stage<other_block<-1>>},
    {Act::more_blocks, "Look at", "record more blocks", {letter(')')}, on_stage<blocks<true>>},
    {Act::fewer_blocks, "Look at", "record fewer blocks", {letter('(')}, on_stage<blocks<false>>},
    {Act::only_warp, "Look at", "only the thread's warp, or all", {letter('W')}, on_stage<only_warp>},
    {Act::swap_kernels, "Look at", "swap the two kernels", {letter('x')}, swap_kernels},
    {Act::equal_kernels, "Look at", "equal room for both kernels", {letter('E')}, overlay<&Overlays::equal>},
    {Act::switch_lock, "Look at", "compare by work, or by steps", {letter('k')}, setting<&Settings::lock_by_work>},
    {Act::switch_order, "Look at", "in lockstep, or as threads ran", {letter('O')}, switch_order},
    {Act::deselect, "Look at", "select nothing", {letter('d')}, on_stage<deselect>},
    {Act::fit_timeline, "Look at", "the whole timeline", {letter('f')}, on_stage<fit_timeline>},
    {Act::fold_timeline, "Look at", "lanes by thread, warp or path", {letter('F')}, on_stage<fold_timeline>},
    {Act::zoom_timeline_in, "Look at", "timeline larger", {letter('+')}, on_stage<zoom_timeline<1, 2>>},
    {Act::zoom_timeline_out, "Look at", "timeline smaller", {letter('-')}, on_stage<zoom_timeline<2, 1>>},
    {Act::next_choice, explain_group, "next GPU, cache, colours", {letter('g')}, on_stage<choice<1>>},
    {Act::previous_choice, explain_group, "previous GPU, cache, colours", {letter('G')}, on_stage<choice<-1>>},
    {Act::unfold, explain_group, "show all switches, or all GPUs", {letter('Q')}, on_stage<unfold>},
    {Act::more, explain_group, "next T, access, variable, slice", {letter('.')}, on_stage<change<1>>},
    {Act::less, explain_group, "previous T, access, variable, slice", {letter(',')}, on_stage<change<-1>>},
    {Act::near_point, explain_group, "cube: only near the thread's point, or all", {letter('A')}, in_cube<near_or_all>},
    {Act::next_slice, explain_group, "slice through the cube", {letter('X')}, in_cube<next_axis>},
    {Act::next_brush, explain_group, "cube: only one block, warp or thread", {letter('K')}, in_cube<next_brush>},
    {Act::turn_left, explain_group, "turn the cube left", {control(Key::left)}, in_cube<turn<8, 0>>},
    {Act::turn_right, explain_group, "turn the cube right", {control(Key::right)}, in_cube<turn<-8, 0>>},
    {Act::turn_up, explain_group, "see the cube from above", {control(Key::up)}, in_cube<turn<0, 8>>},
    {Act::turn_down, explain_group, "see the cube from below", {control(Key::down)}, in_cube<turn<0, -8>>},
    {Act::nearer, explain_group, "cube larger", {control(Key::page_up)}, in_cube<enlarge<15>>},
    {Act::farther, explain_group, "cube smaller", {control(Key::page_down)}, in_cube<enlarge<-15>>},
    {Act::text_menu, "File", "menu", {letter('M')}, files<Overlays::Files::menu>},
    {Act::open_file, "File", "open a kernel, trace or lesson", {control('o')}, files<Overlays::Files::open>},
    {Act::open_beside, "File", "another kernel beside this one", {control('b')}, files<Overlays::Files::beside>},
    {Act::new_text, "File", "a new kernel", {control('n')}, files<Overlays::Files::fresh>},
    {Act::save_text, "File", "save the file", {control('s')}, save_text},
    {Act::save_text_as, "File", "save as", {control_shift('s')}, save_text_as},
    {Act::paste, "File", "open the copied text", {control('v')}, wish<&Wishes::paste>},
    {Act::copy_share, "File", "share: copy a string to send, which reopens this moment", {control('l')}, copy_share},
    {Act::next_mistake, "File", "next mistake", {key(Key::f8)}, next_mistake},
    {Act::start_page, "File", "start page: lessons, tasks, kernels", {letter('Y')}, overlay<&Overlays::start>},
    {Act::edit_source, "File", "type in the source", {letter('i'), control('e')}, edit_source},
    {Act::glossary, "File", "glossary of terms", {letter('J')}, overlay<&Overlays::glossary>},
    {Act::lesson_on,
     "Lesson",
     "next step",
     {key(Key::page_down), key(Key::enter)},
     in_lesson<go_on_in_lesson>,
     Within::lesson},
    {Act::lesson_back, "Lesson", "previous step", {key(Key::page_up)}, in_lesson<step_before>, Within::lesson},
    {Act::lesson_again, "Lesson", "this step again", {letter('u')}, in_lesson<step_again>, Within::lesson},
    {Act::lesson_restart, "Lesson", "back to the first step", {letter('U')}, in_lesson<first_step>, Within::lesson},
    {Act::lesson_outline, "Lesson", "outline", {letter('o')}, in_lesson<outline>, Within::lesson},
    {Act::reveal, "Lesson", "show the answer (1 to 4 choose)", {letter('a')}, in_lesson<reveal>, Within::lesson},
    {Act::show_why, "Lesson", "where the answer can be seen", {letter('j')}, in_lesson<show_why>, Within::lesson},
    {Act::lesson_task, "Lesson", "the next task of the lesson", {letter('H')}, open_task_of_lesson, Within::lesson},
    {Act::lesson_next, "Lesson", "the next lesson", {letter('L')}, in_lesson<open_next_lesson>, Within::lesson},
    {Act::lesson_close, "Lesson", "close the lesson", {control('w')}, in_lesson<leave_lesson>, Within::lesson},
    {Act::task_hint, "Task", "a hint", {letter('h')}, in_task<hint>, Within::task},
    {Act::task_missed, "Task", "where a goal is first missed", {letter('j')}, in_task<go_to_missed>, Within::task},
    {Act::task_solution, "Task", "a solution, or your code again", {letter('a')}, in_task<show_solution>, Within::task},
    {Act::task_again, "Task", "start again", {letter('U')}, in_task<begin_anew>, Within::task},
    {Act::task_next, "Task", "the next task", {letter('L')}, in_task<open_next_task>, Within::task},
    {Act::task_lesson, "Task", "the lesson before the task", {letter('H')}, in_task<open_lesson_of_task>, Within::task},
    {Act::task_close, "Task", "close the task", {control('w')}, in_task<leave_text>, Within::task},
    {Act::launch_panel, "Window", "the launch panel", {letter('l')}, overlay<&Overlays::launch>},
    {Act::stop_panel, "Window", "run until a condition holds", {letter('R')}, stop_panel},
    {Act::source_panel, "Window", "show or hide the source", {letter('s')}, setting<&Settings::source>},
    {Act::next_panel, "Window", "in a small window: the next panel", {letter(';')}, next_panel},
    {Act::presenter, "Window", "presenter mode", {key(Key::f11)}, switch_presenter},
    {Act::pointer, "Window", "a pointer that everyone sees", {letter('p')}, overlay<&Overlays::pointer>},
    {Act::notes, "Window", "notes in their own window", {letter('P')}, overlay<&Overlays::notes>},
    {Act::scroll_on, "Window", "scroll the open view or text down", {shift(Key::page_down)}, scroll<1>},
    {Act::scroll_back, "Window", "scroll the open view or text up", {shift(Key::page_up)}, scroll<-1>},
    {Act::screenshot, "Window", "save a picture", {key(Key::f12)}, wish<&Wishes::screenshot>},
    {Act::copy_line, "Window", "copy a line for slides", {control('c')}, copy_line},
    {Act::help, "Window", "this help", {letter('?'), key(Key::f1)}, overlay<&Overlays::help>},
    {Act::close, "Window", "close what is open", {key(Key::escape)}, close_topmost},
    {Act::quit, "Window", "quit", {control('q')}, wish<&Wishes::quit>},
});

}  // namespace

std::span<const Shortcut> shortcuts() { return table; }

std::optional<Ask> asked_by(const KeyPress& press, Within within) {
  std::optional<Ask> ask;
  for (const Shortcut& shortcut : table)
    for (const KeyPress& key : shortcut.keys)
      if (are_same(key, press) && (shortcut.within == Within::anywhere ? !ask : shortcut.within == within)) {
        ask = shortcut.ask;
        if (shortcut.within != Within::anywhere) return ask;
      }
  return ask;
}

bool works_while_typing(const KeyPress& press) {
  const bool is_function = press.key >= Key::f1 && press.key <= Key::f12;
  return (is_function || press.control != press.alt) && editor::row_of(press) == nullptr;
}

std::optional<KeyPress> key_while_typing(const KeyPress& key) {
  if (works_while_typing(key)) return key;
  KeyPress other = key;
  other.alt = true;
  if (key.key == Key::character) {
    if (key.character > 0x7f || std::isalnum(static_cast<unsigned char>(key.character)) == 0) return std::nullopt;
    other.character = static_cast<char32_t>(std::tolower(static_cast<unsigned char>(key.character)));
    other.shift = other.character != key.character;
  }
  return works_while_typing(other) ? std::optional(other) : std::nullopt;
}

KeyPress meant_while_typing(const KeyPress& press) {
  if (!press.alt) return press;
  KeyPress meant = press;
  meant.alt = false;
  if (press.key != Key::character || !press.shift || press.character > 0x7f) return meant;
  meant.shift = false;
  meant.character = static_cast<char32_t>(std::toupper(static_cast<unsigned char>(press.character)));
  return meant;
}

const Shortcut* shortcut_of(const Ask& ask) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Shortcut& each) { return each.ask == ask; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace tilescope
