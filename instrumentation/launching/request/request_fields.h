// The one table of what a launch may be asked for: the command line, the window's form, share strings, situations,
// lessons, a kernel's header, the help and what a shell completes all walk it. Another field is another row.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/launching/request/request.h"

namespace tilescope {

struct RequestField {
  // Which launches it says something of: all, those of matrices, or those of a kernel in a user's file.
  enum class Of : std::uint8_t { any, matrices, file };
  // How it is asked for in a form: one of the choices, a whole number, or words.
  enum class Form : std::uint8_t { choice, whole, words, none };

  std::string_view option = {};  // on the command line: "--out-of-bounds"; empty: it is not there
  std::string_view key;          // in strings and files: "out_of_bounds"
  std::string_view header = {};  // in a kernel's header; empty: it is not there
  std::string_view label = {};   // in a form
  std::string help;
  Of of = Of::any;
  Form form = Form::words;
  std::vector<std::string> choices = {};        // that there are, or that a shell may offer
  std::vector<std::string> words = {};          // in a form: what each choice is called there; empty: the same
  std::string_view about = {};                  // in a form: a small line below the field
  std::vector<std::string_view> excludes = {};  // other fields, by their keys
  std::string_view usual = {};                  // what leaving it out means, in words

  // As it is read again; empty if it goes without saying.
  std::string (*write)(const Request& request) = nullptr;
  // Throws a UsageError that begins with `where` and the text.
  void (*read)(Request& request, const std::string& text, const std::string& where) = nullptr;
  // For a field with several NAME=VALUE, one more; nothing if it is said once.
  void (*add)(Request& request, const std::string& text, const std::string& where) = nullptr;
};

// In the order in which they are written.
[[nodiscard]] std::span<const RequestField> request_fields();
// By its key, which has to be there.
[[nodiscard]] const RequestField& request_field(std::string_view key);
// How a message names what a field was given: by the option, or by where it was read. "--array in=4", "it.toml:3: in=4"
[[nodiscard]] std::string told_of(const Request& request, std::string_view key, std::string_view given);
// As if it had not been given.
void leave_out(Request& request, const RequestField& field);
// Everything that was asked for in one line, the same for two requests that are the same.
[[nodiscard]] std::string written(const Request& request);

}  // namespace tilescope
