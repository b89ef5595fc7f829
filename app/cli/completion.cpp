#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/shell_words.h"

namespace tilescope::cli {

namespace {

// bash also splits words at '=' and ':', and "step:" must be followed by more text.
constexpr const char* script_begin = R"(# bash completion for tilescope; made by `tilescope completion`.
_tilescope_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$now")
  [[ ${COMPREPLY[0]:-} != *: ]] || compopt -o nospace
}
_tilescope_files() {
  compopt -o filenames
  local -a more
  mapfile -t more < <(compgen -f -- "$now")
  COMPREPLY+=("${more[@]}")
}
_tilescope() {
  local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' word n
  COMPREPLY=()
  for ((n = 1; n < COMP_CWORD; ++n)); do
    word=${COMP_WORDS[n]}
    case $command/$word in
)";

constexpr const char* script_end = R"(  esac
}
complete -F _tilescope tilescope
)";

std::string path_below(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + " " + name;
}

// Maps a command and the next word to a subcommand.
void add_steps(const Subcommand& command, const std::string& path, std::string& script) {
  for (const Subcommand& each : command.commands()) {
    const std::string below = path_below(path, each.name());
    script += fmt::format("      '{}/{}') command='{}' ;;\n", path, each.name(), below);
    add_steps(each, below, script);
  }
}

std::string names_of(const Option& option) {
  std::string names = option.names;
  for (char& letter : names)
    if (letter == ',') letter = '|';
  return names;
}

// The completions of an option's value or an argument.
std::string values_of(const Option& option) {
  std::string words;
  if (!option.words.empty()) words = fmt::format("_tilescope_words '{}'", fmt::join(option.words, " "));
  if (!option.is_file) return words.empty() ? ":" : words;
  return words.empty() ? "_tilescope_files" : words + "; _tilescope_files";
}

// The completions after a command.
void add_command(const Subcommand& command, const std::string& path, std::string& script) {
  std::string values, arguments, names = "--help";
  if (path.empty()) names += " --version";
  for (const Option& option : command.options()) {
    if (option.is_argument()) {
      arguments += values_of(option) + "; ";
      continue;
    }
    names += " " + option.name();
    if (!option.is_flag) values += fmt::format("        {}) {}; return ;;\n", names_of(option), values_of(option));
  }
  for (const Subcommand& each : command.commands()) names += " " + each.name();
  script += fmt::format("    '{}')\n", path);
  if (!values.empty()) script += fmt::format("      case $before in\n{}      esac\n", values);
  // If files are possible, options are offered only after a dash.
  if (arguments.empty())
    script += fmt::format("      _tilescope_words '{}' ;;\n", names);
  else
    script += fmt::format("      if [[ $now == -* ]]; then _tilescope_words '{}'; else {}fi ;;\n", names, arguments);
  for (const Subcommand& each : command.commands()) add_command(each, path_below(path, each.name()), script);
}

}  // namespace

std::string bash_completion(const Subcommand& program) {
  std::string script = script_begin;
  add_steps(program, "", script);
  script += "    esac\n  done\n  case $command in\n";
  add_command(program, "", script);
  return script + script_end;
}

}  // namespace tilescope::cli
