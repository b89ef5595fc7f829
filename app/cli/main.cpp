// tilescope: reads the command line and hands over to a subcommand. Exit 0 done, 1 failed, 2 usage or environment.
#include <fmt/format.h>

#include <iostream>
#include <new>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/looked_after.h"
#include "app/cli/parse.h"
#include "app/cli/shell_words.h"
#include "app/cli/version.h"
#include "app/export/output.h"
#include "app/tasks/marking.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/plain_apart.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope::cli {

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

Subcommand program() {
  Subcommand program("tilescope", "TileScope shows what a CUDA matrix-multiplication kernel really did.");
  for (const auto add :
       {add_record, add_counts, add_occupancy, add_roofline, add_cache, add_check, add_read, add_kernels, add_lessons,
        add_quiz, add_grade, add_task, add_devices, add_diff, add_dump, add_locals, add_export, add_bench, add_render,
        add_share, add_view})
    add(program);
  program.does(first_look);
  return program;
}

// What the program says of its own words, for shells and for man.
void add_shell_words(Subcommand& all) {
  all.command("completion", "print what makes bash complete all of this: source <(tilescope completion)").does([&all] {
    write_output("", bash_completion(all));
  });
  all.command("manual", "print the page of the manual: tilescope manual | man -l -").does([&all] {
    write_output("", manual_page(all, version()));
  });
}

// Who names a file, or what reopens a launch, wants to see it.
std::vector<std::string> with_command(std::vector<std::string> words) {
  if (words.empty()) return words;
  const std::string& first = words.front();
  const bool opens =
      first.starts_with("ts1:") || is_kernel_file(first) || first.ends_with(".tsc") || first.ends_with(".toml");
  if (opens) words.insert(words.begin(), "view");
  return words;
}

void run(const std::vector<std::string>& given) {
  if (given == std::vector<std::string>{timing_command}) return fmt::print("{}\n", answer_timing(std::cin));
  if (given.size() == 5 && given.front() == tasks::judging_command)
    return fmt::print("{}\n", tasks::judge_alone({given[1], given[2], std::stoull(given[3]), std::stoull(given[4])}));
  use_for_timing("/proc/self/exe");
  const std::vector<std::string> words = with_command(given);
  Subcommand all = program();
  add_shell_words(all);
  if (const Subcommand* const wanted = parse(all, version_in_full(), words)) wanted->action()();
}

// Those that other processes start are looked after by them.
bool is_started_by_another(const std::vector<std::string>& given) {
  return !given.empty() && (given.front() == timing_command || given.front() == tasks::judging_command);
}

int run_and_tell(const std::vector<std::string>& given) {
  watch_for_interrupts();
  try {
    run(given);
  } catch (const Exit& exit) {
    return exit.code;
  } catch (const ParseError& error) {
    return failed(std::string(error.what()) + "; tilescope --help tells more", 2);
  } catch (const Error& error) {
    if (was_interrupted()) return failed("ended by Ctrl+C", ended_early);
    return failed(error.what(), error.kind() == Error::Kind::usage ? 2 : 1);
  } catch (const std::bad_alloc&) {
    return failed("memory is used up; take a smaller size, a window, or --record counts", 1);
  } catch (const std::exception& error) {
    return failed(error.what(), 1);
  }
  return 0;
}

}  // namespace

}  // namespace tilescope::cli

int main(int argc, char** argv) {
  using namespace tilescope;
  const std::vector<std::string> given(argv + 1, argv + argc);
  if (cli::is_started_by_another(given)) return cli::run_and_tell(given);
  return cli::looked_after([&] { return cli::run_and_tell(given); });
}
