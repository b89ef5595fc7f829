// A situation as text: a short string for a link or a chat, or a small file.
#pragma once

#include <string>
#include <string_view>

#include "app/command/situation.h"

namespace tilescope {

// "ts1:tiled,naive/4x4x4/t2/moment=37/select=A.0.2": needs no quotes in a shell and no escapes in a URL. The sides are
// M, N and K. The request must have its sides and its tile.
[[nodiscard]] std::string share_string(const Situation& situation);
// The same fields as a file, one per line.
[[nodiscard]] std::string toml_of(const Situation& situation);

// Throws a UsageError with the place of the mistake and the right form. `name` is the file's name in messages.
[[nodiscard]] Situation situation_of_string(std::string_view text);
[[nodiscard]] Situation situation_of_toml(std::string_view text, const std::string& name);

// Whether this is a share string of any version, or the name of a .toml file.
[[nodiscard]] bool is_situation(std::string_view text);
// The share string or link in a text: the text itself, or the end of a page's address; empty if there is none.
[[nodiscard]] std::string link_in(std::string_view text);
// Whether the file is a situation; lessons are also .toml files.
[[nodiscard]] bool holds_situation(const std::string& path);
// Reads a share string or a file.
[[nodiscard]] Situation read_situation(const std::string& text);

}  // namespace tilescope
