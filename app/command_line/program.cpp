#include "app/command_line/program.h"

#include <fmt/format.h>

#include <new>

#include "app/command_line/interrupt.h"
#include "app/command_line/other_programs.h"
#include "app/command_line/parse.h"
#include "app/command_line/version.h"

namespace tilescope::cli {

namespace {

// Shows a message on one line, even if it quotes typed line breaks.
std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (std::size_t at = 0; (at = text.find_first_of("\n\r", at)) != std::string::npos;) text.replace(at, 1, "; ");
  return text;
}

int failed(const std::string& what, int code) {
  fmt::print(stderr, "tilescope: {}\n", one_line(what));
  return code;
}

}  // namespace

int exit_code_of(const std::function<void()>& work) {
  watch_for_interrupts();
  try {
    work();
  } catch (const Exit& exit) {
    return exit.code;
  } catch (const ParseError& error) {
    return failed(std::string(error.what()) + "; see tilescope --help", 2);
  } catch (const Error& error) {
    if (was_interrupted()) return failed("stopped by Ctrl+C", ended_early);
    return failed(error.what(), error.kind() == Error::Kind::usage ? 2 : 1);
  } catch (const std::bad_alloc&) {
    return failed("out of memory; use a smaller size, a window of blocks, or --record counts", 1);
  } catch (const std::exception& error) {
    return failed(error.what(), 1);
  }
  return 0;
}

void run_command(Subcommand& program, const std::vector<std::string>& words) {
  if (words == std::vector<std::string>{telling_command}) return fmt::print("{}", commands_as_text(program));
  if (const Subcommand* const wanted = parse(program, version_in_full(), words)) wanted->action()();
}

}  // namespace tilescope::cli
