#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/shell_words.h"

namespace tilescope::cli {

namespace {

// Escapes text for troff: an option's dash is not a hyphen, and a line that begins with a dot is not a request.
std::string plain(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '\\')
      safe += "\\e";
    else if (letter == '-')
      safe += "\\-";
    else
      safe += letter;
  }
  return !safe.empty() && (safe[0] == '.' || safe[0] == '\'') ? "\\&" + safe : safe;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string slanted(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

// "-o, --output TEXT"
std::string heading_of(const Option& option) {
  if (option.is_argument()) return slanted(option.names);
  std::string names;
  std::size_t begin = 0;
  while (begin <= option.names.size()) {
    const std::size_t end = std::min(option.names.find(',', begin), option.names.size());
    names += (names.empty() ? "" : ", ") + bold(std::string_view(option.names).substr(begin, end - begin));
    begin = end + 1;
  }
  if (option.is_flag) return names;
  return names + " " + slanted(option.only_words ? fmt::format("{}", fmt::join(option.words, "|")) : option.type);
}

void add_option(const Option& option, std::string& page) {
  page += ".TP\n" + heading_of(option) + "\n" + plain(option.help);
  if (!option.usual.empty() && option.usual != "-") page += "; " + slanted(option.usual) + " by default";
  if (option.is_required) page += "; required";
  for (const std::string& other : option.excluded) page += "; not with " + bold(other);
  for (const std::string& other : option.needed) page += "; only with " + bold(other);
  page += "\n";
}

// Launch options are described only once.
constexpr std::string_view launch_group = "Launch";

bool launches(const Subcommand& command) {
  for (const Option& option : command.options())
    if (option.group == launch_group) return true;
  return false;
}

void add_section(const Subcommand& command, const std::string& name, std::string& page) {
  if (command.action()) {
    page += ".SS " + plain(name) + "\n" + plain(command.help()) + ".";
    if (launches(command)) page += " Takes launch options.";
    page += "\n";
    for (const Option& option : command.options())
      if (option.group != launch_group && (!option.is_argument() || !launches(command))) add_option(option, page);
  }
  for (const Subcommand& each : command.commands()) add_section(each, name + " " + each.name(), page);
}

const Subcommand* first_that_launches(const Subcommand& program) {
  for (const Subcommand& each : program.commands())
    if (launches(each)) return &each;
  return nullptr;
}

constexpr const char* rest = R"(.SH EXIT STATUS
.TP
0
done
.TP
1
failed: for example, the kernel did not end, or the events did not fit; \fBcheck\fR found an error
.TP
2
wrong usage or an unsuitable environment; one line on standard error suggests a fix
.TP
3
ended early by Ctrl+C or by a limit
.SH ENVIRONMENT
.TP
\fBTILESCOPE_ASSETS\fR
a folder to use instead of share/tilescope: shaders, fonts, lessons, measured tables
.TP
\fBXDG_CONFIG_HOME\fR
where settings are kept; ~/.config by default
.SH FILES
.TP
~/.config/tilescope/settings.toml
theme, size, speed; \fBview \-\-no\-config\fR neither reads nor writes it
.SH SEE ALSO
The manual, the glossary and the lessons are in share/doc/tilescope.
)";

}  // namespace

std::string manual_page(const Subcommand& program, const std::string& version) {
  std::string page = fmt::format(
      ".\\\" Made by `tilescope manual`.\n.TH TILESCOPE 1 \"\" \"TileScope {}\" \"User Commands\"\n.SH NAME\n"
      "tilescope \\- {}\n.SH SYNOPSIS\n.B tilescope\n[\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIFILE\\fR]]\n.SH "
      "DESCRIPTION\n{}\n"
      "It runs a kernel with a recorder switched on, keeps every load, store, barrier and partial sum of every thread, "
      "and replays them step by step. No GPU is needed. Without a command it opens a window.\n",
      version, "see what a CUDA matrix\\-multiplication kernel actually did", plain(program.help()));
  if (const Subcommand* const launching = first_that_launches(program)) {
    page += ".SH LAUNCH OPTIONS\n";
    for (const Option& option : launching->options())
      if (option.group == launch_group || option.is_argument()) add_option(option, page);
  }
  page += ".SH COMMANDS\n";
  for (const Subcommand& each : program.commands()) add_section(each, each.name(), page);
  return page + rest;
}

}  // namespace tilescope::cli
