// The output of the program without arguments where no window can be opened.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/films.h"
#include "app/cli/place_options.h"
#include "app/export/png.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

namespace fs = std::filesystem;

void save_moments(Studio& studio, const fs::path& folder, const std::vector<std::uint64_t>& moments) {
  const auto save = [&](const char* name, std::size_t number) {
    studio.session().apply(Seek{moments[std::min(number, moments.size() - 1)]});
    write_png(folder / name, studio.picture());
  };
  save("1-load.png", 1);
  save("2-wait.png", 3);
  save("3-multiply.png", 4);
  save("4-end.png", moments.size());
}

void make_tour(const fs::path& folder) {
  Session session(Settings{});
  start(session, Relaunch{});
  Studio studio(session, {1600, 900});
  const std::vector<std::uint64_t> moments = moments_between(session, "", "");
  save_moments(studio, folder, moments);
  std::string made = "pictures and tour.gif";
  try {
    make_film(studio, (folder / "tour.gif").string(), 1.5, moments);
  } catch (const Error& why) {
    fmt::print(stderr, "tilescope: no GIF: {}\n", why.what());
    made = "pictures";
  }
  fmt::print("Its {} are in {}/\n\n", made, fs::absolute(folder).string());
}

}  // namespace

void tour() {
  const fs::path folder = "tilescope-tour";
  std::error_code error;
  fs::create_directories(folder, error);
  try {
    make_tour(folder);
  } catch (const Error& why) {
    fmt::print(stderr, "tilescope: the pictures could not be drawn either: {}\n", why.what());
  }
  print_first_counts();
}

}  // namespace tilescope::cli
