// What is needed to reopen exactly what is on the screen: a short string for a link or a chat, a small file for a
// folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/command/explanation.h"
#include "app/replay/moments.h"
#include "kernels/catalogue.h"

namespace tilescope {

struct Situation {
  // Of a block in the grid, of a thread in its block.
  struct Place {
    unsigned y = 0, x = 0;
    bool operator==(const Place&) const = default;
  };

  Request request;
  std::string backend = "auto";
  std::string file;    // the trace file that it is of
  std::string beside;  // the kernel beside; empty: the one that is most worth comparing with
  bool lock_by_work = true;
  std::uint64_t moment = 0;
  Grain grain = Grain::step;
  Place block, thread;
  std::optional<Place> partner;  // the second thread that is lit
  std::string selected;          // "A[0][2]", "thread", "block" or "line 15"
  Explanation view = Explanation::none;
  std::string gpu;            // what the view of limits models; empty: this machine's, or the usual one
  int what_if = 0;            // a tile width for it; 0: the launch's
  std::uint32_t finding = 0;  // the one that is open

  bool operator==(const Situation&) const = default;
};

// "ts1:tiled,naive/4x4x4/t2/moment=37/select=A.0.2": needs no quotes in a shell and no escapes in a URL. The sides are
// M, N and K. The request has to name its sides and its tile.
[[nodiscard]] std::string share_string(const Situation& situation);
// The same with the same names, a line each.
[[nodiscard]] std::string toml_of(const Situation& situation);

// A UsageError says where in it, what, and what would do. `name` is what messages call the file.
[[nodiscard]] Situation situation_of_string(std::string_view text);
[[nodiscard]] Situation situation_of_toml(std::string_view text, const std::string& name);

// Whether this is a share string, of whatever version, or the name of a .toml file.
[[nodiscard]] bool is_situation(std::string_view text);
// Whether that is what this file says it is; a lesson is another kind of .toml.
[[nodiscard]] bool holds_situation(const std::string& path);
// Of either.
[[nodiscard]] Situation read_situation(const std::string& text);

}  // namespace tilescope
