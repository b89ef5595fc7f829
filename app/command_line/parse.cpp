// The only file that includes CLI11, which takes many seconds to compile.
#include "app/command_line/parse.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

#include "instrumentation/nearest.h"

namespace tilescope::cli {

namespace {

using Pairs = std::vector<std::pair<const Subcommand*, const CLI::App*>>;

CLI::Option* add(CLI::App& app, Option& option) {
  if (option.is_flag)
    return app.add_flag_function(
        option.names,
        [&option](std::int64_t times) {
          option.given = static_cast<int>(times);
          if (times > 0) option.accept("");
        },
        option.help);
  CLI::Option* added = nullptr;
  if (option.takes_several) {
    const auto take_all = [&option](const std::vector<std::string>& texts) {
      for (const std::string& text : texts) option.accept(text);
      option.given = static_cast<int>(texts.size());
    };
    added = app.add_option_function<std::vector<std::string>>(option.names, take_all, option.help);
    added->delimiter(option.between);
    if (option.named_each_time) added->allow_extra_args(false);
  } else {
    const auto take_one = [&option](const std::string& text) {
      option.accept(text);
      option.given = 1;
    };
    added = app.add_option_function<std::string>(option.names, take_one, option.help);
  }
  added->type_name(option.only_words ? fmt::format("{}", fmt::join(option.words, "|")) : option.type);
  if (!option.usual.empty()) added->default_str(option.usual);
  return added;
}

void add_all(CLI::App& app, Subcommand& command, Pairs& pairs) {
  pairs.emplace_back(&command, &app);
  for (Option& option : command.options()) {
    CLI::Option* const added = add(app, option);
    if (!option.group.empty()) added->group(option.group);
    added->required(option.is_required);
  }
  for (const Option& option : command.options()) {  // after all options exist
    CLI::Option* const one = app.get_option(option.name());
    for (const std::string& other : option.excluded) one->excludes(app.get_option(other));
    for (const std::string& other : option.needed) one->needs(app.get_option(other));
  }
  for (Subcommand& each : command.commands()) add_all(*app.add_subcommand(each.name(), each.help()), each, pairs);
  // A command without an action needs a subcommand.
  if (!command.commands().empty()) app.require_subcommand(command.action() ? 0 : 1, 1);
}

// The first word of a program with subcommands must name one of them.
void require_command(const Subcommand& program, const std::vector<std::string>& words) {
  if (program.commands().empty() || words.empty() || words.front().starts_with('-')) return;
  std::vector<std::string_view> names;
  for (const Subcommand& each : program.commands()) names.push_back(each.name());
  if (std::find(names.begin(), names.end(), words.front()) == names.end())
    throw ParseError(
        fmt::format("there is no command '{}' (did you mean '{}'?)", words.front(), nearest(words.front(), names)));
}

}  // namespace

const Subcommand* parse(Subcommand& command, const std::string& version, const std::vector<std::string>& words) {
  CLI::App app(command.help(), command.name());
  app.set_version_flag("--version", version);
  Pairs pairs;
  add_all(app, command, pairs);
  require_command(command, words);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw ParseError(error.what());
    app.exit(error);
    return nullptr;
  }
  const Subcommand* deepest = &command;
  for (const auto& [each, parsed] : pairs)  // subcommands come after their command
    if (parsed->parsed()) deepest = each;
  return deepest;
}

}  // namespace tilescope::cli
