#include "app/editor/keys.h"

#include <optional>

namespace tilescope::editor {

namespace {

std::string in_utf8(char32_t letter) {
  std::string bytes;
  const auto put = [&](std::uint32_t byte) { bytes += static_cast<char>(byte); };
  if (letter < 0x80) {
    put(letter);
  } else if (letter < 0x800) {
    put(0xc0 | letter >> 6);
    put(0x80 | (letter & 0x3f));
  } else if (letter < 0x10000) {
    put(0xe0 | letter >> 12);
    put(0x80 | (letter >> 6 & 0x3f));
    put(0x80 | (letter & 0x3f));
  } else {
    put(0xf0 | letter >> 18);
    put(0x80 | (letter >> 12 & 0x3f));
    put(0x80 | (letter >> 6 & 0x3f));
    put(0x80 | (letter & 0x3f));
  }
  return bytes;
}

Pressed done() { return {true, Wish::none, {}}; }
Pressed wishing(Wish wish, std::string copied = {}) { return {true, wish, std::move(copied)}; }

std::optional<Move> move_of(const KeyPress& key) {
  switch (key.key) {
    case Key::left: return key.control ? Move::word_left : Move::left;
    case Key::right: return key.control ? Move::word_right : Move::right;
    case Key::up:
    case Key::page_up: return Move::up;
    case Key::down:
    case Key::page_down: return Move::down;
    case Key::home: return key.control ? Move::text_begin : Move::line_begin;
    case Key::end: return key.control ? Move::text_end : Move::line_end;
    default: return std::nullopt;
  }
}

// Copies the selection, or the whole line if nothing is selected.
Pressed copy(Document& document, bool cuts) {
  if (document.selection().is_empty()) {
    const std::size_t caret = document.caret();
    document.select_line();
    const std::string line(document.selected());
    if (cuts)
      document.erase(Move::left);
    else
      document.place_caret(caret, false);
    return wishing(Wish::copy, line);
  }
  const std::string selected(document.selected());
  if (cuts) document.erase(Move::left);
  return wishing(Wish::copy, selected);
}

Pressed press_with_control(Document& document, const KeyPress& key) {
  switch (key.character) {
    case U'a': return document.select_all(), done();
    case U'c': return copy(document, false);
    case U'd': return document.copy_lines(), done();
    case U'f': return wishing(Wish::find);
    case U'g': return wishing(Wish::go_to_line);
    case U'h':
    case U'r': return wishing(Wish::replace);
    case U'v': return wishing(Wish::paste);
    case U'x': return copy(document, true);
    case U'y': return document.redo(), done();
    case U'z': return key.shift ? document.redo() : document.undo(), done();
    case U'/':
    case U'#':
    case U'7': return document.switch_comment(), done();
    case U'.': return wishing(Wish::accept_mend);
    default: return {};
  }
}

}  // namespace

Pressed press(Document& document, const KeyPress& key, std::size_t page) {
  if (key.key == Key::character) {
    if (key.control && !key.alt) return press_with_control(document, key);
    if (key.control || key.alt || key.character < U' ' || key.character == 0x7f) return {};
    document.type(in_utf8(key.character));
    return done();
  }
  if (key.alt && (key.key == Key::up || key.key == Key::down)) return document.move_lines(key.key == Key::down), done();
  if (key.alt) return {};  // keys of playback, which work while typing
  if (const auto move = move_of(key)) {
    const bool is_page = key.key == Key::page_up || key.key == Key::page_down;
    document.move(*move, key.shift, is_page ? std::max<std::size_t>(page, 2) - 1 : 1);
    return done();
  }
  switch (key.key) {
    case Key::enter: return document.new_line(), done();
    case Key::tab: return key.shift ? document.outdent() : document.indent(), done();
    case Key::backspace: return document.erase(key.control ? Move::word_left : Move::left), done();
    case Key::erase:
      if (key.shift) return copy(document, true);
      return document.erase(key.control ? Move::word_right : Move::right), done();
    case Key::insert: return key.shift ? wishing(Wish::paste) : key.control ? copy(document, false) : done();
    case Key::escape: return wishing(Wish::leave);
    case Key::f3: return wishing(key.shift ? Wish::find_before : Wish::find_next);
    default: return {};
  }
}

std::vector<KeyHelp> key_help() {
  return {{"Esc", "back to playback"},
          {"Ctrl + Z, Ctrl + Y", "undo, redo"},
          {"Ctrl + F, F3, Ctrl + H", "find, the next one, replace"},
          {"Ctrl + G", "go to a line"},
          {"Ctrl + /", "comment or uncomment lines"},
          {"Tab, Shift + Tab", "indent, unindent"},
          {"Alt + Up, Alt + Down", "move lines"},
          {"Ctrl + D", "copy lines below themselves"},
          {"Ctrl + .", "apply the suggested fix"},
          {"Alt + Left, Alt + Right", "step playback while typing"}};
}

}  // namespace tilescope::editor
