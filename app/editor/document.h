// A text in the editor: its caret, its selection, and its edits, which can be undone. It does not depend on keys,
// pictures or kernels. Places are byte offsets, always between two letters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::editor {

// A range of text.
struct Span {
  std::size_t begin = 0, end = 0;

  [[nodiscard]] bool is_empty() const { return begin == end; }
  [[nodiscard]] std::size_t size() const { return end - begin; }
  bool operator==(const Span&) const = default;
};

// A place in the visible text. Lines count from 0, columns in letters; a tab extends to the next tab stop.
struct TextPosition {
  std::size_t line = 0, column = 0;
  bool operator==(const TextPosition&) const = default;
};

enum class Move : std::uint8_t {
  left,
  right,
  word_left,
  word_right,
  up,
  down,
  line_begin,  // to the first letter after the indentation; from there, to the start of the line
  line_end,
  text_begin,
  text_end,
};

constexpr std::size_t tab_width = 4;

// Whether this byte continues a letter.
[[nodiscard]] inline bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

class Document {
 public:
  // Converts line ends to \n; `text_to_save` restores them.
  explicit Document(std::string_view text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string text_to_save() const;
  // Changes with every edit, so that results for one text can be kept.
  [[nodiscard]] std::uint64_t version() const { return version_; }

  [[nodiscard]] std::size_t caret() const { return caret_; }
  [[nodiscard]] Span selection() const;
  [[nodiscard]] std::string_view selected() const { return in(selection()); }

  [[nodiscard]] std::size_t lines() const { return starts_.size(); }
  [[nodiscard]] std::string_view line(std::size_t number) const;
  [[nodiscard]] std::size_t start_of(std::size_t line) const { return starts_[line]; }
  [[nodiscard]] std::size_t line_at(std::size_t at) const;
  [[nodiscard]] TextPosition place_of(std::size_t at) const;
  // The nearest valid place.
  [[nodiscard]] std::size_t at(TextPosition place) const;

  void move(Move where, bool selects, std::size_t times = 1);
  void place_caret(std::size_t at, bool selects);
  void select(Span span);
  void select_all() { select({0, text_.size()}); }
  void select_word();  // at the caret
  void select_line();

  // Replaces the selection. Typed letters are undone word by word.
  void type(std::string_view letters);
  void paste(std::string_view text);
  void new_line();  // indented like the previous line, or further after an opening brace or before a single statement
  void erase(Move to);         // the selection, or the text up to there
  void indent();               // the selected lines; without a selection, inserts spaces up to the next tab stop
  void outdent();              // the selected lines, or the caret's line
  void switch_comment();       // for all selected lines
  void move_lines(bool down);  // past the next or previous line
  void copy_lines();           // below themselves
  void replace(Span span, std::string_view with);
  std::size_t replace_all(std::string_view what, std::string_view with, bool minds_case);

  bool undo();
  bool redo();
  [[nodiscard]] bool can_undo() const { return done_ > 0; }
  [[nodiscard]] bool can_redo() const { return done_ < edits_.size(); }

  // The bracket beside the caret and its partner, which is missing if the bracket is not closed.
  struct Brackets {
    std::size_t first = 0;
    std::optional<std::size_t> second;
  };
  [[nodiscard]] std::optional<Brackets> brackets() const;
  // The next match from the caret on, or the previous one, cyclically.
  [[nodiscard]] std::optional<Span> find(std::string_view what, bool forward, bool minds_case) const;
  [[nodiscard]] std::vector<Span> find_all(std::string_view what, bool minds_case) const;

 private:
  // Changes that are undone together.
  struct Edit {
    std::size_t at = 0;
    std::string removed, inserted;
    std::size_t caret = 0, anchor = 0;  // before the edit
    std::size_t caret_after = 0;
    bool is_typed = false;
  };

  [[nodiscard]] std::string_view in(Span span) const { return std::string_view(text_).substr(span.begin, span.size()); }
  [[nodiscard]] std::size_t before(std::size_t at) const;
  [[nodiscard]] std::size_t after(std::size_t at) const;
  [[nodiscard]] std::size_t target(Move where, std::size_t from) const;
  [[nodiscard]] Span lines_selected() const;  // the first and the last line
  [[nodiscard]] std::string indent_of(std::size_t line) const;
  [[nodiscard]] std::string indent_behind(std::size_t line, std::string_view so_far) const;
  [[nodiscard]] std::string one_step() const;  // one level of the text's indentation
  void edit(Span span, std::string_view with, bool is_typed = false);
  void put(std::size_t at, std::size_t removed, std::string_view inserted);
  template <class Change>
  void change_lines(const Change& change);
  [[nodiscard]] bool joins(const Edit& last, std::string_view letters) const;
  void find_lines(std::size_t from_line);

  std::string text_;
  std::vector<std::size_t> starts_{0};
  std::size_t caret_ = 0, anchor_ = 0;
  std::optional<std::size_t> wished_column_;  // while the caret moves up and down
  std::vector<Edit> edits_;
  std::size_t done_ = 0;  // how many edits are done; later ones were undone
  std::uint64_t version_ = 0;
  bool has_returns_ = false;
};

}  // namespace tilescope::editor
