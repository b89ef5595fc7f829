// The presenter's notes on their own surface: a second window, or a picture.
#pragma once

#include "app/gl/gui.h"
#include "app/session/session.h"

namespace tilescope {

class PresenterDesk {
 public:
  PresenterDesk(const Session& session, Surface& surface) : session_(session), surface_(surface), gui_(surface) {}

  void frame();

 private:
  const Session& session_;
  Surface& surface_;
  Gui gui_;
};

}  // namespace tilescope
