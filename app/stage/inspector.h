// The selection and facts about it, one below the other.
#pragma once

#include <string>
#include <vector>

#include "app/stage/words.h"

namespace tilescope {

// A line of the story. A click on it goes to its moment, if it has one.
struct Fact {
  std::string name;
  std::string text;
  std::optional<std::uint64_t> moment;
  bool as_ran = false;  // the moment is seen in the order in which threads ran
};

// The title of the selection: "A[0][2]", "thread (0,1) of block (0,0)".
[[nodiscard]] std::string title_of(const Frame& frame, const Target& selected);

[[nodiscard]] Picture inspector_picture(const Frame& frame, const std::vector<Fact>& facts, const View& view);

}  // namespace tilescope
