// Sharing: the situation that reopens the session, and a line for slides.
#pragma once

#include <filesystem>

#include "app/names/lesson_link.h"
#include "app/session/parts.h"

namespace tilescope {

// The situation that reopens exactly this state. Throws if its matrices cannot be made or read again.
[[nodiscard]] Situation situation(const Parts& parts);
// The same without this check, which may take long.
[[nodiscard]] Situation situation_to_send(const Parts& parts);
[[nodiscard]] Situation situation_shown(const Parts& parts);
// Applies the whole situation; or shows the launch at its beginning, and a banner that says what is missing.
void restore_situation(Parts& parts, const Situation& situation);

// Chats and address bars cut longer links.
inline constexpr std::size_t longest_link = 32 << 10;
// Whether a lesson or task is one of the folder's, so that a link can name it.
[[nodiscard]] bool is_built_in(const std::string& file, const std::filesystem::path& folder);
// The link to the step that is shown; empty without a lesson.
[[nodiscard]] std::optional<LessonLink> link_to_lesson(const Course& course, const Shown& shown,
                                                       const Playback& playback);

// A line for slides: "4 against 8 global loads per thread: tiled against naive, ...; counted, ...".
[[nodiscard]] std::string line_to_copy(const Parts& parts);
void copy_line(Parts& parts);
void copy_share(Parts& parts);
// Copies the string once it is certain that it can be reopened. True if it was copied now.
bool finish_share(Parts& parts, bool waits);

}  // namespace tilescope
