// Files with the texts of kernels, and words in such texts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tilescope {

// Whether it names a file with a kernel's text rather than a kernel.
[[nodiscard]] bool is_kernel_file(std::string_view name);
// With the ending of one, which it may lack.
[[nodiscard]] std::string kernel_file(const std::string& path);

// "reduce.cu:second": one of a file's kernels; nothing if it is no such name.
struct KernelInFile {
  std::string file, entry;
};
[[nodiscard]] std::optional<KernelInFile> kernel_in_file(std::string_view name);

// What the file holds; a UsageError says why it cannot be read.
[[nodiscard]] std::string text_of_file(const std::string& path);

[[nodiscard]] bool has_word(std::string_view text, std::string_view word);
// Whether the text itself says what this is, as a macro or a constant: then no other source does.
[[nodiscard]] bool declares(std::string_view text, std::string_view name);

}  // namespace tilescope
