// Files that a text includes: those of its own folder and below, and of folders that the user named.
#pragma once

#include <string>

namespace tilescope {

// The text of a file, and after it the files that it includes, as language/tokens/files.h has them. Only regular
// files, none that a link leads out of these folders to, at most 64, and 4 MB of them. Others are left out.
[[nodiscard]] std::string text_with_included(const std::string& path);
// The same for a text that was read from there already.
[[nodiscard]] std::string text_with_included(const std::string& path, std::string text);
// Another folder where those are looked for, from now on and by all: -I.
void look_for_included_in(std::string folder);

}  // namespace tilescope
