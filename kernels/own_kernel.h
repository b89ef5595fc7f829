// Kernels in somebody's files: read when they are asked for, and launched as the command line, the file's header, the
// text's own launches and, for the rest, a guess say.
//
// A header is lines at any place of the file that begin with //! and are TOML: which arrays are A, B and C, which
// numbers are M, N and K, what other numbers are, and how it is launched.
//
//   //! A = "d_a"
//   //! M = "height"
//   //! alpha = 1.5
//   //! block = [16, 16]
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "instrumentation/machine/recorded_kernel.h"
#include "kernels/any_launch.h"
#include "kernels/catalogue.h"

namespace tilescope {

// Whether it names a file with a kernel's text rather than a kernel.
[[nodiscard]] bool is_kernel_file(std::string_view name);
// With the ending of one, which it may lack.
[[nodiscard]] std::string kernel_file(const std::string& path);

// "reduce.cu:second": one of a file's kernels; nothing where it is no such name.
struct KernelInFile {
  std::string file, entry;
};
[[nodiscard]] std::optional<KernelInFile> kernel_in_file(std::string_view name);

// The launch that a request for a file's kernel means, but for its inputs. The file is read unless it was read before
// and is as it was; a UsageError names the file, the line and what is wrong.
void plan_own(Launch& launch, const Request& request);
// The same as a kernel of any arrays, some of which hold something already.
void plan_own_arrays(Launch& launch, const Request& request, const Given& given);
// One of which the grid, the block and all numbers are asked for, and arrays as long as is known: a product where it is
// one with just these, else of any arrays.
void plan_as_said(Launch& launch, const Request& said, const Given& given);
// What was typed, or else what the file holds; a UsageError says why it cannot be read.
[[nodiscard]] std::string text_of(const Request& request);
[[nodiscard]] std::string text_of_file(const std::string& path);
// Throws the text's first mistake as a UsageError, and how many more there are.
[[noreturn]] void tell_mistakes(const std::string& file, const language::Program& program);
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);
// Whether the text itself says what this is, as a macro or a constant: then nobody else does.
[[nodiscard]] bool declares(std::string_view text, std::string_view name);
// Whether a kernel of the text is another one with this knob: also where it is no knob of its own, as a constant that
// only tells it which element is whose.
[[nodiscard]] bool changes_with(const language::Program& as_it_is, const language::Kernel& kernel,
                                const language::ReadOptions& options, const std::string& knob);
// How a text is read for such a request, which may be one of what is typed: with its knobs, and its tiles' width.
[[nodiscard]] language::ReadOptions options_for(const Request& request, const std::string& text);

// As the catalogue has its own.
[[nodiscard]] const CatalogueKernel& own_kernel();

}  // namespace tilescope
