#include "app/desk/desk.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/explain/warps_view.h"
#include "app/gl/painter.h"
#include "app/names/share_string.h"
#include "app/session/frame_watch.h"
#include "app/session/shortcuts.h"
#include "app/stage/theme.h"

namespace tilescope {

namespace {

// Translates a key into an answer to the open question: a choice, or a digit of a number.
std::optional<Command> answer_of(const Session& session, const KeyPress& key) {
  if (!session.course().takes_answer() || key.control || key.alt) return std::nullopt;
  const bool is_number = session.course().question()->form == lessons::Question::Form::number;
  if (is_number && key.key == Key::backspace) return TypeAnswer{'\b'};
  if (key.key != Key::character || key.character > U'9') return std::nullopt;
  const auto letter = static_cast<char>(key.character);
  const bool is_digit = letter >= '0' && letter <= '9';
  if (is_number && (is_digit || letter == '.' || letter == '-')) return TypeAnswer{letter};
  if (!is_number && letter >= '1' && letter <= '4') return Answer{std::string(1, letter)};
  return std::nullopt;
}

constexpr float side_for_a_finger = 44;  // the least side of a button, at a display's scale of 1

bool is_paste(const KeyPress& key) { return key.control && key.key == Key::character && key.character == U'v'; }

Box place_of_search(const Screen& screen) {
  if (!screen.editor) return {};
  const Box& place = screen.editor->search;
  return {screen.editor_room.x + place.x, screen.editor_room.y + place.y, place.w, place.h};
}

// The lines of the source in sight, edited or not.
SeeLines lines_in_sight(const Screen& screen) {
  if (screen.editor && !screen.editor->rows.empty()) {
    const editor::Layout& text = *screen.editor;
    const std::size_t last = std::min(text.first + text.in_sight, text.rows.size()) - 1;
    return {text.rows[std::min(text.first, last)].line + 1, text.rows[last].line + 1};
  }
  SeeLines seen;
  for (const Hit& hit : screen.picture.hits) {
    if (hit.target.kind != Target::Kind::line || !screen.layout.source.contains(hit.box.middle())) continue;
    seen.first = seen.first == 0 ? hit.target.number : std::min<std::size_t>(seen.first, hit.target.number);
    seen.last = std::max<std::size_t>(seen.last, hit.target.number);
  }
  return seen;
}

// The presenter's pointer: a large spot that the back row can follow.
Picture pointer_at(Point place, float text) {
  Picture picture;
  picture.ground = Ink::none;
  const float radius = 0.9F * text;
  const Box spot{place.x - radius, place.y - radius, 2 * radius, 2 * radius};
  picture.shapes.push_back({spot, Ink::bad, Ink::none, 0, radius, 0.45F, Mark::none});
  picture.shapes.push_back({spot, Ink::none, Ink::bad, 0.2F * text, radius, 1, Mark::none});
  return picture;
}

Picture marks_of(const std::vector<Label>& words) {
  Picture picture;
  picture.ground = Ink::none;
  for (const Label& label : words) picture.shapes.push_back({label.box, Ink::b, Ink::none, 0, 0, 0.3F, Mark::none});
  return picture;
}

std::string text_of(const std::vector<Label>& words) {
  std::string text;
  for (std::size_t n = 0; n < words.size(); ++n) {
    const bool is_same_row = n > 0 && std::abs(words[n].box.middle().y - words[n - 1].box.middle().y) < 4;
    text += n == 0 ? "" : is_same_row ? " " : "\n";
    text += words[n].text;
  }
  return text;
}

// Shows that a border can be dragged.
Picture grip_of(const Border& border) {
  Picture picture;
  picture.ground = Ink::none;
  const bool is_level = border.grows.y != 0;
  const float thick = 0.4F * std::min(border.box.w, border.box.h), length = 3 * std::min(border.box.w, border.box.h);
  const Point middle = border.box.middle(), side{is_level ? length : thick, is_level ? thick : length};
  picture.shapes.push_back(
      {{middle.x - side.x, middle.y - side.y, 2 * side.x, 2 * side.y}, Ink::now, Ink::none, 0, thick, 1, Mark::none});
  return picture;
}

}  // namespace

Desk::Desk(Session& session, Gui& gui, Surface& surface) : session_(session), gui_(gui), surface_(surface) {}

namespace {

// The room of the launch panel: over the source if that is at the top, else over the stage, and above the timeline. The
// counters stay visible.
Box launch_room(const Layout& layout) {
  const float gap = 0.5F * layout.text;
  const bool has_source = layout.source.w > 0 && layout.source.y <= layout.top;
  const bool has_lesson_below = layout.narration.w > 0 && layout.narration.y > layout.top;
  const float wide = std::min(28 * layout.text, layout.title.w);
  const float x = std::min((has_source ? layout.source : layout.stage).x, layout.title.right() - wide);
  const float y = std::max(layout.top, gap), below = has_lesson_below ? layout.narration.y : layout.timeline.y;
  return {x, y, wide, below - gap - y};
}

// The room of a banner: where it covers the legend or counters, but neither the timeline nor the buttons of a lesson.
Box notice_room(const Layout& layout, Extent window) {
  Box room{0, 0, static_cast<float>(window.width), static_cast<float>(window.height)};
  const Box& words = layout.narration;
  const bool are_words_below = words.w > 0 && words.y > layout.top;
  for (const Box& below : {layout.transport, layout.timeline, are_words_below ? words : Box{}})
    if (below.h > 0) room.h = std::min(room.h, below.y);
  if (words.w > 0 && !are_words_below && words.right() < 0.5F * room.w) room.x = words.right(), room.w -= room.x;
  return room;
}

// Whether a list is open, which then has the keyboard.
bool has_open_list() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

// Whether a panel goes on without input: ImGui answers a click in the next frame, and a held button counts again.
bool panel_goes_on() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.MouseClicked[0] || io.MouseReleased[0] || (io.WantCaptureMouse && io.MouseWheel != 0) ||
         (io.MouseDown[0] && ImGui::IsAnyItemActive());
}

// The upper edge of the first such place in the room.
std::optional<float> top_of(const Picture& picture, const Target& target, const Box& room) {
  for (const Hit& hit : picture.hits)
    if (hit.target == target && room.contains(hit.box.middle())) return hit.box.y;
  for (const Clipped& part : picture.clipped)
    if (const auto top = top_of(part.picture, target, room)) return top;
  return std::nullopt;
}

}  // namespace

void Desk::use_clipboard() {
  if (const std::string copied = session_.wishes().take_copied(); !copied.empty()) surface_.set_clipboard(copied);
  if (!session_.wishes().wants_paste() || surface_.asks_for_paste()) return;
  if (const std::string text = surface_.clipboard(); !text.empty())
    session_.apply(PasteText{text});
  else
    session_.apply(Say{"The clipboard is empty.", false});
}

bool Desk::open_copied_link() {
  const std::string link = link_in(surface_.clipboard());
  if (link.empty()) return false;
  session_.apply(Act::start_page);  // closes it
  session_.apply(Open{link});
  return true;
}

void Desk::press(const KeyPress& pressed) {
  KeyPress key = pressed;
  const bool is_number = key.key == Key::character && key.character >= U'1' && key.character <= U'9' && !key.control;
  if (session_.overlays().files == Overlays::Files::fresh && is_number) {
    for (const Command& command : from_template(key.character - U'0')) session_.apply(command);
    return;
  }
  const bool is_for_menu = key.key == Key::up || key.key == Key::down || key.key == Key::enter;
  if (session_.overlays().files == Overlays::Files::menu && is_for_menu) {
    for (const Command& command : key_in_menu(files_, key.key)) session_.apply(command);
    return use_clipboard();
  }
  const auto& banner = session_.banner();
  if (banner && banner->accept && key.key == Key::enter && !session_.editing().has_keys)
    return session_.apply(Command(*banner->accept));
  const bool has_help = session_.overlays().help || session_.overlays().glossary;
  if (session_.editing().has_keys && !works_while_typing(key) && !has_help) {
    session_.apply(EndNotice{});
    session_.apply(TypeKey{key, lines_in_sight_});
    return use_clipboard();
  }
  if (session_.editing().has_keys) key = meant_while_typing(key);
  if (key.control && key.key == Key::character && key.character == U'c')
    if (const std::string marked = text_of(marked_words()); !marked.empty()) {
      surface_.set_clipboard(marked);
      return session_.apply(Say{"The selected text was copied.", false});
    }
  const auto answer = answer_of(session_, key);
  const auto ask = asked_by(key, session_.course().is_open()    ? Within::lesson
                                 : session_.tasking().is_open() ? Within::task
                                                                : Within::anywhere);
  if (answer || (ask && *ask != Act::close)) session_.apply(EndNotice{});  // Esc only closes the notice
  if (answer)
    session_.apply(*answer);
  else if (ask)
    session_.apply(command_of(*ask));
  scroll_by_page(session_.wishes().take_pages());
  use_clipboard();
}

// Scroll positions belong to what is shown: another lesson's step or another view begins at its top.
void Desk::forget_old_scrolls() {
  const Tasking& tasking = session_.tasking();
  const Course& course = session_.course();
  std::array<std::string, scrolling_panels> shown;
  const auto set = [&](Scrolling panel, std::string what) { shown[static_cast<std::size_t>(panel)] = std::move(what); };
  if (tasking.is_open())
    set(Scrolling::narration, tasking.task().task.name);
  else if (course.is_open())
    set(Scrolling::narration, course.lesson().lesson.name + std::to_string(course.step()));
  set(Scrolling::explain, std::string(session_.explaining().view.name));
  const Target& selected = session_.selection().selected;
  set(Scrolling::inspector, fmt::format("{} {}", static_cast<int>(selected.kind), selected.number));
  set(Scrolling::source, session_.shown().has_trace() ? session_.shown().frame.scenery->launch().kernel
                                                      : scrolled_[static_cast<std::size_t>(Scrolling::source)]);
  for (std::size_t n = 0; n < scrolling_panels; ++n)
    if (shown[n] != scrolled_[n]) scrolls_[n] = not_scrolled[n];
  scrolled_ = std::move(shown);
}

// The open view scrolls, or else a lesson's or task's text, the story or the counters.
void Desk::scroll_by_page(int pages) {
  for (const Scrolling panel : {Scrolling::explain, Scrolling::narration, Scrolling::inspector, Scrolling::counters}) {
    const auto n = static_cast<std::size_t>(panel);
    const Scroll& scroll = screen_.scrolls[n];
    if (pages == 0 || !scroll.is_needed()) continue;
    scrolls_[n] = std::clamp(scroll.at + 0.9F * scroll.room.h * static_cast<float>(pages), 0.0F, scroll.most);
    return;
  }
}

// Whether something happened after which views scroll to what is new.
bool Desk::has_moved_on() {
  std::string now = scrolled_[static_cast<std::size_t>(Scrolling::explain)];
  now += fmt::format(" {} {}", session_.playback().moment, session_.explaining().choices.finding);
  if (const Course& course = session_.course(); course.is_open())
    now += fmt::format(" {} {} {}", scrolled_[0], course.guess().open, course.guess().revealed);
  const tasks::Attempt* const attempt = session_.tasking().is_open() ? session_.tasking().judged().attempt() : nullptr;
  if (attempt != nullptr) now += fmt::format(" {}", attempt->reached());
  if (session_.tasking().is_open()) now += fmt::format(" {}", session_.tasking().help.hints);
  return std::exchange(followed_, now) != now;
}

void Desk::frame(double seconds) {
  const std::vector<KeyPress> keys = surface_.take_keys();
  for (const KeyPress& key : keys) {
    const OnFrame pressing("a key");
    if (session_.overlays().start && is_paste(key) && open_copied_link()) continue;
    if (!has_list_ && (!panel_types_ || key.key == Key::escape || works_while_typing(key))) press(key);
  }
  const bool changed = session_.advance(seconds);
  gui_.set_user_scale(session_.settings().zoom);
  const Theme& theme = *find_theme(session_.settings().theme);
  gui_.begin(theme, static_cast<float>(seconds));
  const Extent size = surface_.size();
  const float text_scale = gui_.scale();
  const float target = has_fingers_ ? side_for_a_finger * text_scale / session_.settings().zoom : 0;
  forget_old_scrolls();
  std::optional<OnFrame> composing("composing");
  screen_ = screen_of(session_, {static_cast<float>(size.width), static_cast<float>(size.height), text_scale,
                                 editor_scroll_, follows_caret_, shows_few_, shows_source_, target, scrolls_,
                                 has_moved_on(), screen_.scrolls[static_cast<std::size_t>(Scrolling::source)].room,
                                 std::exchange(held_, std::nullopt)});
  composing.reset();
  if (screen_.editor) {
    editor_scroll_ = static_cast<float>(screen_.editor->first);
    lines_in_sight_ = screen_.editor->in_sight;
  }
  const Box room = screen_.editor ? screen_.editor_room : Box{};
  follows_caret_ = !(std::exchange(editor_room_, room) == room);  // also after a change of size
  screen_.renderer = Gui::renderer();
  if (const SeeLines seen = lines_in_sight(screen_); !(seen == session_.selection().in_sight)) session_.apply(seen);
  for (std::size_t n = 0; n < scrolling_panels; ++n) scrolls_[n] = screen_.scrolls[n].at;
  gui_.set_ground(screen_.picture.ground);
  std::optional<OnFrame> painting("painting");
  paint(screen_.picture, {0, 0}, 1, gui_.background(), gui_.fonts(), theme, gui_.painters());
  if (!screen_.over.shapes.empty())
    paint(screen_.over, {0, 0}, 1, gui_.background(), gui_.fonts(), theme, gui_.painters());

  painting.reset();

  std::optional<OnFrame> in_panels("panels");
  std::vector<Command> commands;
  const auto take = [&](std::vector<Command> more) { commands.insert(commands.end(), more.begin(), more.end()); };
  const float text = 15 * text_scale;
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {padding.x, std::max(padding.y, (target - ImGui::GetFontSize()) / 2)});
  take(help_panel(session_, help_, gui_.fonts(), text, screen_.renderer));
  take(launch_panel(session_, launch_, gui_.fonts(), launch_room(screen_.layout), text));
  take(files_panel(session_, files_, screen_.layout.source, text));
  take(find_panel(session_, find_, place_of_search(screen_)));
  take(stop_panel(session_, stop_, text));
  const auto paint_in_panel = [&](const Picture& picture, Point origin, float scale) {
    paint(picture, origin, scale, *ImGui::GetWindowDrawList(), gui_.fonts(), theme, gui_.painters());
  };
  take(start_panel(session_, start_, paint_in_panel, text));
  take(notices_panel(session_, notice_room(screen_.layout, size), text, has_fingers_));
  ImGui::PopStyleVar();
  take_mouse(commands);
  if (const ImVec2 mouse = ImGui::GetIO().MousePos; session_.overlays().pointer && ImGui::IsMousePosValid(&mouse))
    paint(pointer_at({mouse.x, mouse.y}, screen_.layout.text), {0, 0}, 1, gui_.foreground(), gui_.fonts(), theme,
          gui_.painters());
  if (const Picture marks = marks_of(marked_words()); !marks.shapes.empty())
    paint(marks, {0, 0}, 1, gui_.background(), gui_.fonts(), theme, gui_.painters());
  for (const Border& border : screen_.layout.borders)
    if (border.panel == border_under_mouse_)
      paint(grip_of(border), {0, 0}, 1, gui_.background(), gui_.fonts(), theme, gui_.painters());
  const Pointer pointer_before = pointer_;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  show_pointer(pointer_now({mouse.x, mouse.y}));
  panel_types_ = ImGui::GetIO().WantTextInput;
  has_list_ = has_open_list();
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  flags = has_list_ ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
  const bool panels_go_on = panel_goes_on();
  in_panels.reset();
  {
    const OnFrame filling("filling");
    gui_.end();
  }

  for (const Command& command : commands) {
    const OnFrame applying("a command");
    session_.apply(command);
  }
  if (!commands.empty()) use_clipboard();
  const bool opens_file = session_.overlays().files == Overlays::Files::open;
  if (!std::exchange(opens_file_, opens_file) && opens_file && surface_.asks_for_files())
    session_.apply(Act::open_file);  // its own list closes again
  scroll_by_page(session_.wishes().take_pages());
  if (session_.editing().is_open()) {
    const editor::Document& typed = *session_.editing().document;
    follows_caret_ = follows_caret_ || caret_ != typed.caret() || version_ != typed.version();
    const std::uint32_t line = session_.shown().has_trace() ? session_.shown().frame.line : 0;
    follows_caret_ = follows_caret_ || (!session_.editing().has_keys && line != line_run_);
    caret_ = typed.caret();
    version_ = typed.version();
    line_run_ = line;
  }
  const auto stays = [](const Scroll& drawn, float wanted) { return drawn.at == wanted; };
  const bool scrolls = !std::equal(screen_.scrolls.begin(), screen_.scrolls.end(), scrolls_.begin(), stays);
  const bool goes_on = changed || scrolls || pointer_ != pointer_before || panels_go_on || start_.pictures.is_busy() ||
                       !keys.empty() || !commands.empty() || session_.playback().playing ||
                       session_.launching().recorder.is_busy() || session_.shown().is_explaining() ||
                       session_.worked_out().variables.is_busy() || session_.worked_out().comparing.is_busy() ||
                       session_.worked_out().cubing.is_busy() ||
                       (cube_drag_ && !cube_drag_->moved) ||  // the button may already be up
                       follows_caret_ || gui_.lacks_letters() || session_.editing().is_restless() ||
                       (session_.banner() && session_.banner()->seconds > 0) ||
                       session_.course().preparing().is_busy() || session_.tasking().is_busy();
  // ImGui measures a new panel in one frame and shows it in the next.
  constexpr int frames_to_settle = 2;
  frames_left_ = goes_on ? frames_to_settle : std::max(0, frames_left_ - 1);
}

// ImGui's panels set the beam over their fields, and the arrows over their own edges.
Pointer Desk::pointer_now(Point mouse) const {
  if (border_drag_) return pointer_over_border(border_drag_->border);
  if (is_marking_ || drags_text_) return Pointer::beam;
  if (bar_drag_ || panel_drag_) return Pointer::arrow;
  if (drags_timeline_ || cube_drag_) return Pointer::hand;
  if (!ImGui::GetIO().WantCaptureMouse) return pointer_over(screen_, mouse);
  return ImGui::IsAnyItemHovered() ? Pointer::hand : Pointer::arrow;
}

void Desk::show_pointer(Pointer pointer) {
  pointer_ = pointer;
  if (ImGui::GetMouseCursor() != ImGuiMouseCursor_Arrow) return;
  switch (pointer) {
    case Pointer::arrow: return;
    case Pointer::hand: return ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    case Pointer::beam: return ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    case Pointer::sideways: return ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    case Pointer::up_and_down: return ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  }
}

Desk::Field Desk::field() const {
  if (panel_types_) return Field::other;
  if (session_.editing().has_keys) return Field::source;
  // A class sees no buttons for the digits; otherwise the keyboard of a telephone would only cover the question.
  const bool is_typed = session_.overlays().presenter && session_.course().takes_answer() &&
                        session_.course().question()->form == lessons::Question::Form::number;
  return is_typed ? Field::other : Field::none;
}

bool Desk::takes_tab() const { return panel_types_ || has_list_ || session_.editing().has_keys; }

float Desk::scroll_step_of_finger(Point place) const {
  constexpr float lines_in_gui = 5;  // ImGui's own step
  return ImGui::GetIO().WantCaptureMouse ? lines_in_gui * ImGui::GetFontSize()
                                         : tilescope::scroll_step_of_finger(screen_, place);
}

void Desk::take_mouse(std::vector<Command>& commands) {
  const ImGuiIO& io = ImGui::GetIO();
  const Point mouse{io.MousePos.x, io.MousePos.y};
  const bool down = io.MouseDown[0];
  const bool pressed = down && !was_down_;
  was_down_ = down;
  if (!down) drags_timeline_ = false;
  border_under_mouse_ = {};
  if (io.WantCaptureMouse && !drags_timeline_) return;
  if (pressed) session_.apply(EndNotice{});
  const Layout& layout = screen_.layout;
  if (pressed && layout.timeline.contains(mouse) && session_.shown().has_trace()) drags_timeline_ = true;
  const Target target = screen_.picture.at(mouse);
  if (drags_timeline_) {
    if (pressed && target.kind == Target::Kind::thread) commands.emplace_back(Select{target, io.KeyShift});
    return drag_timeline(commands, mouse);
  }
  if (io.MouseWheel != 0 && layout.timeline.contains(mouse))
    commands.emplace_back(io.MouseWheel > 0 ? Act::zoom_timeline_in : Act::zoom_timeline_out);
  if (take_mouse_at_cube(commands, mouse, pressed)) return;
  if (take_mouse_at_scroll_bar(mouse, pressed) || take_mouse_at_border(commands, mouse, pressed)) return;
  if (io.MouseWheel != 0 && screen_.editor && layout.source.contains(mouse))
    editor_scroll_ = std::max(0.0F, editor_scroll_ - lines_of_wheel * io.MouseWheel);
  if (!(target == session_.selection().hovered)) commands.emplace_back(Hover{target});
  const bool slides = target.kind == Target::Kind::tile || target.kind == Target::Kind::place;
  if (pressed)
    dragged_ = slides ? target : Target{};
  else if (down && slides && target.kind == dragged_.kind && !(target == dragged_)) {
    dragged_ = target;
    commands.emplace_back(Select{target});
  }
  if (take_mouse_at_panel(mouse, pressed)) return;
  if (take_mouse_at_words(target, mouse, pressed)) return;
  if (screen_.editor && target.kind != Target::Kind::act) {
    const Point there{mouse.x - screen_.editor_room.x, mouse.y - screen_.editor_room.y};
    if (!down) drags_text_ = false;
    if ((pressed && screen_.editor->room.contains(there)) || drags_text_)
      return take_mouse_in_text(commands, there, pressed);
  }
  if (!pressed) return;
  const bool again = ImGui::GetTime() - clicked_ < 0.4 && target == clicked_on_;
  clicked_ = ImGui::GetTime();
  clicked_on_ = target;
  if (again && target.kind == Target::Kind::line &&
      layout.source.contains(mouse))  // a double click there starts typing
    commands.emplace_back(PlaceCaret{target.number - 1, 1000, false, 1});
  if (target.kind != Target::Kind::none) commands.emplace_back(Select{target, io.KeyShift});
  if (target.kind == Target::Kind::line && target.moment == first_step_of_line) hold(target, mouse);
}

// The row of a table stays under the pointer when the step that it leads to has more above the table.
void Desk::hold(const Target& target, Point mouse) {
  for (std::size_t panel = 0; panel < scrolling_panels; ++panel)
    if (const Box& room = screen_.scrolls[panel].room; room.contains(mouse))
      if (const auto top = top_of(screen_.picture, target, room))
        held_ = {static_cast<Scrolling>(panel), target, *top - room.y};
}

// Dragging where nothing can be clicked marks words, row by row; Ctrl + C copies them.
bool Desk::take_mouse_at_words(const Target& target, Point mouse, bool pressed) {
  if (pressed) {
    const Layout& layout = screen_.layout;
    marking_.reset();
    for (const Box& panel : {layout.narration, layout.explain, layout.inspector, layout.counters})
      if (panel.w > 0 && panel.contains(mouse) && target.kind == Target::Kind::none)
        marking_ = Marking{panel, mouse, mouse};
    is_marking_ = marking_.has_value();
  }
  if (!ImGui::GetIO().MouseDown[0]) is_marking_ = false;
  if (is_marking_) marking_->end = mouse;
  return is_marking_ && !pressed;
}

// In reading order.
std::vector<Label> Desk::marked_words() const {
  std::vector<Label> words;
  if (!marking_ || distance(marking_->begin, marking_->end) < 4) return words;
  const auto& [panel, begin, end] = *marking_;
  const Box over = common(panel, {std::min(begin.x, end.x), std::min(begin.y, end.y), std::abs(begin.x - end.x) + 1,
                                  std::abs(begin.y - end.y) + 1});
  const bool is_one_row = over.h < screen_.layout.text;
  for (const Label& label : screen_.picture.in_sight().labels) {
    Box box = label.box;
    if (!is_one_row) box.x = panel.x, box.w = panel.w;  // rows are marked whole
    if (!label.text.empty() && panel.contains(label.box.middle()) && !common(box, over).is_empty())
      words.push_back(label);
  }
  std::stable_sort(words.begin(), words.end(), [](const Label& one, const Label& other) {
    const auto row = [](const Label& label) { return std::lround(label.box.middle().y / 4); };
    return std::pair(row(one), one.box.x) < std::pair(row(other), other.box.x);
  });
  return words;
}

// A border between two panels can be dragged; a double click brings the default size back.
bool Desk::take_mouse_at_border(std::vector<Command>& commands, Point mouse, bool pressed) {
  const Border* const under = border_at(screen_, mouse);
  if (!ImGui::GetIO().MouseDown[0]) border_drag_.reset();
  border_under_mouse_ = border_drag_ ? border_drag_->border.panel : under != nullptr ? under->panel : "";
  if (pressed && under != nullptr) {
    border_drag_ = BorderDrag{*under, mouse};
    if (ImGui::GetIO().MouseClickedCount[0] >= 2) commands.emplace_back(SizePanel{under->panel, 0});
    return true;
  }
  if (!border_drag_) return false;
  const auto& [border, begin] = *border_drag_;
  const float by = (mouse.x - begin.x) * border.grows.x + (mouse.y - begin.y) * border.grows.y;
  const float size = border.size + by / screen_.layout.text;
  if (by != 0 && size > 0) commands.emplace_back(SizePanel{border.panel, size});
  return true;
}

// The wheel scrolls the panel under the mouse; its bar can be dragged.
bool Desk::take_mouse_at_scroll_bar(Point mouse, bool pressed) {
  const ImGuiIO& io = ImGui::GetIO();
  for (std::size_t n = 0; n < scrolling_panels; ++n) {
    const Scroll& scroll = screen_.scrolls[n];
    if (!scroll.is_needed()) continue;
    const Box bar = scroll.bar();
    if (io.MouseWheel != 0 && (scroll.room.contains(mouse) || bar.contains(mouse)))
      scrolls_[n] -= io.MouseWheel * lines_of_wheel * screen_.layout.text;
    if (pressed && scroll.more(screen_.layout.text).contains(mouse)) {
      scrolls_[n] += 0.9F * scroll.room.h;
      return true;
    }
    if (!pressed || !bar.inset(-0.5F * bar.w).contains(mouse)) continue;
    const Box thumb = scroll.thumb();
    const float page = thumb.contains({thumb.middle().x, mouse.y}) ? 0 : mouse.y < thumb.y ? -1 : 1;
    scrolls_[n] += page * 0.9F * scroll.room.h;
    bar_drag_ = BarDrag{n, mouse.y, scrolls_[n]};
  }
  if (!io.MouseDown[0]) bar_drag_.reset();
  if (!bar_drag_) return false;
  const Scroll& scroll = screen_.scrolls[bar_drag_->panel];
  const float way = scroll.bar().h - scroll.thumb().h;
  if (way > 0 && mouse.y != bar_drag_->begin)
    scrolls_[bar_drag_->panel] = bar_drag_->at + (mouse.y - bar_drag_->begin) * scroll.most / way;
  return true;
}

// A drag that begins beside the words and buttons of a panel moves its content, as a finger on a touch screen expects.
bool Desk::take_mouse_at_panel(Point mouse, bool pressed) {
  if (pressed) {
    panel_drag_.reset();
    const std::size_t panel = scrolling_panel_at(screen_, mouse);
    const bool is_free = screen_.picture.at(mouse).kind == Target::Kind::none && !has_words_at(screen_, mouse);
    if (panel < scrolling_panels && is_free) panel_drag_ = BarDrag{panel, mouse.y, scrolls_[panel]};
    if (panel_drag_) marking_.reset();
    return panel_drag_.has_value();
  }
  if (!ImGui::GetIO().MouseDown[0]) panel_drag_.reset();
  if (!panel_drag_) return false;
  if (mouse.y != panel_drag_->begin) scrolls_[panel_drag_->panel] = panel_drag_->at - (mouse.y - panel_drag_->begin);
  return true;
}

// Dragging turns the cube. A click goes to a point once it is clear that it is not the start of a drag.
bool Desk::take_mouse_at_cube(std::vector<Command>& commands, Point mouse, bool pressed) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_over = screen_.picture.has_solid_at(mouse);
  if (is_over && io.MouseWheel != 0) commands.emplace_back(io.MouseWheel > 0 ? Act::nearer : Act::farther);
  if (is_over && pressed) cube_drag_ = CubeDrag{mouse, mouse, false};
  if (!cube_drag_) return false;
  constexpr float pixels_per_degree = 3, least = 4;
  if (io.MouseDown[0]) {
    cube_drag_->moved = cube_drag_->moved || distance(cube_drag_->begin, mouse) >= least * screen_.layout.text / 15;
    const auto degrees = [](float pixels) { return static_cast<int>(pixels / pixels_per_degree); };
    const int yaw = degrees(mouse.x - cube_drag_->last.x), pitch = degrees(mouse.y - cube_drag_->last.y);
    if (!cube_drag_->moved || (yaw == 0 && pitch == 0)) return true;
    CubeLook look = session_.explaining().choices.cube;
    look.turn(-yaw, pitch);
    cube_drag_->last.x += pixels_per_degree * static_cast<float>(yaw);
    cube_drag_->last.y += pixels_per_degree * static_cast<float>(pitch);
    commands.emplace_back(LookAtCube{look});
    return true;
  }
  const Target target = screen_.picture.at(mouse);
  if (!cube_drag_->moved && target.kind != Target::Kind::none) commands.emplace_back(Select{target, io.KeyShift});
  cube_drag_.reset();
  return true;
}

// A double click starts typing. After that, a click places the caret, a second click at the same place selects the
// word, a third one the line; dragging selects a range.
void Desk::take_mouse_in_text(std::vector<Command>& commands, Point mouse, bool pressed) {
  const editor::TextPosition place = screen_.editor->place_at(mouse);
  if (!pressed) {
    if (mouse.y < screen_.editor->text.y) editor_scroll_ = std::max(0.0F, editor_scroll_ - 1);
    if (mouse.y > screen_.editor->text.bottom()) editor_scroll_ += 1;
    return void(commands.emplace_back(PlaceCaret{place.line, place.column, true, 0}));
  }
  const double now = ImGui::GetTime();
  const bool again = now - clicked_ < 0.4 && distance(mouse, clicked_at_) < screen_.editor->letter;
  clicks_ = again ? clicks_ + 1 : 1;
  clicked_ = now;
  clicked_at_ = mouse;
  drags_text_ = clicks_ == 1;
  if (!session_.editing().has_keys && clicks_ == 1) {  // a click in code that is only read need not mean typing
    drags_text_ = false;
    if (!session_.editing().is_changed())
      commands.emplace_back(
          Say{"Double-click to type here. You can also click Edit or press i to start typing.", false});
    return;
  }
  commands.emplace_back(PlaceCaret{place.line, place.column, ImGui::GetIO().KeyShift, clicks_});
}

void Desk::drag_timeline(std::vector<Command>& commands, Point mouse) {
  const float x = mouse.x - screen_.layout.timeline.x - 0.8F * screen_.layout.text;
  const std::uint64_t moment = moment_at(session_.shown().replay().scenery(), screen_.timeline, screen_.timeline_view,
                                         x, session_.playback().grain);
  if (moment != session_.playback().moment) commands.emplace_back(Seek{moment});
}

}  // namespace tilescope
