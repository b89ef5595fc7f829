// What there is to say of the findings of a trace, in words: worked out once, so that showing it looks at no event.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/replay/replay.h"
#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/wrong_reads.h"

namespace tilescope {

// What a thread did: when that can be seen, and the line of the text.
struct Deed {
  std::string words, code;
  std::optional<std::uint64_t> moment;
};

struct Told {
  std::string cause, example, total;
  std::vector<Deed> deeds;  // in the order in which they happened here
};

struct Telling {
  std::vector<Told> findings;  // as Hazards has them
  std::vector<std::string> caveats;
  std::optional<Deed> wrong_read;  // the first one
};
[[nodiscard]] Telling tell(const Replay& replay, const Hazards& hazards, const std::vector<WrongRead>& wrong_reads);

// When the step of an access is over, if it was recorded: that is where it can be seen.
[[nodiscard]] std::optional<std::uint64_t> moment_of(const Replay& replay, const Access& access);

}  // namespace tilescope
