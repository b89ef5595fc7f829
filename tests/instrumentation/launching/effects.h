// Whether a changed text of a product leaves something else than the right one, without any reading of it: both are
// recorded in launches that the right one was meant for.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/launch.h"

namespace tilescope::test {

// A launch of the right text, and what it left.
struct Meant {
  Launch launch;
  std::vector<std::byte> left;  // in C, as it lies in memory
};

// Launches of a right product that leave it little room to be right by luck: several blocks and steps, sides that
// differ where it takes such, and that no tile divides where it takes those. All are right, and nothing is found. The
// last one scales its product, and begins with a full C, where the kernel is given what it scales by.
[[nodiscard]] std::vector<Meant> launches_meant_for(const std::filesystem::path& file);

// What the changed text does in those launches.
enum class Effect : std::uint8_t { none, changes, refused };  // refused: it is no text, or no kernel of such a launch
[[nodiscard]] Effect effect_of(const std::string& text, const std::vector<Meant>& launches);

// Whether it makes in all of those launches what it was read as: sums of rows times columns as that says they lie.
// Launches that go astray are left out where it was told that some do.
[[nodiscard]] bool makes_what_was_read(const std::string& text, const std::vector<Meant>& launches,
                                       const reading::LaunchProduct& read);

}  // namespace tilescope::test
