// The values of a block's local variables at a moment. A trace keeps events only: the block is run again, as it was
// recorded, by code in which every variable keeps a place of its own, and which notes where it was set. As that code
// leaves the same events, a moment is told by how many of them have happened.
#pragma once

#include <optional>
#include <string>

#include "instrumentation/machine/run.h"

namespace tilescope::machine {

struct WatchOptions {
  std::uint64_t block = 0;
  // For each thread, how many of its events have happened; those that are not said come to their ends.
  std::vector<std::uint32_t> moments;
  // Which blocks were run, where it matters what those before left; none: all.
  std::function<bool(std::uint64_t block)> runs;
  // Whether the recording was (Ran::in_turns). Where that is known, no more is run than is needed.
  std::optional<bool> in_turns;
  std::function<bool()> goes_on;  // asked now and then; false: stop
};

// A number or pointer that a variable is made of.
struct LocalName {
  std::string name;  // as one would write it: sum, p.x, a[2]
  std::string variable;
  language::Type type;
  language::Type whole;         // the variable's
  std::string function;         // that it belongs to
  std::uint32_t depth = 0;      // 0: the kernel; 1: what it calls, and so on
  std::uint32_t call = 0;       // which call of the function: each has a number of its own
  std::uint32_t call_line = 0;  // where that is
};

struct LocalValue {
  std::uint32_t name = 0;  // in Locals::names
  bool is_set = false;     // else it was declared, and that is all
  std::uint32_t line = 0;  // that set it last; 0: the launch
  Number number = Number::i32;
  std::uint64_t bits = 0;
};

// Good for as long as the kernel is.
struct Locals {
  std::vector<LocalName> names;
  std::vector<std::vector<LocalValue>> threads;  // of each, what is in scope there; the kernel's own first
  std::vector<std::string> arrays;               // their names, by the number that pointers and events have
  bool in_turns = false;
};

// Where a pointer leads; array none: nowhere.
struct Pointed {
  std::optional<std::uint32_t> array;
  std::int64_t element = 0;  // of what it points to, or refers to
};

// A thread's state is taken at the end of the statement that its last event belongs to, or just before its next event
// if that is sooner; before its first event, where none has happened; at its end or at a fault, where it has not as
// many. An Error says that it was stopped, or that the launch ended before this block.
[[nodiscard]] Locals watch(const Prepared& kernel, const Launch& launch, const WatchOptions& options);

// The names of all variables of a kernel, as Locals has them.
[[nodiscard]] std::vector<LocalName> local_names(const Prepared& kernel);

[[nodiscard]] Pointed pointed(const Locals& locals, const LocalValue& value);
[[nodiscard]] Pointed pointed(const LocalName& name, std::size_t arrays, const LocalValue& value);
// As it would be printed: 1.5, -3, true, &A[12], nullptr; "none" of one that is not set.
[[nodiscard]] std::string text_of(const Locals& locals, const LocalValue& value);
[[nodiscard]] std::string text_of(const LocalName& name, const std::vector<std::string>& arrays,
                                  const LocalValue& value);
// The one of a thread that this name means: `sum`, `p.x`, `a[2]`. Of several, the innermost.
[[nodiscard]] const LocalValue* find_local(const Locals& locals, std::uint32_t thread, std::string_view name);

}  // namespace tilescope::machine
