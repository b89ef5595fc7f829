// Links to what a session shows.
#pragma once

#include <string>

namespace tilescope {

class Session;

// The text of a link to what is shown: a step of a lesson, a task, or the situation. Empty if there is none, or if the
// source is too long for a link.
[[nodiscard]] std::string link_to(const Session& session);

}  // namespace tilescope
