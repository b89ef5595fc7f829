// A text in the editor: its caret and selection, and every edit that can be undone. It knows nothing of keys, pictures
// or kernels. Places are bytes from the text's beginning, and are always between two letters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::editor {

// A stretch of text.
struct Span {
  std::size_t begin = 0, end = 0;

  [[nodiscard]] bool is_empty() const { return begin == end; }
  [[nodiscard]] std::size_t size() const { return end - begin; }
  bool operator==(const Span&) const = default;
};

// In the visible text: lines count from 0, columns in letters; a tab is as wide as the next stop requires.
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
  line_begin,  // to the first letter that is not a space, or else before the spaces
  line_end,
  text_begin,
  text_end,
};

constexpr std::size_t tab_width = 4;

// A byte of a letter that is not its first one.
[[nodiscard]] inline bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

class Document {
 public:
  // Line ends of other systems become plain ones, and are restored in `text_to_save`.
  explicit Document(std::string_view text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string text_to_save() const;
  // A new number for every new text, so that results for one text can be kept.
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
  void select_word();  // the one at the caret
  void select_line();

  // Replaces the selection. Consecutive letters are undone word by word.
  void type(std::string_view letters);
  void paste(std::string_view text);
  void new_line();             // indented like the line before; further after an opening brace, or for one statement
  void erase(Move to);         // the selection, or up to there
  void indent();               // the lines of a selection; otherwise spaces to the next stop
  void outdent();              // the lines of a selection, or the caret's
  void switch_comment();       // of all these lines
  void move_lines(bool down);  // past their neighbour
  void copy_lines();           // below themselves
  void replace(Span span, std::string_view with);
  std::size_t replace_all(std::string_view what, std::string_view with, bool minds_case);

  bool undo();
  bool redo();
  [[nodiscard]] bool can_undo() const { return done_ > 0; }
  [[nodiscard]] bool can_redo() const { return done_ < edits_.size(); }

  // The bracket beside the caret and its partner; the second one is missing if it is not closed.
  struct Brackets {
    std::size_t first = 0;
    std::optional<std::size_t> second;
  };
  [[nodiscard]] std::optional<Brackets> brackets() const;
  // The next one from the caret on, or the one before, cyclically.
  [[nodiscard]] std::optional<Span> find(std::string_view what, bool forward, bool minds_case) const;
  [[nodiscard]] std::vector<Span> find_all(std::string_view what, bool minds_case) const;

 private:
  // The edits that are undone together.
  struct Edit {
    std::size_t at = 0;
    std::string removed, inserted;
    std::size_t caret = 0, anchor = 0;  // before it
    std::size_t caret_after = 0;
    bool is_typed = false;
  };

  [[nodiscard]] std::string_view in(Span span) const { return std::string_view(text_).substr(span.begin, span.size()); }
  [[nodiscard]] std::size_t before(std::size_t at) const;
  [[nodiscard]] std::size_t after(std::size_t at) const;
  [[nodiscard]] std::size_t target(Move where, std::size_t from) const;
  [[nodiscard]] Span lines_selected() const;  // from the first one to the last
  [[nodiscard]] std::string indent_of(std::size_t line) const;
  [[nodiscard]] std::string indent_behind(std::size_t line, std::string_view so_far) const;
  [[nodiscard]] std::string one_step() const;  // the text's own indentation
  void edit(Span span, std::string_view with, bool is_typed = false);
  void put(std::size_t at, std::size_t removed, std::string_view inserted);
  template <class Change>
  void change_lines(const Change& change);
  [[nodiscard]] bool joins(const Edit& last, std::string_view letters) const;
  void find_lines(std::size_t from_line);

  std::string text_;
  std::vector<std::size_t> starts_{0};
  std::size_t caret_ = 0, anchor_ = 0;
  std::optional<std::size_t> wished_column_;  // while the caret goes up and down
  std::vector<Edit> edits_;
  std::size_t done_ = 0;  // how many of them are done; the others were undone
  std::uint64_t version_ = 0;
  bool has_returns_ = false;
};

}  // namespace tilescope::editor
