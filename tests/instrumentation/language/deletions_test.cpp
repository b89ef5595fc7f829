// Right texts with one word or mark taken away: the diagnostics are near the deleted word, and few follows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "instrumentation/language/program.h"
#include "instrumentation/language/tokens/lexer.h"

namespace tilescope::language {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t step = 23;      // of so many words and marks, one is taken away
constexpr unsigned near = 2;          // lines
constexpr std::size_t most_told = 3;  // beyond what is told of the right text

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> sample() {
  std::vector<fs::path> files;
  for (const char* const folder : {"product", "other"})
    for (const auto& entry :
         fs::directory_iterator(fs::path(TILESCOPE_SOURCES "/tests/instrumentation/language/collection") / folder))
      if (entry.path().extension() == ".cu") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

struct Figures {
  std::size_t deletions = 0, told = 0, far = 0, crowded = 0;
};

// Errors and warnings, without those that the right text has.
struct Told {
  std::optional<unsigned> first_error;  // its line
  std::size_t count = 0;
};

Told told_of(const std::string& text, std::multiset<std::string> known) {
  const Program program = read(text);
  Told told;
  for (const Diagnostic& d : program.diagnostics()) {
    if (d.severity == Severity::note) continue;
    if (d.severity == Severity::error && !told.first_error) told.first_error = program.source().line_of(d.place.offset);
    if (const auto same = known.find(d.message); same != known.end())
      known.erase(same);
    else
      ++told.count;
  }
  return told;
}

std::multiset<std::string> messages_of(const std::string& text) {
  std::multiset<std::string> messages;
  for (const Diagnostic& d : read(text).diagnostics()) messages.insert(d.message);
  return messages;
}

// Takes every `step`-th token away, the `first` one first, and counts.
void delete_tokens(const fs::path& file, std::size_t first, Figures& figures) {
  const std::string text = read_file(file);
  const std::multiset<std::string> known = messages_of(text);
  const Source source(text);
  Arena arena;
  Diagnostics ignored;
  const std::vector<Token> tokens = tokens_of(source, arena, ignored);
  for (std::size_t n = first; n + 1 < tokens.size(); n += step) {
    std::string without = text;
    without.replace(tokens[n].place.offset, tokens[n].place.length, " ");
    const Told told = told_of(without, known);
    ++figures.deletions;
    if (!told.first_error) continue;
    ++figures.told;
    const unsigned line = source.line_of(tokens[n].place.offset);
    const unsigned apart = line > *told.first_error ? line - *told.first_error : *told.first_error - line;
    figures.far += apart > near ? 1U : 0U;
    if (told.count <= most_told) continue;
    ++figures.crowded;
    std::printf("%s:%u without '%.*s': %zu told\n", file.filename().string().c_str(), line,
                static_cast<int>(std::min<std::size_t>(tokens[n].text.size(), 40)), tokens[n].text.data(), told.count);
  }
}

TEST(Deletions, AreToldOfNearbyAndWithoutFollowers) {
  Figures figures;
  const std::vector<fs::path> files = sample();
  ASSERT_GE(files.size(), 80U);
  for (std::size_t n = 0; n < files.size(); ++n) delete_tokens(files[n], n % step, figures);
  std::printf("%zu deletions, %zu told, %zu more than %u lines away (%.2f %%), %zu with more than %zu told (%.2f %%)\n",
              figures.deletions, figures.told, figures.far, near,
              100.0 * static_cast<double>(figures.far) / static_cast<double>(figures.told), figures.crowded, most_told,
              100.0 * static_cast<double>(figures.crowded) / static_cast<double>(figures.told));
  RecordProperty("deletions", static_cast<int>(figures.deletions));
  RecordProperty("told", static_cast<int>(figures.told));
  RecordProperty("far", static_cast<int>(figures.far));
  RecordProperty("crowded", static_cast<int>(figures.crowded));
  EXPECT_GE(figures.told * 100, figures.deletions * 85);
  EXPECT_LE(figures.far * 100, figures.told * 4);
  EXPECT_EQ(figures.crowded, 0U);
}

}  // namespace
}  // namespace tilescope::language
