// Texts of right products, each with one operator, index, number or barrier of it changed, and whether that changes
// what comes out: told by recording both in launches that the right one was meant for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "instrumentation/trace/launch.h"

namespace tilescope::test {

struct Mistake {
  std::string kind;  // "x for y"
  std::size_t line = 0;
  std::string text;  // the whole file with it
};

// All that can be made of a file's kernels, in the order of their kinds; the text outside of kernels stays as it is.
[[nodiscard]] std::vector<Mistake> mistakes_in(const std::string& text);

// Launches of a right product that leave it little room to be right by luck: several blocks and steps, sides that
// differ where it takes such, and that no tile divides where it takes those. All are right, and nothing is found.
[[nodiscard]] std::vector<Launch> launches_meant_for(const std::filesystem::path& file);

// What the changed text does in those launches.
enum class Effect : std::uint8_t { none, changes, refused };  // refused: it is no text, or no kernel of such a launch
[[nodiscard]] Effect effect_of(const std::string& text, const std::vector<Launch>& launches);

}  // namespace tilescope::test
