// The command line as data: commands and their options. From this, parse.cpp builds a parser, completion.cpp a shell's
// completion, and manual_page.cpp a manual page.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tilescope::cli {

struct Option {
  std::string names;  // "-o,--output"; "FILE" for a positional argument
  std::string help;
  std::string group;  // the option's heading in the help
  std::string type = "TEXT";
  std::string usual;               // the default value, if the help shows it
  std::vector<std::string> words;  // accepted words
  bool only_words = false;         // nothing but these words is accepted
  bool is_file = false;            // a shell completes file names
  bool is_flag = false, is_required = false, takes_several = false;
  char between = 0;              // the separator of several values in one word
  bool named_each_time = false;  // several values, each after its own option name
  std::vector<std::string> excluded, needed;
  // Takes a typed value; throws a UsageError if it is invalid.
  std::function<void(const std::string& text)> take;
  int given = 0;  // the number of values given, after parsing

  Option& in(std::string heading) { return set(group, std::move(heading)); }
  Option& one_of(std::vector<std::string> all) {
    return set(only_words, true).such_as(std::move(all));
  }                                                                                       // no other words
  Option& such_as(std::vector<std::string> some) { return set(words, std::move(some)); }  // words that a shell suggests
  Option& file() { return set(is_file, true); }
  Option& required() { return set(is_required, true); }
  Option& separated_by(char letter) { return set(between, letter); }
  Option& one_at_a_time() { return takes_several = true, set(named_each_time, true); }
  Option& excludes(std::string other) { return excluded.push_back(std::move(other)), *this; }
  Option& needs(std::string other) { return needed.push_back(std::move(other)), *this; }

  [[nodiscard]] bool is_argument() const { return names.front() != '-'; }
  [[nodiscard]] std::string name() const;  // the long name: "--output"
  // Like `take`, but rejects all words except the accepted ones if only_words is set.
  void accept(const std::string& text);

 private:
  template <class Value>
  Option& set(Value& what, Value value) {
    what = std::move(value);
    return *this;
  }
};

// The range of numbers that an option takes.
template <class Number>
struct Range {
  Number least = std::numeric_limits<Number>::lowest(), most = std::numeric_limits<Number>::max();
};

// Two options of most commands: the result as JSON, and the file to write it to.
struct OutputOptions {
  bool json = false;
  std::string output;
};

class Subcommand {
 public:
  Subcommand(std::string name, std::string help) : name_(std::move(name)), help_(std::move(help)) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& help() const { return help_; }
  [[nodiscard]] const std::list<Option>& options() const { return options_; }
  [[nodiscard]] std::list<Option>& options() { return options_; }
  [[nodiscard]] const std::list<Subcommand>& commands() const { return commands_; }
  [[nodiscard]] std::list<Subcommand>& commands() { return commands_; }
  // The command's action, called after parsing; empty if only its subcommands act.
  [[nodiscard]] const std::function<void()>& action() const { return action_; }

  // References to commands stay valid.
  Subcommand& command(std::string name, std::string help);
  void does(std::function<void()> action) { action_ = std::move(action); }
  // Also creates the object with the option values, which lives as long as the command.
  template <class Options>
  Options& does(void (*run)(const Options& options)) {
    const auto options = std::make_shared<Options>();
    action_ = [options, run] { run(*options); };
    return *options;
  }

  // Writes the value to this variable, whose current value is the default.
  Option& flag(std::string names, bool& on, std::string help);
  Option& option(std::string names, std::string& text, std::string help);
  Option& option(std::string names, std::optional<std::string>& text, std::string help);
  Option& option(std::string names, std::vector<std::string>& texts, std::string help);
  Option& option(std::string names, std::vector<int>& numbers, std::string help, Range<int> range = {});
  template <class Number>
  requires std::is_arithmetic_v<Number> Option& option(std::string names, Number& number, std::string help,
                                                       Range<Number> range = {});
  template <class Number>
  Option& option(std::string names, std::optional<Number>& number, std::string help, Range<Number> range = {});
  // Passes the value to the function.
  Option& option(std::string names, std::function<void(const std::string&)> take, std::string help);

  void output_options(OutputOptions& options);
  Option& output_option(std::string& output);

 private:
  Option& add(std::string names, std::string help, std::function<void(const std::string&)> take);
  template <class Number>
  Option& number(std::string names, std::string help, Range<Number> range, std::function<void(Number)> take);

  std::string name_, help_;
  std::list<Option> options_;
  std::list<Subcommand> commands_;
  std::function<void()> action_;
};

}  // namespace tilescope::cli
