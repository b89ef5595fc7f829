// A situation as text: a short string for a link or a chat, a small file for a folder.
#pragma once

#include <string>
#include <string_view>

#include "app/command/situation.h"

namespace tilescope {

// "ts1:tiled,naive/4x4x4/t2/moment=37/select=A.0.2": needs no quotes in a shell and no escapes in a URL. The sides are
// M, N and K. The request has to name its sides and its tile.
[[nodiscard]] std::string share_string(const Situation& situation);
// The same fields with the same names, one per line.
[[nodiscard]] std::string toml_of(const Situation& situation);

// Throws a UsageError that says where the mistake is, what it is, and what is right. `name` is the file's name in
// messages.
[[nodiscard]] Situation situation_of_string(std::string_view text);
[[nodiscard]] Situation situation_of_toml(std::string_view text, const std::string& name);

// Whether this is a share string, of any version, or the name of a .toml file.
[[nodiscard]] bool is_situation(std::string_view text);
// Whether the file says that it is a situation; a lesson is another kind of .toml.
[[nodiscard]] bool holds_situation(const std::string& path);
// From either.
[[nodiscard]] Situation read_situation(const std::string& text);

}  // namespace tilescope
