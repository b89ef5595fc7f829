// The rows of the launch panel: what can be asked for, what the shown launch has, and where that came from.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/command.h"
#include "app/panels/reach.h"
#include "app/session/session.h"
#include "app/stage/picture.h"
#include "instrumentation/launching/origins.h"

namespace tilescope {

// One row: a name at the left, then its fields, of which most rows have only one.
struct LaunchRow {
  struct Choice {
    std::string value, words, about;
  };
  std::string name;
  Face face = Face::sans;                 // the names of the source are in the face of code
  std::vector<std::int64_t> values = {};  // numbers, each with its reach
  std::vector<Reach> reaches = {};
  std::optional<std::string> words = {};  // a text field
  std::string_view usual = {};            // shown in the empty text field
  std::vector<Choice> choices = {};
  std::string chosen = {};
  bool has_list = false;   // the choices are in a list, not side by side
  bool has_file = false;   // the list also takes the path of a file
  std::string fixed = {};  // what cannot be changed here
  std::string note = {};
  std::optional<NumberOrigin> origin = {};
  std::function<void(Relaunch& draft, const LaunchRow& row)> ask = {};
};

struct LaunchGroup {
  std::string heading;
  std::vector<LaunchRow> rows;
};

// By the name of its row: the origin of a side that was asked for only because something else was changed.
using KeptOrigins = std::map<std::string, NumberOrigin, std::less<>>;

struct LaunchRows {
  std::vector<LaunchGroup> usual, rest;  // in the same order for every kernel
};
// The rows that change `draft`. The draft is first asked for the launch's sides, so that they stay if others change.
[[nodiscard]] LaunchRows launch_rows(const Session& session, Relaunch& draft, KeptOrigins& kept);

// "from the file", "chosen by TileScope".
[[nodiscard]] std::string_view words_of(NumberOrigin origin);

}  // namespace tilescope
