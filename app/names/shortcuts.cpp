#include "app/names/shortcuts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

#include "app/explain/views.h"
#include "app/names/page_keys.h"
#include "instrumentation/host.h"

namespace tilescope {

namespace {

constexpr std::string_view explain_group = "Explain";

KeyPress key(Key which) { return {which, 0, false, false, false, false}; }
KeyPress shift(Key which) { return {which, 0, false, true, false, false}; }
KeyPress control(Key which) { return {which, 0, true, false, false, false}; }
KeyPress letter(char32_t which) { return {Key::character, which, false, false, false, false}; }
KeyPress control(char32_t which) { return {Key::character, which, true, false, false, false}; }
KeyPress control_shift(char32_t which) { return {Key::character, which, true, true, false, false}; }

// The views that explain have theirs in a table of their own; they stand before what is done in a view.
std::vector<Shortcut> with_views(std::vector<Shortcut> all) {
  auto place = std::find_if(all.begin(), all.end(), [](const Shortcut& each) { return each.group == explain_group; });
  for (const ExplainView& view : explain_views())
    place = std::next(all.insert(place, {Explain{view.explanation()}, explain_group, view.help, {letter(view.key)}}));
  if (in_browser) std::erase_if(all, [](const Shortcut& each) { return each.ask == Act::quit; });  // it closes its tabs
  return all;
}

const std::vector<Shortcut> table = with_views({
    {Act::play_or_pause, "Play", "play, pause", {letter(' ')}},
    {Act::forward, "Play", "forward", {key(Key::right), key(Key::f10), key(Key::page_down)}},
    {Act::back, "Play", "back", {key(Key::left), shift(Key::f10), key(Key::page_up)}},
    {Act::forward_more, "Play", "forward, by the next larger step", {shift(Key::right)}},
    {Act::back_more, "Play", "back, by the next larger step", {shift(Key::left)}},
    {Act::to_begin, "Play", "to the beginning", {key(Key::home)}},
    {Act::to_end, "Play", "to the end", {key(Key::end)}},
    {Act::by_event, "Play", "by single thread events", {letter('1')}},
    {Act::by_step, "Play", "by steps", {letter('2')}},
    {Act::by_phase, "Play", "by phases", {letter('3')}},
    {Act::slower, "Play", "slower", {letter('[')}},
    {Act::faster, "Play", "faster", {letter(']')}},
    {Act::usual_speed, "Play", "usual speed", {key(Key::backspace)}},
    {Act::next_barrier, "Go to", "next barrier", {letter('b')}},
    {Act::previous_barrier, "Go to", "barrier before", {letter('B')}},
    {Act::next_padding, "Go to", "next padded zero", {letter('z')}},
    {Act::previous_padding, "Go to", "padded zero before", {letter('Z')}},
    {Act::next_touch, "Go to", "next touch of the selected cell", {letter('t')}},
    {Act::previous_touch, "Go to", "touch before", {letter('T')}},
    {Act::next_stop, "Go to", "where the condition holds next", {letter('}')}},
    {Act::previous_stop, "Go to", "where it held before", {letter('{')}},
    {Act::next_launch, "Go to", "the launch that follows", {letter('>')}},
    {Act::previous_launch, "Go to", "the launch before", {letter('<')}},
    {Act::next_thread, "Look at", "next thread", {key(Key::down)}},
    {Act::previous_thread, "Look at", "thread before", {key(Key::up)}},
    {Act::next_block, "Look at", "next block", {letter('n')}},
    {Act::previous_block, "Look at", "block before", {letter('N')}},
    {Act::more_blocks, "Look at", "record more blocks", {letter(')')}},
    {Act::fewer_blocks, "Look at", "record fewer of them", {letter('(')}},
    {Act::only_warp, "Look at", "only the thread's warp, or all", {letter('W')}},
    {Act::swap_kernels, "Look at", "swap the two kernels", {letter('x')}},
    {Act::equal_kernels, "Look at", "as much room for both kernels", {letter('E')}},
    {Act::switch_lock, "Look at", "in step by work, or by steps", {letter('k')}},
    {Act::switch_order, "Look at", "in lockstep, or as threads ran", {letter('O')}},
    {Act::deselect, "Look at", "select nothing", {letter('d')}},
    {Act::fit_timeline, "Look at", "all of the timeline", {letter('f')}},
    {Act::fold_timeline, "Look at", "lanes by thread, warp or path", {letter('F')}},
    {Act::zoom_timeline_in, "Look at", "timeline larger", {letter('+')}},
    {Act::zoom_timeline_out, "Look at", "timeline smaller", {letter('-')}},
    {Act::next_choice, explain_group, "next GPU, cache, colours", {letter('g')}},
    {Act::previous_choice, explain_group, "the one before", {letter('G')}},
    {Act::more, explain_group, "T, access, variable, slice: on", {letter('.')}},
    {Act::less, explain_group, "the same: back", {letter(',')}},
    {Act::near_point, explain_group, "around the thread's point, or all", {letter('A')}},
    {Act::next_slice, explain_group, "slice through the cube", {letter('X')}},
    {Act::next_brush, explain_group, "of it a block, warp or thread", {letter('K')}},
    {Act::turn_left, explain_group, "turn it left", {control(Key::left)}},
    {Act::turn_right, explain_group, "turn it right", {control(Key::right)}},
    {Act::turn_up, explain_group, "from above", {control(Key::up)}},
    {Act::turn_down, explain_group, "from below", {control(Key::down)}},
    {Act::nearer, explain_group, "nearer", {control(Key::page_up)}},
    {Act::farther, explain_group, "farther", {control(Key::page_down)}},
    {Act::lesson_on, "Lesson", "go on", {key(Key::page_down), key(Key::enter)}, Within::lesson},
    {Act::lesson_back, "Lesson", "the step before", {key(Key::page_up)}, Within::lesson},
    {Act::lesson_again, "Lesson", "this step again", {letter('u')}, Within::lesson},
    {Act::lesson_restart, "Lesson", "from its first step", {letter('U')}, Within::lesson},
    {Act::lesson_outline, "Lesson", "outline", {letter('o')}, Within::lesson},
    {Act::reveal, "Lesson", "the answer (1 to 4 vote)", {letter('a')}, Within::lesson},
    {Act::show_why, "Lesson", "where the answer can be seen", {letter('j')}, Within::lesson},
    {Act::lesson_task, "Lesson", "the task that belongs to it", {letter('H')}, Within::lesson},
    {Act::lesson_next, "Lesson", "the next lesson", {letter('L')}, Within::lesson},
    {Act::lesson_close, "Lesson", "close the lesson", {control('w')}, Within::lesson},
    {Act::task_hint, "Task", "a hint", {letter('h')}, Within::task},
    {Act::task_missed, "Task", "where a goal is missed first", {letter('j')}, Within::task},
    {Act::task_solution, "Task", "a solution, or your text again", {letter('a')}, Within::task},
    {Act::task_again, "Task", "the text to begin with", {letter('U')}, Within::task},
    {Act::task_next, "Task", "the next task", {letter('L')}, Within::task},
    {Act::task_lesson, "Task", "the lesson before it", {letter('H')}, Within::task},
    {Act::task_close, "Task", "close the task", {control('w')}, Within::task},
    {Act::launch_panel, "Window", "what is launched", {letter('l')}},
    {Act::stop_panel, "Window", "run to where a condition holds", {letter('R')}},
    {Act::source_panel, "Window", "source, shown or not", {letter('s')}},
    {Act::text_menu, "Text", "a menu of these", {letter('M')}},
    {Act::open_file, "Text", "open a kernel, trace or lesson", {control('o')}},
    {Act::open_beside, "Text", "another kernel beside this one", {control('b')}},
    {Act::new_text, "Text", "a new kernel", {control('n')}},
    {Act::save_text, "Text", "save what was typed", {control('s')}},
    {Act::save_text_as, "Text", "save it as", {control_shift('s')}},
    {Act::paste, "Text", "open what was copied", {control('v')}},
    {Act::next_mistake, "Text", "next mistake", {key(Key::f8)}},
    {Act::task_list, "Text", "all tasks", {letter('Y')}},
    {Act::edit_source, "Text", "type in the source", {letter('i'), control('e')}},
    {Act::presenter, "Window", "presenter's mode", {key(Key::f11)}},
    {Act::pointer, "Window", "a pointer that all can see", {letter('p')}},
    {Act::notes, "Window", "notes, in a window of their own", {letter('P')}},
    {Act::next_theme, "Window", "next theme", {letter('c')}},
    {Act::switch_motion, "Window", "sliding windows, on or off", {letter('m')}},
    {Act::larger, "Window", "larger", {control('+'), control('=')}},
    {Act::smaller, "Window", "smaller", {control('-')}},
    {Act::usual_size, "Window", "usual size", {control('0')}},
    {Act::screenshot, "Window", "save a picture", {key(Key::f12)}},
    {Act::copy_line, "Window", "copy a line for slides", {control('c')}},
    {Act::copy_share, "Window", "copy a string that reopens this", {control('l')}},
    {Act::help, "Window", "this help", {letter('?'), key(Key::f1)}},
    {Act::close, "Window", "close what is open", {key(Key::escape)}},
    {Act::quit, "Window", "quit", {control('q')}},
});

constexpr std::array<std::pair<Key, std::string_view>, 14> names{{{Key::left, "Left"},
                                                                  {Key::right, "Right"},
                                                                  {Key::up, "Up"},
                                                                  {Key::down, "Down"},
                                                                  {Key::page_up, "Page Up"},
                                                                  {Key::page_down, "Page Down"},
                                                                  {Key::home, "Home"},
                                                                  {Key::end, "End"},
                                                                  {Key::insert, "Insert"},
                                                                  {Key::erase, "Delete"},
                                                                  {Key::backspace, "Backspace"},
                                                                  {Key::enter, "Enter"},
                                                                  {Key::escape, "Esc"},
                                                                  {Key::tab, "Tab"}}};

std::string bare_name(const KeyPress& press) {
  if (press.key == Key::character) {
    if (press.character == U' ') return "Space";
    const bool alone = !press.control && !press.alt;
    const auto character = static_cast<char>(press.character);
    if (alone && std::isupper(static_cast<unsigned char>(character)) != 0) return std::string("Shift + ") + character;
    return {static_cast<char>(std::toupper(static_cast<unsigned char>(character)))};
  }
  for (const auto& [known, name] : names)
    if (known == press.key) return std::string(name);
  return "F" + std::to_string(static_cast<int>(press.key) - static_cast<int>(Key::f1) + 1);
}

// A letter typed with Shift is another letter; Shift counts with the keys that have none, and with letters that go
// with Ctrl.
bool same(const KeyPress& a, const KeyPress& b) {
  if (a.key != b.key || a.control != b.control || a.alt != b.alt) return false;
  const bool is_letter = a.character >= U'a' && a.character <= U'z';
  if (a.key == Key::character) return a.character == b.character && (!a.control || !is_letter || a.shift == b.shift);
  return a.shift == b.shift;
}

}  // namespace

std::span<const Shortcut> shortcuts() { return table; }

std::optional<Ask> asked_by(const KeyPress& press, Within within) {
  std::optional<Ask> ask;
  for (const Shortcut& shortcut : table)
    for (const KeyPress& key : shortcut.keys)
      if (same(key, press) && (shortcut.within == Within::anywhere ? !ask : shortcut.within == within)) {
        ask = shortcut.ask;
        if (shortcut.within != Within::anywhere) return ask;
      }
  return ask;
}

const Shortcut* shortcut_of(const Ask& ask) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Shortcut& each) { return each.ask == ask; });
  return found == table.end() ? nullptr : &*found;
}

std::string name_of(const KeyPress& key) {
  const KeyPress press = in_browser ? key_on_page(key) : key;
  return (press.control ? "Ctrl + " : "") + std::string(press.alt ? "Alt + " : "") + (press.shift ? "Shift + " : "") +
         bare_name(press);
}

std::optional<KeyPress> key_named(std::string_view name) {
  KeyPress press;
  const auto take = [&](std::string_view prefix, bool& flag) {
    if (name.size() <= prefix.size() || !name.starts_with(prefix)) return;
    flag = true;
    name.remove_prefix(prefix.size());
  };
  take("Ctrl+", press.control);
  take("Shift+", press.shift);
  take("Alt+", press.alt);
  if (name == "Space") return press.character = U' ', press;
  if (name == "Plus") return press.character = U'+', press;
  for (const auto& [known, its_name] : names) {
    std::string joined(its_name);
    joined.erase(std::remove(joined.begin(), joined.end(), ' '), joined.end());
    if (name == joined || name == its_name) return press.key = known, press;
  }
  if (name.size() > 1 && name[0] == 'F') {
    const int number = std::atoi(std::string(name.substr(1)).c_str());
    if (number < 1 || number > 12) return std::nullopt;
    press.key = static_cast<Key>(static_cast<int>(Key::f1) + number - 1);
    return press;
  }
  if (name.size() != 1) return std::nullopt;
  const auto byte = static_cast<unsigned char>(name[0]);
  press.character = static_cast<char32_t>(press.control ? std::tolower(byte) : press.shift ? std::toupper(byte) : byte);
  press.shift = press.shift && press.control;
  return press;
}

}  // namespace tilescope
