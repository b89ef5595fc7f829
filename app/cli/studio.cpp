#include "app/cli/studio.h"

#include <fmt/format.h>

#include "app/cli/launch_options.h"
#include "app/desk/presenter_desk.h"
#include "app/desk/script.h"
#include "app/export/png.h"

namespace tilescope::cli {

Studio::Studio(Session& session, Extent size)
    : session_(session), surface_(size), gui_(surface_), desk_(session, gui_, surface_) {
  desk_.frame(0);
  for (const std::string& warning : gui_.fonts().warnings()) fmt::print(stderr, "tilescope: {}\n", warning);
}

Image Studio::picture() {
  session_.wait_for_variables();
  desk_.frame(0);
  return surface_.read();
}

void Studio::play(const std::string& script) {
  const auto write_notes = [&](const std::string& path) {
    Offscreen beside({900, 600});
    PresenterDesk(session_, beside).frame();
    write_png(path, beside.read());
  };
  const Script::Stage stage{session_,
                            desk_,
                            gui_,
                            [&](Extent size) { surface_.resize(size); },
                            [&](const std::string& path) { write_png(path, surface_.read()); },
                            write_notes,
                            read_launch};
  Script lines(script, read_script(script));
  while (lines.next(stage)) {
  }
}

}  // namespace tilescope::cli
