// A session drawn on a surface in memory, for pictures without a display.
#pragma once

#include <string>

#include "app/cli/looked_after.h"
#include "app/desk/desk.h"
#include "app/gl/egl_context.h"
#include "app/gl/offscreen.h"

namespace tilescope::cli {

class Studio {
 public:
  Studio(Session& session, Extent size);

  [[nodiscard]] Session& session() { return session_; }
  [[nodiscard]] const Screen& screen() const { return desk_.screen(); }
  [[nodiscard]] Extent size() const { return surface_.size(); }
  // Draws the session.
  [[nodiscard]] Image picture();
  // Runs the script in this file.
  void play(const std::string& script);

 private:
  [[nodiscard]] Image drawn();

  Session& session_;
  Extent size_;  // the initial size
  Unheard unheard_;
  EglContext context_;
  Offscreen surface_;
  Gui gui_;
  Desk desk_;
};

}  // namespace tilescope::cli
