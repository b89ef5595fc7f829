#include "app/command_line/other_programs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iomanip>
#include <sstream>

#include "instrumentation/error.h"
#include "instrumentation/subprocess.h"

namespace tilescope::cli {

namespace {

struct Writer {
  std::ostream& out;

  void operator()(bool is_so) const { out << is_so << ' '; }
  void operator()(std::size_t count) const { out << count << ' '; }
  void operator()(const std::string& text) const { out << std::quoted(text) << ' '; }
  void operator()(const std::vector<std::string>& texts) const {
    (*this)(texts.size());
    for (const std::string& text : texts) (*this)(text);
  }
};

struct Reader {
  std::istream& in;

  void operator()(bool& is_so) const { in >> is_so; }
  void operator()(std::string& text) const { in >> std::quoted(text); }
  void operator()(std::vector<std::string>& texts) const {
    texts.resize(count());
    for (std::string& text : texts) (*this)(text);
  }
  [[nodiscard]] std::size_t count() const {
    std::size_t count = 0;
    in >> count;
    return count;
  }
};

// Visits each field that other programs need, for writing and reading.
template <class AnOption, class Each>
void each_field(AnOption& option, const Each& each) {
  for (auto* const text : {&option.names, &option.help, &option.group, &option.type, &option.usual}) each(*text);
  for (auto* const texts : {&option.words, &option.excluded, &option.needed}) each(*texts);
  for (auto* const is_so : {&option.only_words, &option.is_file, &option.is_flag, &option.is_required}) each(*is_so);
}

void write(const Subcommand& command, const Writer& writer) {
  writer(command.name());
  writer(command.help());
  writer(command.action() != nullptr);
  writer(command.options().size());
  for (const Option& option : command.options()) each_field(option, writer);
  writer(command.commands().size());
  for (const Subcommand& each : command.commands()) write(each, writer);
}

Subcommand read_command(const Reader& reader) {
  std::string name, help;
  bool acts = false;
  reader(name);
  reader(help);
  reader(acts);
  Subcommand command(name, help);
  if (acts) command.does([] {});
  for (std::size_t left = reader.count(); left > 0 && reader.in; --left)
    each_field(command.options().emplace_back(), reader);
  for (std::size_t left = reader.count(); left > 0 && reader.in; --left)
    command.commands().push_back(read_command(reader));
  return command;
}

}  // namespace

std::filesystem::path program_beside(const std::string& name) {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).replace_filename(name);
}

void become(const OtherCommand& other, const std::vector<std::string>& words) {
  const std::string program = program_beside(other.program).string();
  std::vector<char*> arguments{const_cast<char*>(program.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::fflush(nullptr);
  execv(program.c_str(), arguments.data());
  throw UsageError(fmt::format("{}: {} cannot be started: {}; to build it, run cmake --build build/default --target {}",
                               other.name, program, std::strerror(errno), other.program));
}

std::string commands_as_text(const Subcommand& program) {
  std::ostringstream text;
  write(program, {text});
  return text.str();
}

void ask_others(Subcommand& program, const std::vector<std::string>& others) {
  for (const std::string& other : others) {
    const std::filesystem::path path = program_beside(other);
    if (!std::filesystem::exists(path)) continue;
    Subprocess asked({path.string(), telling_command});
    if (!asked.finish()) throw Error(fmt::format("{}: {}", other, asked.complaint()));
    std::istringstream text(asked.whole_answer());
    Subcommand its = read_command({text});
    for (Subcommand& told : its.commands())
      for (Subcommand& ours : program.commands())
        if (ours.name() == told.name()) ours = std::move(told);
  }
}

}  // namespace tilescope::cli
