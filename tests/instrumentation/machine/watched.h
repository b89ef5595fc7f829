// What a recording says that variables hold: what a sum came to is what its variable holds then. Held against what is
// told of them when the block is run again.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string_view>

#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/history.h"
#include "instrumentation/machine/lanes/numbers.h"
#include "instrumentation/machine/watch.h"
#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::machine::test {

// What a history has of a moment, which has to be what is told when the block is run for that moment alone.
inline std::string differs(const History& history, const Locals& locals, const std::vector<std::uint32_t>& moments) {
  for (std::uint32_t thread = 0; thread < locals.threads.size(); ++thread) {
    const std::vector<LocalValue> values = history.at(thread, moments[thread]);
    const std::vector<LocalValue>& wanted = locals.threads[thread];
    const auto same = [](const LocalValue& a, const LocalValue& b) {
      return a.name == b.name && a.is_set == b.is_set && a.line == b.line && a.bits == b.bits && a.number == b.number;
    };
    if (!std::equal(values.begin(), values.end(), wanted.begin(), wanted.end(), same))
      return fmt::format("thread {} at {}: {} and {} variables", thread, moments[thread], values.size(), wanted.size());
  }
  return "";
}

inline History history_of(const Prepared& kernel, const Launch& launch, std::uint64_t block) {
  History found;
  FollowOptions options;
  options.blocks = {block};
  follow(kernel, launch, options, [&](std::uint64_t, History history) { found = std::move(history); });
  return found;
}

struct SumCheck {
  std::uint64_t checked = 0, passed_over = 0;  // of another type than their variables, or of what is in no variable
  std::string difference;
};

// Where all numbers of all variables are, in the order of Locals::names.
inline std::vector<const WatchedLeaf*> leaves_in(const WatchedCode& watched) {
  std::vector<const WatchedLeaf*> all;
  for (const WatchedVariable& variable : watched.variables)
    for (const WatchedLeaf& leaf : variable.leaves) all.push_back(&leaf);
  return all;
}

// Whether a sum is kept in a variable's number, which is the nth of it: in memory an event counts in numbers of its own
// size, whatever lies before.
inline bool keeps(const WatchedLeaf& leaf, std::uint32_t nth, const Event& event) {
  if (leaf.home != WatchedLeaf::Home::memory) return nth == event.index;
  const std::int64_t byte = std::int64_t{static_cast<std::int32_t>(event.index)} * event.at->bytes;
  return static_cast<std::int64_t>(leaf.bits) == byte && leaf.number == event.at->number;
}

// The value of the leaf that a sum is kept in, if one is told.
inline const LocalValue* value_of(const Locals& locals, const std::vector<const WatchedLeaf*>& leaves,
                                  std::uint32_t thread, const std::string& variable, const Event& event) {
  const LocalValue* found = nullptr;
  std::uint32_t n = 0, call = anywhere;
  for (const LocalValue& value : locals.threads[thread]) {
    const LocalName& name = locals.names[value.name];
    if (name.variable != variable) continue;
    const bool begins = name.call != call || value.name == 0 || locals.names[value.name - 1].variable != variable ||
                        name.name == variable;
    if (begins) n = 0, found = nullptr;
    call = name.call;
    if (keeps(*leaves[value.name], n++, event)) found = &value;
  }
  return found;
}

// Whether a value of T comes to what is told by way of another type.
template <class T>
bool is_by_way_of_another(std::uint64_t told, std::uint64_t bits) {
  T value{};
  std::memcpy(&value, &bits, sizeof value);
  const auto comes = [told](auto other) {
    const T back = converted_to<T>(other);
    return std::memcmp(&told, &back, sizeof back) == 0;
  };
  const auto whole = converted_to<std::int32_t>(value);
  return comes(whole) || comes(static_cast<std::int32_t>(value != 0)) || comes(converted_to<std::uint32_t>(value)) ||
         comes(converted_to<std::int64_t>(value)) || comes(converted_to<std::uint64_t>(value)) ||
         comes(converted_to<float>(value)) || comes(converted_to<double>(value)) ||
         comes(static_cast<std::int8_t>(whole)) || comes(static_cast<std::uint8_t>(whole)) ||
         comes(static_cast<std::int16_t>(whole)) || comes(static_cast<std::uint16_t>(whole));
}

// A sum is told as it was before it was converted, as in `unsigned n = (signed char)(n + 1)`.
inline bool is_converted(std::uint64_t told, const Event& event) {
  switch (event.at->number) {
    case Number::i32: return is_by_way_of_another<std::int32_t>(told, event.bits);
    case Number::u32: return is_by_way_of_another<std::uint32_t>(told, event.bits);
    case Number::i64: return is_by_way_of_another<std::int64_t>(told, event.bits);
    case Number::u64: return is_by_way_of_another<std::uint64_t>(told, event.bits);
    case Number::f32: return is_by_way_of_another<float>(told, event.bits);
    default: return is_by_way_of_another<double>(told, event.bits);
  }
}

inline bool is_of_a_name(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

// After what says which part of a variable is meant: "[n][2].x".
inline std::string_view behind_parts(std::string_view text) {
  while (text.starts_with('[') || text.starts_with('.')) {
    std::size_t end = 1;
    if (text[0] == '.')
      while (end < text.size() && is_of_a_name(text[end])) ++end;
    else
      for (int depth = 1; depth > 0 && end < text.size(); ++end)
        depth += text[end] == '[' ? 1 : text[end] == ']' ? -1 : 0;
    text.remove_prefix(end);
  }
  return text;
}

// How often a line sets a variable, as in `n = f(n++)`: twice.
inline std::uint32_t count_sets(std::string_view line, std::string_view variable) {
  std::uint32_t sets = 0;
  for (std::size_t at = line.find(variable); at != std::string_view::npos; at = line.find(variable, at + 1)) {
    std::string_view before = line.substr(0, at), behind = line.substr(at + variable.size());
    if ((at > 0 && (is_of_a_name(before.back()) || before.back() == '.')) ||
        (!behind.empty() && is_of_a_name(behind.front())))
      continue;
    behind = behind_parts(behind);
    while (before.ends_with(' ') || before.ends_with('(')) before.remove_suffix(1);
    while (behind.starts_with(' ') || behind.starts_with(')')) behind.remove_prefix(1);
    const bool steps =
        before.ends_with("++") || before.ends_with("--") || behind.starts_with("++") || behind.starts_with("--");
    const std::size_t equals = behind.find_first_not_of("+-*/%&|^<>");
    const std::string_view from = behind.substr(std::min(equals, behind.size()));
    const bool compares = equals == 1 && (behind[0] == '<' || behind[0] == '>');
    sets += steps || (from.starts_with("=") && !from.starts_with("==") && !compares) ? 1 : 0;
  }
  return sets;
}

// Whether an assignment goes on with another step: an element at an index of a thread's own is stored to after the
// last one.
inline bool goes_on(const Column& column, std::uint32_t number) {
  if (number + 1 >= column.size()) return false;
  const Event event = column[number], next = column[number + 1];
  return next.kind() == Kind::partial_sum && next.array() == event.array() && next.index == event.index &&
         next.line() == event.line();
}

inline void check_sum(const Column& column, std::uint32_t number, const Code& code, const Prepared& kernel,
                      const Locals& locals, std::uint32_t thread, SumCheck& check) {
  const Event event = column[number];
  if (event.kind() != Kind::partial_sum || event.sum_form() == SumForm::start || event.array() >= code.arrays.size())
    return;
  const Array& array = code.arrays[event.array()];
  if (array.space != Space::local || array.variable == nullptr || array.variable->name.empty()) return;
  const std::vector<const WatchedLeaf*> leaves = leaves_in(kernel.code(Lanes::watched).watched);
  const LocalValue* const value = value_of(locals, leaves, thread, std::string(array.variable->name), event);
  const language::Type type = value == nullptr ? language::Type() : locals.names[value->name].type;
  if (value == nullptr || type.is_reference() || number_of(type) != event.at->number || cell_of(type) < Cell::word) {
    ++check.passed_over;
    return;
  }
  const std::uint64_t told = is_wide(event.at->number) ? value->bits : value->bits & 0xffffffff;
  if (value->is_set && told != event.bits && is_converted(told, event)) {
    ++check.passed_over;
    return;
  }
  // A variable is told as it is at the end of the statement.
  if (value->is_set && told != event.bits && value->line == event.line() &&
      count_sets(kernel.program().source().line(event.line()), array.variable->name) > 1) {
    ++check.passed_over;
    return;
  }
  const bool is_told = value->is_set && told == event.bits && value->line == event.line();
  if (!is_told && leaves[value->name]->home == WatchedLeaf::Home::memory && goes_on(column, number)) {
    ++check.passed_over;
    return;
  }
  ++check.checked;
  if (is_told) return;
  if (check.difference.empty())
    check.difference =
        fmt::format("thread {}, line {}: {} = {:#x}, and told is {} {:#x} of line {}", thread, event.line(), array.name,
                    event.bits, value->is_set ? "set" : "unset", told, value->line);
}

// At every moment of every thread of a block, or at some of them where there are many.
inline SumCheck check_sums(const Prepared& kernel, const Launch& launch, const Ran& ran, std::uint64_t block,
                           std::uint32_t most_moments) {
  SumCheck check;
  std::vector<Column> columns;
  std::uint32_t most = 0;
  for (std::uint32_t thread = 0; thread < launch.threads(); ++thread) {
    columns.push_back(events_of(*ran.code, ran.blocks[block], thread));
    most = std::max(most, columns.back().size());
  }
  const std::uint32_t step = most / most_moments + 1;
  for (std::uint32_t moment = 1; moment <= most && check.difference.empty(); moment += step) {
    WatchOptions options{.block = block, .moments = {}, .runs = {}, .in_turns = {}, .goes_on = {}};
    options.moments.assign(launch.threads(), moment);
    if (moment % 3 != 0) options.in_turns = ran.in_turns();
    const Locals locals = watch(kernel, launch, options);
    if (locals.in_turns && !ran.in_turns()) check.difference = "in turns, and it was not";
    // At a fault a thread may have told of a sum that it had not put into its array yet.
    for (std::uint32_t thread = 0; thread < launch.threads(); ++thread)
      if (moment < columns[thread].size() || (moment == columns[thread].size() && !ran.fault))
        check_sum(columns[thread], moment - 1, *ran.code, kernel, locals, thread, check);
    if (!check.difference.empty()) check.difference = fmt::format("moment {}, {}", moment, check.difference);
  }
  return check;
}

}  // namespace tilescope::machine::test
