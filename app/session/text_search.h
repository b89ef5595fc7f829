// The search in the edited code, and the controls that are open for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/editor/document.h"

namespace tilescope {

class TextSearch {
 public:
  enum class Controls : std::uint8_t { none, find, replace, line };

  // Until the first `find`, matches are searched from the caret on.
  void open(Controls controls, const editor::Document& text);
  void close() { controls_ = Controls::none; }
  [[nodiscard]] Controls controls() const { return controls_; }
  [[nodiscard]] bool is_open() const { return controls_ != Controls::none; }
  [[nodiscard]] std::size_t rows() const { return !is_open() ? 0 : controls_ == Controls::replace ? 2 : 1; }

  // Searches while the text to find is typed. Without a match, the caret returns to where the search began.
  void find_here(editor::Document& text, const FindHere& what);
  // Searches from the caret onwards. False: not found.
  bool find(editor::Document& text, const Find& what);
  void find_again(editor::Document& text, bool forward) {
    static_cast<void>(find(text, {searched_, forward, minds_case_}));
  }
  // Returns the number of replacements.
  std::size_t replace(editor::Document& text, const Replace& what) const;
  // The matches, while the controls are open.
  [[nodiscard]] std::vector<editor::Span> found(const editor::Document& text) const;
  // "3 of 12", if a match is selected; "12 matches"; "no match".
  [[nodiscard]] std::string count(const editor::Document& text) const;

 private:
  Controls controls_ = Controls::none;
  std::string searched_;
  bool minds_case_ = false;
  std::size_t begin_ = 0;  // where the search began
};

}  // namespace tilescope
