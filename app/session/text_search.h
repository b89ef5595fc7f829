// The search in the edited code.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/editor/document.h"

namespace tilescope {

class TextSearch {
 public:
  void mark(const FindHere& what);
  // Searches from the caret onwards. False: not found.
  bool find(editor::Document& text, const Find& what);
  void find_again(editor::Document& text, bool forward) {
    static_cast<void>(find(text, {searched_, forward, minds_case_}));
  }
  // Returns the number of replacements.
  std::size_t replace(editor::Document& text, const Replace& what) const;
  [[nodiscard]] std::vector<editor::Span> found(const editor::Document& text) const;

 private:
  std::string searched_;
  bool minds_case_ = false;
};

}  // namespace tilescope
