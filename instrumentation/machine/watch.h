// The values of a block's local variables at a moment. A trace has only events, so the block runs again as it was
// recorded, with code in which every variable has its own place and which notes where it was set. Because that code
// produces the same events, a moment is the number of events before it.
#pragma once

#include <optional>
#include <string>

#include "instrumentation/machine/run.h"

namespace tilescope::machine {

struct WatchOptions {
  std::uint64_t block = 0;
  // For each thread, the number of events; threads beyond the end of the list run to their ends.
  std::vector<std::uint32_t> moments;
  // Which blocks were run, if the stores of earlier blocks matter; null: all.
  std::function<bool(std::uint64_t block)> runs;
  // Whether the recording ran in turns. If that is known, no unneeded run takes place.
  std::optional<bool> in_turns;
  std::function<bool()> goes_on;  // polled regularly; false: stop
};

// A number or pointer within a variable.
struct LocalName {
  std::string name;  // as in source: sum, p.x, a[2]
  std::string variable;
  language::Type type;
  language::Type whole;         // type of the variable
  std::string function;         // the function it belongs to
  std::uint32_t depth = 0;      // 0: the kernel; 1: a function that it calls, and so on
  std::uint32_t call = 0;       // the number of the function's call: each has its own
  std::uint32_t call_line = 0;  // line of the call
};

struct LocalValue {
  std::uint32_t name = 0;  // index in Locals::names
  bool is_set = false;     // false: declared, but not set
  std::uint32_t line = 0;  // the line that set it last; 0: the launch
  Number number = Number::i32;
  std::uint64_t bits = 0;
};

// Valid as long as the kernel exists.
struct Locals {
  std::vector<LocalName> names;
  std::vector<std::vector<LocalValue>> threads;  // by thread, the values in scope; the kernel's own first
  std::vector<std::string> arrays;               // their names, by the number in pointers and events
  bool in_turns = false;
};

// The target of a pointer; no array: nowhere.
struct Pointed {
  std::optional<std::uint32_t> array;
  std::int64_t element = 0;  // the element to which it points or refers
};

// A thread's state is captured at the end of the statement of its last event, or just before its next event if that
// comes first; before its first event if none has happened; and at its end or at a fault if it has fewer events. Throws
// an Error if it was stopped, or if the launch ended before this block.
[[nodiscard]] Locals watch(const Prepared& kernel, const Launch& launch, const WatchOptions& options);

// The names of all variables of a kernel, as in Locals.
[[nodiscard]] std::vector<LocalName> local_names(const Prepared& kernel);

[[nodiscard]] Pointed pointed(const Locals& locals, const LocalValue& value);
[[nodiscard]] Pointed pointed(const LocalName& name, std::size_t arrays, const LocalValue& value);
// As printed: 1.5, -3, true, &A[12], nullptr; "none" if it is not set.
[[nodiscard]] std::string text_of(const Locals& locals, const LocalValue& value);
[[nodiscard]] std::string text_of(const LocalName& name, const std::vector<std::string>& arrays,
                                  const LocalValue& value);
// The variable of a thread with this name: `sum`, `p.x`, `a[2]`; of several, the innermost.
[[nodiscard]] const LocalValue* find_local(const Locals& locals, std::uint32_t thread, std::string_view name);

}  // namespace tilescope::machine
