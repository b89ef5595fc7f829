#include "app/cli/studio.h"

#include <fmt/format.h>

#include "app/cli/launch_options.h"
#include "app/desk/presenter_desk.h"
#include "app/desk/script.h"
#include "app/export/png.h"
#include "instrumentation/error.h"
#include "instrumentation/memory.h"

namespace tilescope::cli {

namespace {

// Checks the memory first, because the OpenGL driver cannot refuse a request.
Extent with_memory_for(Extent size) {
  constexpr std::uint64_t bytes_of_pixel = 16;  // for the driver's copy, the pixels read, and the packed pixels
  constexpr std::uint64_t least = memory_to_draw / 2;
  const std::uint64_t pixels = static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height);
  if (const std::uint64_t left = free_memory(); left < least + pixels * bytes_of_pixel)
    throw Error(fmt::format("a picture of {} x {} pixels needs about {} of memory, but only {} is left", size.width,
                            size.height, in_words(memory_to_draw + pixels * bytes_of_pixel), in_words(left)));
  return size;
}

}  // namespace

Studio::Studio(Session& session, Extent size)
    : session_(session), size_(with_memory_for(size)), surface_(size), gui_(surface_), desk_(session, gui_, surface_) {
  desk_.frame(0);
  for (const std::string& warning : gui_.fonts().warnings()) fmt::print(stderr, "tilescope: {}\n", warning);
}

Image Studio::picture() {
  session_.wait_for_variables();
  return drawn();
}

Image Studio::drawn() {
  desk_.frame(0);
  if (gui_.lacks_letters()) desk_.frame(0);
  return surface_.read();
}

void Studio::play(const std::string& script) {
  const auto write_notes = [&](const std::string& path) {
    Offscreen beside({900, 600});
    static_cast<void>(PresenterDesk(session_, beside).frame());
    write_png(path, beside.read());
  };
  const Script::Stage stage{session_,
                            desk_,
                            gui_,
                            [&](Extent size) { surface_.resize(size); },
                            [&](const std::string& path) { write_png(path, drawn()); },
                            write_notes,
                            read_launch};
  Script lines(script, read_script(script));
  while (lines.next(stage)) {
  }
}

}  // namespace tilescope::cli
