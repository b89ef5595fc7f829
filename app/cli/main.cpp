// tilescope: reads the command line and hands over to a subcommand. Exit 0 done, 1 failed, 2 usage or environment.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>

#include "app/cli/commands.h"
#include "instrumentation/error.h"

namespace {

// A message may quote what was typed, line breaks and all; it is shown as one line.
std::string one_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (std::size_t at = 0; (at = text.find_first_of("\n\r", at)) != std::string::npos;) text.replace(at, 1, "; ");
  return text;
}

int failed(const std::string& what, int code) {
  fmt::print(stderr, "tilescope: {}\n", one_line(what));
  return code;
}

int run(int argc, char** argv) {
  CLI::App program("TileScope shows what a CUDA matrix-multiplication kernel really did.", "tilescope");
  program.set_version_flag("--version", "tilescope " TILESCOPE_VERSION);
  program.require_subcommand(0, 1);
  tilescope::cli::add_record(program);
  tilescope::cli::add_counts(program);
  tilescope::cli::add_occupancy(program);
  tilescope::cli::add_roofline(program);
  tilescope::cli::add_cache(program);
  tilescope::cli::add_check(program);
  tilescope::cli::add_kernels(program);
  tilescope::cli::add_lessons(program);
  tilescope::cli::add_devices(program);
  tilescope::cli::add_dump(program);
  tilescope::cli::add_export(program);
  tilescope::cli::add_bench(program);
  tilescope::cli::add_render(program);
  tilescope::cli::add_share(program);
  tilescope::cli::add_view(program);
  try {
    program.parse(argc, argv);
    if (program.get_subcommands().empty()) tilescope::cli::first_look();
  } catch (const CLI::RuntimeError& error) {  // a subcommand that has said it all itself
    return error.get_exit_code();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);
    return failed(one_line(error.what()) + "; tilescope --help tells more", 2);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const tilescope::Error& error) {
    return failed(error.what(), error.kind() == tilescope::Error::Kind::usage ? 2 : 1);
  } catch (const std::bad_alloc&) {
    return failed("memory is used up; take a smaller size, a window, or --record counts", 1);
  } catch (const std::exception& error) {
    return failed(error.what(), 1);
  }
}
