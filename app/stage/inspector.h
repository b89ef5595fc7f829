// The story of what is selected: an element's value, its address, who wrote it, who reads it, and when.
#pragma once

#include <vector>

#include "app/replay/touches.h"
#include "app/stage/words.h"

namespace tilescope {

// A line of the story; one with a moment can be clicked to go there.
struct Fact {
  std::string name;
  std::string text;
  std::optional<std::uint64_t> moment;
};

// `touches` are those of the selected element; see touches_of.
[[nodiscard]] std::vector<Fact> facts_of(const Replay& replay, const Frame& frame, const Target& selected,
                                         const std::vector<Touch>& touches);

// What is selected, as a title: "A[0][2]", "thread (0,1) of block (0,0)".
[[nodiscard]] std::string title_of(const Replay& replay, const Frame& frame, const Target& selected);

// `first` are facts that stand above the others.
[[nodiscard]] Picture inspector_picture(const Replay& replay, const Frame& frame, const std::vector<Touch>& touches,
                                        const View& view, const std::vector<Fact>& first = {});

}  // namespace tilescope
