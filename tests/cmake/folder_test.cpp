// What a folder includes is what its library links: so a look at CMakeLists.txt tells how the parts depend on each
// other.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

struct Folder {
  std::string library;
  std::set<std::string> links;
};

// As the build has them: a folder, its library, and those that it links.
std::map<std::string, Folder> folders() {
  std::map<std::string, Folder> all;
  std::ifstream lines(TILESCOPE_BUILD "/tests/folders.txt");
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string folder, link;
    words >> folder;
    words >> all[folder].library;
    while (words >> link) all[folder].links.insert(link);
  }
  return all;
}

// The folder with a library that a file belongs to: its own, or one that it lies in.
std::string folder_of(const std::map<std::string, Folder>& all, const fs::path& file) {
  for (fs::path folder = file.parent_path(); !folder.empty(); folder = folder.parent_path())
    if (all.contains(folder.string())) return folder.string();
  return "";
}

// All libraries that one can see; `path` tells a circle.
std::set<std::string> seen_from(const std::map<std::string, Folder>& all, const std::string& library,
                                std::vector<std::string> path = {}) {
  std::set<std::string> seen{library};
  EXPECT_EQ(std::count(path.begin(), path.end(), library), 0) << library << " links itself";
  if (std::find(path.begin(), path.end(), library) != path.end()) return seen;
  path.push_back(library);
  for (const auto& [name, folder] : all)
    if (folder.library == library)
      for (const std::string& link : folder.links) seen.merge(seen_from(all, link, path));
  return seen;
}

bool is_source(const fs::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".h" || ending == ".cpp" || ending == ".cu" || ending == ".inc";
}

// "FILE includes HEADER" for each include, of one of our own headers, that points to a library which is not linked.
std::vector<std::string> strays(const std::map<std::string, Folder>& all, const fs::path& root,
                                std::size_t& looked_at) {
  std::vector<std::string> found;
  const std::regex include(R"re(^\s*#include "((?:app|instrumentation|kernels)/[^"]+)")re");
  for (const char* const top : {"app", "instrumentation", "kernels"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      const fs::path file = entry.path().lexically_relative(root);
      const std::string from = folder_of(all, file);
      EXPECT_NE(from, "") << file << " is in a folder without a library";
      if (from.empty()) continue;
      const std::set<std::string> seen = seen_from(all, all.at(from).library);
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        ++looked_at;
        const std::string to = folder_of(all, fs::path(match[1].str()));
        if (to.empty() || !seen.contains(all.at(to).library))
          found.push_back(file.string() + " includes " + match[1].str());
      }
    }
  return found;
}

TEST(Folders, IncludeWhatTheyLink) {
  std::size_t looked_at = 0;
  EXPECT_EQ(strays(folders(), TILESCOPE_SOURCES, looked_at), std::vector<std::string>{});
  EXPECT_GT(looked_at, 1000U);
}

// Each folder of app/ and of instrumentation/ that holds sources has a library of its own.
TEST(Folders, HaveALibraryEach) {
  const std::map<std::string, Folder> all = folders();
  for (const char* const top : {"app", "instrumentation"})
    for (const auto& entry : fs::directory_iterator(fs::path(TILESCOPE_SOURCES) / top))
      if (entry.is_directory()) {
        const std::string folder = std::string(top) + "/" + entry.path().filename().string();
        EXPECT_TRUE(all.contains(folder)) << folder;
      }
}

// Traces, files of them, the machine, analyses and what is written for GPUs know arrays and numbers: what a launch
// means beyond that, only readers of launches know, and the folders above them.
TEST(Folders, ProductsAreKnownToReadersAndAboveThem) {
  const std::map<std::string, Folder> all = folders();
  int looked_at = 0;
  for (const auto& [name, folder] : all) {
    if (!name.starts_with("instrumentation/") || name.starts_with("instrumentation/reading") ||
        name.starts_with("instrumentation/executors") || name.starts_with("instrumentation/launching"))
      continue;
    EXPECT_FALSE(seen_from(all, folder.library).contains("tilescope_reading")) << name;
    ++looked_at;
  }
  EXPECT_GT(looked_at, 12);
}

// What a unit includes of others; a unit is a header with its source, which are named alike.
using Includes = std::map<std::string, std::set<std::string>>;

std::string unit_of(const fs::path& file) { return (file.parent_path() / file.stem()).generic_string(); }

Includes includes_of_units(const fs::path& root) {
  Includes all;
  const std::regex include(R"re(^\s*#include "((?:app|instrumentation|kernels)/[^"]+)")re");
  for (const char* const top : {"app", "instrumentation", "kernels"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      const std::string from = unit_of(entry.path().lexically_relative(root));
      std::ifstream in(entry.path());
      std::smatch match;
      for (std::string line; std::getline(in, line);)
        if (std::regex_search(line, match, include))
          if (const std::string to = unit_of(match[1].str()); to != from) all[from].insert(to);
    }
  return all;
}

// The units of a cycle: what is left after each unit that includes none of the rest, or is included by none of it, is
// taken away.
std::set<std::string> units_in_circles(Includes left) {
  for (bool is_less = true; is_less;) {
    std::set<std::string> included;
    for (auto& [unit, others] : left) {
      std::erase_if(others, [&](const std::string& other) { return !left.contains(other); });
      included.insert(others.begin(), others.end());
    }
    is_less = std::erase_if(
                  left, [&](const auto& unit) { return unit.second.empty() || !included.contains(unit.first); }) > 0;
  }
  std::set<std::string> names;
  for (const auto& [unit, others] : left) names.insert(unit);
  return names;
}

TEST(Folders, NoUnitsIncludeEachOtherInACircle) {
  const Includes all = includes_of_units(TILESCOPE_SOURCES);
  EXPECT_GT(all.size(), 400U);
  EXPECT_EQ(units_in_circles(all), std::set<std::string>{});
}

// The test itself: a cycle of three is seen, and a unit that only touches it is not.
TEST(Folders, ACircleIsSeen) {
  const Includes all{{"a", {"b", "e"}}, {"b", {"c"}}, {"c", {"a"}}, {"d", {"a"}}, {"e", {}}};
  EXPECT_EQ(units_in_circles(all), (std::set<std::string>{"a", "b", "c"}));
}

// The test itself: an include that points upward is seen.
TEST(Folders, AnIncludeThatPointsUpwardIsSeen) {
  const fs::path root = TILESCOPE_SCRATCH;
  fs::remove_all(root);
  for (const char* const folder : {"app/low", "app/high", "instrumentation", "kernels"})
    fs::create_directories(root / folder);
  std::ofstream(root / "app/low/low.h") << "#include \"app/high/high.h\"\n";
  std::ofstream(root / "app/high/high.h") << "#include \"app/low/low.h\"\n";
  std::map<std::string, Folder> all;
  all["app/low"] = {"low", {}};
  all["app/high"] = {"high", {"low"}};
  std::size_t looked_at = 0;
  EXPECT_EQ(strays(all, root, looked_at), std::vector<std::string>{"app/low/low.h includes app/high/high.h"});
  EXPECT_EQ(looked_at, 2U);
}

}  // namespace
