// The words and marks of the stage at a dozen moments of each situation, as text. With TILESCOPE_UPDATE_GOLDENS=1 in
// the environment the test writes the files in tests/app/stage/goldens/ anew instead; read the difference before you
// keep it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "app/stage/stage.h"
#include "tests/support/pictures.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

// One letter for a cell: its mark, or else its ink; a capital if it is lit.
char letter_of(const Cell& cell) {
  constexpr std::string_view marks = ".rw/xo";  // none, read, written, left over, padded, touched by others
  char letter = marks[static_cast<std::size_t>(cell.mark)];
  if (cell.mark == Mark::none && cell.strength > 0) {
    switch (cell.ink) {
      case Ink::a: letter = 'a'; break;
      case Ink::b: letter = 'b'; break;
      case Ink::c: letter = 'c'; break;
      case Ink::now: letter = 'n'; break;
      case Ink::wait: letter = '|'; break;
      case Ink::work: letter = '*'; break;
      case Ink::other: letter = '~'; break;
      default: letter = ','; break;
    }
  }
  return cell.lit ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter))) : letter;
}

// "aa..": a row as it is, or "16a 48." if it is long.
std::string row_of(const Grid& grid, std::uint32_t row) {
  std::string letters, runs;
  for (std::uint32_t column = 0; column < grid.columns; ++column)
    letters += letter_of(grid.cells[std::size_t{row} * grid.columns + column]);
  if (letters.size() <= 16) return letters;
  for (std::size_t begin = 0; begin < letters.size();) {
    const std::size_t end = std::min(letters.find_first_not_of(letters[begin], begin), letters.size());
    runs += fmt::format("{}{}{}", runs.empty() ? "" : " ", end - begin, letters[begin]);
    begin = end;
  }
  return runs;
}

std::string text_of(const Grid& grid) {
  std::string text = fmt::format("{}, {} x {}:\n", grid.name, grid.rows, grid.columns);
  for (std::uint32_t row = 0; row < grid.rows;) {
    const std::string letters = row_of(grid, row);
    const std::uint32_t first = row;
    while (row < grid.rows && row_of(grid, row) == letters) ++row;
    text += "  " + letters + (row - first > 1 ? fmt::format("   ({} rows)", row - first) : "") + "\n";
  }
  return text;
}

std::string text_of(const Situation& situation, std::uint64_t moment, Grain grain) {
  const Frame frame = situation.replay.at({moment, grain, situation.replay.blocks().front(), 0});
  const Picture picture = stage_picture(frame, {}, view(900, 600, 15));
  const Detail now = detail(frame);
  std::string text =
      fmt::format("==== moment {} of {}\n{}\n{}\n", frame.moment, frame.moments, place_name(frame), headline(frame));
  for (const std::string& part : {now.code, now.numbers, now.origin})
    if (!part.empty()) text += "  " + part + "\n";
  for (const Grid& grid : picture.grids) text += text_of(grid);
  text += "words:\n" + words_of(picture) + "\n\n";
  return text;
}

// The beginning, the first event, the end, an event in the middle of a step, and the ends of steps in between.
std::vector<std::uint64_t> dozen(const Moments& moments, std::uint32_t steps) {
  std::set<std::uint64_t> chosen{0, 1, moments.count(), (moments.begin_of(2) + moments.end_of(2)) / 2};
  for (std::uint32_t n = 0; chosen.size() < 12 && n < steps; ++n) chosen.insert(moments.end_of(n * (steps - 1) / 8));
  return {chosen.begin(), chosen.end()};
}

TEST(Goldens, TheStageSaysAndMarksWhatItDid) {
  const fs::path folder = TILESCOPE_SOURCES "/tests/app/stage/goldens";
  const std::array names{"small", "ragged", "large"};
  for (std::size_t n = 0; n < names.size(); ++n) {
    const Situation& situation = *situations()[n];
    const auto moments = dozen(situation.replay.moments(), situation.replay.order().step_count());
    EXPECT_EQ(moments.size(), 12U) << names[n];
    std::string text;
    for (const std::uint64_t moment : moments)
      text += text_of(situation, moment, moment == 1 ? Grain::event : Grain::step);
    const fs::path path = folder / (std::string(names[n]) + ".txt");
    if (std::getenv("TILESCOPE_UPDATE_GOLDENS") != nullptr) {
      fs::create_directories(folder);
      std::ofstream(path) << text;
      continue;
    }
    std::ifstream in(path);
    const std::string golden{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(text, golden) << path << "; to keep what it is now, run this with TILESCOPE_UPDATE_GOLDENS=1";
  }
}

}  // namespace
}  // namespace tilescope::test
