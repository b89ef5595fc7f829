// The words of what is shown, as data.
#pragma once

#include "app/export/json.h"
#include "app/session/session.h"

namespace tilescope {

// The parts of the state that are sentences and numbers, without the picture.
[[nodiscard]] Json words_of(const Session& session);
// The same with the source and the findings, for readers who do not see the picture.
[[nodiscard]] Json words_to_read(const Session& session);

}  // namespace tilescope
