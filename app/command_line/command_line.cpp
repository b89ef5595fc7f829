#include "app/command_line/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

template <class Number>
constexpr bool is_whole = std::is_integral_v<Number>;

template <class Number>
constexpr const char* type_of = !is_whole<Number>            ? "NUMBER"
                                : std::is_unsigned_v<Number> ? "UINT"
                                                             : "INT";

template <class Number>
bool bounds(const Range<Number>& range) {
  const Range<Number> any;
  return range.least != any.least || range.most != any.most;
}

template <class Number>
std::string type_of_range(const Range<Number>& range) {
  return bounds(range) ? fmt::format("{} to {}", range.least, range.most) : type_of<Number>;
}

// "--runs 0: give a whole number from 1 to 1000"
template <class Number>
Number number_of(std::string_view option, const std::string& text, const Range<Number>& range) {
  Number number{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  // Every comparison with NaN is false, so this also rejects NaN.
  if (error == std::errc{} && end == last && number >= range.least && number <= range.most) return number;
  const char* const what = is_whole<Number> ? "a whole number" : "a number";
  if (bounds(range))
    throw UsageError(fmt::format("{} {}: give {} from {} to {}", option, text, what, range.least, range.most));
  throw UsageError(
      fmt::format("{} {}: give {}{}", option, text, what, std::is_unsigned_v<Number> ? " of at least 0" : ""));
}

std::string long_name(const std::string& names) { return names.substr(names.rfind(',') + 1); }

}  // namespace

std::string Option::name() const { return long_name(names); }

void Option::accept(const std::string& text) {
  if (only_words && std::find(words.begin(), words.end(), text) == words.end())
    throw UsageError(
        fmt::format("{} {}: give {}{}", name(), text, words.size() > 1 ? "one of " : "", fmt::join(words, ", ")));
  take(text);
}

Subcommand& Subcommand::command(std::string name, std::string help) {
  return commands_.emplace_back(std::move(name), std::move(help));
}

Option& Subcommand::add(std::string names, std::string help, std::function<void(const std::string&)> take) {
  Option& option = options_.emplace_back();
  option.names = std::move(names);
  option.help = std::move(help);
  option.take = std::move(take);
  return option;
}

Option& Subcommand::flag(std::string names, bool& on, std::string help) {
  Option& option = add(std::move(names), std::move(help), [&on](const std::string&) { on = true; });
  option.is_flag = true;
  return option;
}

Option& Subcommand::option(std::string names, std::string& text, std::string help) {
  Option& option = add(std::move(names), std::move(help), [&text](const std::string& typed) { text = typed; });
  option.usual = text;
  return option;
}

Option& Subcommand::option(std::string names, std::optional<std::string>& text, std::string help) {
  return add(std::move(names), std::move(help), [&text](const std::string& typed) { text = typed; });
}

Option& Subcommand::option(std::string names, std::vector<std::string>& texts, std::string help) {
  Option& option =
      add(std::move(names), std::move(help), [&texts](const std::string& typed) { texts.push_back(typed); });
  option.takes_several = true;
  return option;
}

template <class Number>
Option& Subcommand::number(std::string names, std::string help, Range<Number> range, std::function<void(Number)> take) {
  const auto read = [name = long_name(names), range, take](const std::string& typed) {
    take(number_of(name, typed, range));
  };
  Option& option = add(std::move(names), std::move(help), read);
  option.type = type_of_range(range);
  return option;
}

Option& Subcommand::option(std::string names, std::vector<int>& numbers, std::string help, Range<int> range) {
  Option& option = number<int>(std::move(names), std::move(help), range, [&](int typed) { numbers.push_back(typed); });
  option.takes_several = true;
  return option;
}

template <class Number>
requires std::is_arithmetic_v<Number> Option& Subcommand::option(std::string names, Number& number, std::string help,
                                                                 Range<Number> range) {
  Option& option =
      this->number<Number>(std::move(names), std::move(help), range, [&number](Number typed) { number = typed; });
  if (number >= range.least) option.usual = fmt::format("{}", number);
  return option;
}

template <class Number>
Option& Subcommand::option(std::string names, std::optional<Number>& number, std::string help, Range<Number> range) {
  return this->number<Number>(std::move(names), std::move(help), range, [&number](Number typed) { number = typed; });
}

template Option& Subcommand::option(std::string, int&, std::string, Range<int>);
template Option& Subcommand::option(std::string, unsigned&, std::string, Range<unsigned>);
template Option& Subcommand::option(std::string, std::int64_t&, std::string, Range<std::int64_t>);
template Option& Subcommand::option(std::string, std::uint64_t&, std::string, Range<std::uint64_t>);
template Option& Subcommand::option(std::string, float&, std::string, Range<float>);
template Option& Subcommand::option(std::string, double&, std::string, Range<double>);
template Option& Subcommand::option(std::string, std::optional<std::int64_t>&, std::string, Range<std::int64_t>);
template Option& Subcommand::option(std::string, std::optional<std::uint64_t>&, std::string, Range<std::uint64_t>);

Option& Subcommand::option(std::string names, std::function<void(const std::string&)> take, std::string help) {
  return add(std::move(names), std::move(help), std::move(take));
}

void Subcommand::output_options(OutputOptions& options) {
  flag("--json", options.json, "print one JSON object");
  output_option(options.output);
}

Option& Subcommand::output_option(std::string& output) {
  return option("-o,--output", output, "write to this file").file();
}

}  // namespace tilescope::cli
