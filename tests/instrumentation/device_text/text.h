// The interface of a text that was compiled elsewhere.
#pragma once

#include <cstddef>
#include <vector>

namespace tilescope::elsewhere {

struct Text {
  std::size_t number;  // of its case
  int kind;
  // `there` is a There, `data` the arrays and scalars after it; for one thread.
  void (*run)(const void* there, const void* data);
};

[[nodiscard]] inline std::vector<Text>& texts() {
  static std::vector<Text> all;
  return all;
}
inline bool add_text(const Text& text) {
  texts().push_back(text);
  return true;
}

struct Ended {};  // thrown by a thread that gives up

}  // namespace tilescope::elsewhere
