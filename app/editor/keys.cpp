#include "app/editor/keys.h"

#include <algorithm>

#include "app/command/key_presses.h"

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

using namespace presses;

constexpr std::string_view caret_group = "Caret (Shift selects)", typing_group = "Typing";

template <Wish wish>
Pressed ask(Document& /*document*/, bool /*shift*/, std::size_t /*page*/) {
  return {wish, {}};
}
template <Move where>
Pressed move(Document& document, bool shift, std::size_t /*page*/) {
  return document.move(where, shift), Pressed{};
}
template <Move where>
Pressed move_page(Document& document, bool shift, std::size_t page) {
  return document.move(where, shift, std::max<std::size_t>(page, 2) - 1), Pressed{};
}
template <Move to>
Pressed erase(Document& document, bool /*shift*/, std::size_t /*page*/) {
  return document.erase(to), Pressed{};
}
template <auto edit>
Pressed change(Document& document, bool /*shift*/, std::size_t /*page*/) {
  return (document.*edit)(), Pressed{};
}
template <bool down>
Pressed move_lines(Document& document, bool /*shift*/, std::size_t /*page*/) {
  return document.move_lines(down), Pressed{};
}

// Copies the selection, or the whole line if nothing is selected.
template <bool cuts>
Pressed copy(Document& document, bool /*shift*/, std::size_t /*page*/) {
  const std::size_t caret = document.caret();
  const bool is_line = document.selection().is_empty();
  if (is_line) document.select_line();
  const std::string copied(document.selected());
  if (cuts)
    document.erase(Move::left);
  else if (is_line)
    document.place_caret(caret, false);
  return {Wish::copy, copied};
}

const std::vector<KeyRow> table{
    {typing_group, "end typing; the keys control playback again", {key(Key::escape)}, ask<Wish::leave>},
    {typing_group, "undo", {control('z')}, change<&Document::undo>},
    {typing_group, "redo", {control('y'), control_shift('z')}, change<&Document::redo>},
    {typing_group, "cut the selection, or the line", {control('x'), shift(Key::erase)}, copy<true>},
    {typing_group, "copy the selection, or the line", {control('c'), control(Key::insert)}, copy<false>},
    {typing_group, "paste", {control('v'), shift(Key::insert)}, ask<Wish::paste>},
    {typing_group, "select all", {control('a')}, change<&Document::select_all>},
    {typing_group, "find", {control('f')}, ask<Wish::find>},
    {typing_group, "find the next match", {key(Key::f3)}, ask<Wish::find_next>},
    {typing_group, "find the previous match", {shift(Key::f3)}, ask<Wish::find_before>},
    {typing_group, "find and replace", {control('h'), control('r')}, ask<Wish::replace>},
    {typing_group, "quick fix: apply the suggested fix", {control('.')}, ask<Wish::accept_mend>},
    {typing_group,
     "comment or uncomment lines",
     {control('/'), control('#'), control('7')},
     change<&Document::switch_comment>},
    {typing_group, "duplicate lines below", {control('d')}, change<&Document::copy_lines>},
    {typing_group, "move lines up", {alt(Key::up)}, move_lines<false>},
    {typing_group, "move lines down", {alt(Key::down)}, move_lines<true>},
    {typing_group, "indent lines", {key(Key::tab)}, change<&Document::indent>},
    {typing_group, "unindent lines", {shift(Key::tab)}, change<&Document::outdent>},
    {typing_group, "new line, indented", {key(Key::enter)}, change<&Document::new_line>},
    {typing_group, "delete a character to the left", {key(Key::backspace)}, erase<Move::left>},
    {typing_group, "delete a character to the right", {key(Key::erase)}, erase<Move::right>},
    {typing_group, "delete the word to the left", {control(Key::backspace)}, erase<Move::word_left>},
    {typing_group, "delete the word to the right", {control(Key::erase)}, erase<Move::word_right>},
    {caret_group, "one character to the left", {key(Key::left)}, move<Move::left>},
    {caret_group, "one character to the right", {key(Key::right)}, move<Move::right>},
    {caret_group, "one line up", {key(Key::up)}, move<Move::up>},
    {caret_group, "one line down", {key(Key::down)}, move<Move::down>},
    {caret_group, "one word to the left", {control(Key::left)}, move<Move::word_left>},
    {caret_group, "one word to the right", {control(Key::right)}, move<Move::word_right>},
    {caret_group, "one page up", {key(Key::page_up)}, move_page<Move::up>},
    {caret_group, "one page down", {key(Key::page_down)}, move_page<Move::down>},
    {caret_group, "to the beginning of the line", {key(Key::home)}, move<Move::line_begin>},
    {caret_group, "to the end of the line", {key(Key::end)}, move<Move::line_end>},
    {caret_group, "to a line by its number", {control('g')}, ask<Wish::go_to_line>},
    {caret_group, "to the beginning of the text", {control(Key::home)}, move<Move::text_begin>},
    {caret_group, "to the end of the text", {control(Key::end)}, move<Move::text_end>},
};

const KeyRow* row_with(const KeyPress& press) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const KeyRow& row) {
    return std::any_of(row.keys.begin(), row.keys.end(), [&](const KeyPress& key) { return are_same(key, press); });
  });
  return found == table.end() ? nullptr : &*found;
}

bool is_text(const KeyPress& key) {
  return key.key == Key::character && !key.control && !key.alt && key.character >= U' ' && key.character != 0x7f;
}

}  // namespace

std::span<const KeyRow> key_rows() { return table; }

const KeyRow* row_of(const KeyPress& press) {
  if (const KeyRow* const row = row_with(press); row != nullptr || !press.shift) return row;
  KeyPress plain = press;
  plain.shift = false;
  return row_with(plain);
}

Pressed press(Document& document, const KeyPress& key, std::size_t page) {
  if (const KeyRow* const row = row_of(key); row != nullptr) return row->does(document, key.shift, page);
  if (is_text(key)) document.type(in_utf8(key.character));
  return {};
}

}  // namespace tilescope::editor
