// The state of a session in parts. Commands change the parts (commands.h), and the consequences of a change are worked
// out in one place (on_stage.h).
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

// An error stays until it is closed or fixed; a notice goes with the reader's next action.
struct Banner {
  std::string text;
  bool is_error = true;
  double seconds = 0;      // until it closes by itself; 0: it stays
  std::string offer = {};  // the label of a further action, and its command
  std::optional<Command> accept = {};
};

// Requests to the window, for things that the session cannot do itself.
struct Wishes {
  bool screenshot = false;
  bool quit = false;
  bool fullscreen = false;  // presenter mode was switched
  std::string clipboard;
  bool paste = false;  // the clipboard's text is wanted

  [[nodiscard]] Wishes take() { return std::exchange(*this, {}); }
  // The clipboard's part, granted at once, because the next key may ask for it again.
  [[nodiscard]] std::string take_copied() { return std::exchange(clipboard, {}); }
  [[nodiscard]] bool wants_paste() { return std::exchange(paste, false); }
};

// A situation to be copied as a string once it is known that its arrays can be recreated.
struct Sharing {
  Situation situation;
  std::future<bool> made;
};

// The edited text on disk: its draft, and when its file was last written.
struct KeptText {
  DraftFile draft;
  std::uint64_t drafted = 0;  // the version of the text in the draft
  double since_draft = 0, since_look = 0;
  struct Watched {
    std::string path;
    std::filesystem::file_time_type written;
  };
  Watched watched;
};

// Results about the launches on the stage, worked out when a view needs them; long work runs beside the frames.
struct WorkedOut {
  Variables variables;
  Comparing comparing;
  Cubing cubing;
  Descending descending;
  // The inputs of the present frames.
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
