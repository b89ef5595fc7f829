// The program in a browser: the page turns its address into words of the command line. If something cannot be opened,
// the page says so, and an example opens instead.
#include <emscripten.h>
#include <fmt/format.h>

#include <new>

#include "app/cli/commands.h"
#include "app/command_line/parse.h"
#include "app/command_line/version.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

void run(const std::vector<std::string>& words) {
  Subcommand all("tilescope", "TileScope in a browser: the window, and the commands that tests use.");
  add_view(all);
  add_dump(all);
  all.does(first_look);
  if (const Subcommand* const wanted = parse(all, version_in_full(), words)) wanted->action()();
}

constexpr const char* example = "ts1:tiled,naive/4x4x4/t2";

// The words that say how to show something, without those that say what.
std::vector<std::string> without_subject(const std::vector<std::string>& words) {
  std::vector<std::string> kept{"view"};
  for (std::size_t n = 1; n < words.size(); ++n) {
    const bool has_value = words[n] == "--page" || words[n] == "--theme";
    if (words[n].starts_with("--embed") || has_value) kept.push_back(words[n]);
    if (has_value && n + 1 < words.size()) kept.push_back(words[++n]);
  }
  return kept;
}

// If the command prints text, reports the problem and fails; if it opens the window, opens it with the example.
int failed(const std::vector<std::string>& words, const std::string& problem) {
  fmt::print(stderr, "tilescope: {}\n", problem);
  if (words.empty() || words.front() != "view") return 1;
  std::vector<std::string> others = without_subject(words);
  others.emplace_back(example);
  run(others);
  EM_ASM(
      {
        if (Module.page) Module.page.cannot(UTF8ToString($0));
      },
      problem.c_str());
  return 0;
}

}  // namespace

void tour() {}  // the tour writes files

}  // namespace tilescope::cli

int main(int argc, char** argv) {
  using namespace tilescope;
  const std::vector<std::string> words(argv + 1, argv + argc);
  std::string problem;
  try {
    cli::run(words);
    return 0;
  } catch (const std::bad_alloc&) {
    problem = "out of memory; use a smaller size or a window of blocks";
  } catch (const std::exception& error) {
    problem = error.what();
  }
  try {
    return cli::failed(words, problem);
  } catch (const std::exception& error) {
    fmt::print(stderr, "tilescope: {}\n", error.what());
    EM_ASM(
        {
          if (Module.page) Module.page.fail(UTF8ToString($0));
        },
        error.what());
    return 1;
  }
}
