// The texts of all kernels that the program has: the products and the broken ones of the catalogue, and the classics of
// a course. A classic is launched like a file, but the file need not exist: "reduce_atomic.cu".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope {

struct KnownText {
  std::string_view group, name, text;  // "reduction", "reduce_atomic"
};

// Group after group, in a course's order; products and broken ones come first.
[[nodiscard]] std::span<const KnownText> known_texts();
[[nodiscard]] std::span<const KnownText> classics();
// By its name, or that of its file; null if no classic is called so.
[[nodiscard]] const KnownText* find_classic(std::string_view name);
// What it is launched as: a classic as its file, all others by their names.
[[nodiscard]] std::string kernel_called(std::string_view name);
// The other kernels of its group, those before it first, the nearest before all others.
[[nodiscard]] std::vector<std::string_view> classics_beside(const KnownText& classic);

// What the comment at a text's beginning says first: its first sentence.
[[nodiscard]] std::string summary_of(std::string_view text);

}  // namespace tilescope
