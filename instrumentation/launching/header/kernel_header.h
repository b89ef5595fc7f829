// The header of a kernel's file: the facts about its launch in lines that begin with //!.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/program.h"
#include "instrumentation/launching/header/header_numbers.h"
#include "instrumentation/launching/header/needs.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/recorded_kernel.h"

namespace tilescope {

// What may be asked for, and besides what the text calls A, B, C, M, N and K; or, of one of several launches, what
// those before it call its arrays.
struct KernelHeader : Request {
  std::map<std::string, std::string, std::less<>> names;
  std::map<std::string, std::uint32_t, std::less<>> lines;  // where each array and number is
  std::string file;

  HeaderNumbers known;         // what its words may name
  Needs needs;                 // what has to hold for the kernel to work
  std::string hangs_on_sides;  // why its grid, say, is not known: the first that names M, N or K, which are not given
  bool has_knobs_of_sides = false;  // a knob is not known for that reason

  // What a number is, nothing if the header does not say.
  [[nodiscard]] std::optional<double> value_of(std::string_view number) const;
  // "blur.cu:2: //! radius"
  [[nodiscard]] std::string place(std::string_view name) const;
};

// A UsageError names the file, the line and what is wrong. Files that it names lie beside it. Words that name knobs and
// numbers come to what those are where this is asked for.
[[nodiscard]] KernelHeader read_header(const std::string& text, const std::string& file, const Request& asked);
// Only what it says that the kernel needs, with nothing worked out.
[[nodiscard]] Needs needs_in(const std::string& text);
// With the knobs that the header of its file sets, and what the header says that its matrices hold, if the request does
// not say so itself.
[[nodiscard]] Request with_knobs_of_header(Request request);
// How a text is read for such a request; as if it had no header if that is wrong.
[[nodiscard]] language::ReadOptions options_with_header(const Request& request, const std::string& text);
// As the kernel was read.
[[nodiscard]] KernelHeader header_of(const RecordedKernel& own, Request asked);
// What a header says of each of several launches; or what such words do, which `where` names.
[[nodiscard]] std::vector<KernelHeader> read_launches(const std::string& text, const std::string& file,
                                                      const Request& asked);
[[nodiscard]] std::vector<KernelHeader> read_launch_words(const std::string& words, const std::string& where,
                                                          const std::string& text, const Request& asked);

}  // namespace tilescope
