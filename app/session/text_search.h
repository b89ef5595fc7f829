// What is searched for in the text that is typed.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.h"
#include "app/editor/document.h"

namespace tilescope {

class TextSearch {
 public:
  void mark(const FindHere& what);
  // From the caret on. False: there is no such thing.
  bool find(editor::Document& text, const Find& what);
  void find_again(editor::Document& text, bool forward) {
    static_cast<void>(find(text, {searched_, forward, minds_case_}));
  }
  // How often it was replaced.
  std::size_t replace(editor::Document& text, const Replace& what) const;
  [[nodiscard]] std::vector<editor::Span> found(const editor::Document& text) const;

 private:
  std::string searched_;
  bool minds_case_ = false;
};

}  // namespace tilescope
