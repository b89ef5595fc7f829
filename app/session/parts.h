// What is open and how it is looked at, in parts, each with a state of its own. Commands change them (commands.h), and
// what follows from a change is worked out in one place (on_stage.h).
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/command/command.h"
#include "app/session/aside.h"
#include "app/session/comparing.h"
#include "app/session/course.h"
#include "app/session/cubing.h"
#include "app/session/descending.h"
#include "app/session/drafts.h"
#include "app/session/editing.h"
#include "app/session/explaining.h"
#include "app/session/launching.h"
#include "app/session/overlays.h"
#include "app/session/playback.h"
#include "app/session/selection.h"
#include "app/session/settings.h"
#include "app/session/shown.h"
#include "app/session/tasking.h"
#include "app/session/variables.h"

namespace tilescope {

// An error stays until it is closed, or mended; a notice goes with what the reader does next.
struct Banner {
  std::string text;
  bool is_error = true;
  double seconds = 0;      // until it goes by itself; 0: it stays
  std::string offer = {};  // what else can be done, and by which command
  std::optional<Command> accept = {};
};

// What the session cannot do itself: it asks whoever holds the window.
struct Wishes {
  bool screenshot = false;
  bool quit = false;
  bool fullscreen = false;  // the presenter's mode was switched
  std::string clipboard;
  bool paste = false;  // what the clipboard holds is wanted

  [[nodiscard]] Wishes take() { return std::exchange(*this, {}); }
  // Of these, what the clipboard is for: at once, as the next key may ask for it again.
  [[nodiscard]] std::string take_copied() { return std::exchange(clipboard, {}); }
  [[nodiscard]] bool wants_paste() { return std::exchange(paste, false); }
};

// A situation that is copied as a string once it is known that its arrays can be made again.
struct Sharing {
  Situation situation;
  std::future<bool> made;
};

// What is kept of the text that is edited: its draft, and when its file was written last.
struct KeptText {
  DraftFile draft;
  std::uint64_t drafted = 0;  // the version of the text that its draft has
  double since_draft = 0, since_look = 0;
  struct Watched {
    std::string path;
    std::filesystem::file_time_type written;
  };
  Watched watched;
};

// What is worked out of the launches on the stage, beside the frames where it takes long, once a view wants it.
struct WorkedOut {
  Variables variables;
  Comparing comparing;
  Cubing cubing;
  Descending descending;
  // What the frames were made for.
  struct Framed {
    std::shared_ptr<const Replay> focus, beside;
    Cursor cursor;
    bool lock_by_work = true;
    Standing standing = Standing::before;
    bool operator==(const Framed&) const = default;
  };
  std::optional<Framed> framed;
};

struct Parts {
  Settings settings;
  Shown shown;
  Playback playback;
  Selection selection;
  Explaining explaining;
  WorkedOut worked_out;
  Launching launching;
  Editing editing;
  KeptText kept_text;
  Course course;
  Tasking tasking;
  Overlays overlays;
  std::optional<Banner> banner;
  Wishes wishes;
  Sharing sharing;

  ~Parts() { aside::give_up(std::move(sharing.made)); }
};

}  // namespace tilescope
