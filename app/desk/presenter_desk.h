// The presenter's notes on their own surface: a second window, or a picture.
#pragma once

#include <vector>

#include "app/gl/gui.h"
#include "app/session/session.h"

namespace tilescope {

class PresenterDesk {
 public:
  PresenterDesk(const Session& session, Surface& surface) : session_(session), surface_(surface), gui_(surface) {}

  // Draws the notes. Returns what was pressed on them as they were drawn before.
  std::vector<Target> frame();

 private:
  const Session& session_;
  Surface& surface_;
  Gui gui_;
  Picture shown_;
};

}  // namespace tilescope
