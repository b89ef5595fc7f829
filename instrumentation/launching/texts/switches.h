// The switches of kernels: each switch leads to the kernel whose text differs in one thing, and back.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace tilescope {

struct Switch {
  std::string_view words;     // what switching it on does: "remove barrier 1"
  std::string_view when_on;   // what it has done: "barrier 1 removed"
  std::string_view from, to;  // the kernel with it off, and with it on
};

[[nodiscard]] std::span<const Switch> switches();

// A switch as a kernel has it: on where the kernel is what the switch leads to.
struct Switchable {
  std::string_view words, when_on;
  bool on = false;
  std::string_view other;  // the kernel that it leads to from here
};

// In the order of `switches`. A kernel that is wrong on purpose has the one that mends it.
[[nodiscard]] std::vector<Switchable> switches_of(std::string_view kernel);

}  // namespace tilescope
