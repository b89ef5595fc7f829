// The rows of the help: keys, the mouse, the marks on the stage, technical terms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"

namespace tilescope {

struct HelpRow {
  std::string group;
  std::string name;  // of keys, of a move of the mouse, of a term
  std::string does;
  std::vector<Command> commands;  // of a click on the row; without any, the row cannot be clicked
  bool keeps_open = false;        // the help stays open after a click
  std::string searched;           // all words in small letters, and each name in a line of its own
};

constexpr std::string_view terms_group = "Terms";

// The rows for what is open now, group by group. Throws an Error if the glossary cannot be read.
[[nodiscard]] std::vector<HelpRow> help_rows(const Session& session, const std::string& renderer);
// The rows that have all wanted words, in small letters. Rows with exactly this name come first.
[[nodiscard]] std::vector<const HelpRow*> rows_with(const std::vector<HelpRow>& rows, const std::string& wanted);

}  // namespace tilescope
