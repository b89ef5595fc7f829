// The state of a session, in parts. Commands change the parts (commands.h); the consequences of a change are computed
// in one place (on_stage.h).
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

// An error stays until it is closed or fixed; a notice disappears with the reader's next action.
struct Banner {
  std::string text;
  bool is_error = true;
  double seconds = 0;      // until it closes by itself; 0: never
  std::string offer = {};  // the label of a further action
  std::optional<Command> accept = {};
};

// Requests to the window for what the session cannot do itself.
struct Wishes {
  bool screenshot = false;
  bool quit = false;
  bool fullscreen = false;  // presenter mode was switched on or off
  std::string clipboard;
  bool paste = false;  // the clipboard's text is needed
  int pages = 0;       // by which a panel should scroll

  [[nodiscard]] Wishes take() { return std::exchange(*this, {}); }
  // Clipboard requests are granted at once, because the next key may make another.
  [[nodiscard]] std::string take_copied() { return std::exchange(clipboard, {}); }
  [[nodiscard]] bool wants_paste() { return std::exchange(paste, false); }
  [[nodiscard]] int take_pages() { return std::exchange(pages, 0); }
};

// A situation that will be copied as a string once it is certain that its arrays can be recreated.
struct Sharing {
  Situation situation;
  std::future<bool> made;
};

// The edited code on disk: its draft, and the time when its file was last written.
struct KeptText {
  DraftFile draft;
  std::uint64_t drafted = 0;  // the version of the code in the draft
  double since_draft = 0, since_look = 0;
  struct Watched {
    std::string path;
    std::filesystem::file_time_type written;
  };
  Watched watched;
};

// Results about the launches on the stage, computed when a view needs them; long work runs in the background.
struct WorkedOut {
  Variables variables;
  Comparing comparing;
  Cubing cubing;
  Descending descending;
  // The inputs from which the current frames were made.
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
