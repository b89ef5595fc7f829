// Every file in mistakes/ has one mistake, and says in its last line what is to be told about it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/lessons/library.h"
#include "app/lessons/prepare.h"

namespace tilescope::lessons {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view expected_mark = "# expected: ";

std::string told_about(const fs::path& file) {
  Prepared prepared = prepare(file.string(), std::make_shared<Scenes>());
  check_next(TILESCOPE_SOURCES "/assets/lessons", prepared.lesson, prepared.mistakes);
  check_others(prepared);
  prepared.lesson.file = file.filename().string();
  return mistakes_text(prepared);
}

TEST(Mistakes, AreToldWithLineAndKeyAndWhatToTry) {
  int files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(TILESCOPE_SOURCES "/tests/app/lessons/mistakes")) {
    if (entry.path().extension() != ".toml") continue;
    ++files;
    std::ifstream in(entry.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::size_t mark = text.find(expected_mark);
    if (mark == std::string::npos)
      ADD_FAILURE() << entry.path() << " says not what is expected; it is told:\n" << told_about(entry.path());
    else
      EXPECT_EQ(told_about(entry.path()), text.substr(mark + expected_mark.size()));
  }
  EXPECT_GE(files, 25);
}

TEST(Mistakes, AreAllToldAtOnce) {
  const ReadLesson read =
      read_lesson("titel = \"x\"\nnumber = \"y\"\n[[step]]\nfrom = \"start\"\nat = \"end\"\n", "many.toml");
  std::vector<std::string> keys;
  for (const Mistake& mistake : read.mistakes) keys.push_back(std::to_string(mistake.line) + " " + mistake.key);
  EXPECT_EQ(keys,
            (std::vector<std::string>{"1 titel", "1 title", "2 number", "3 step.title", "3 step.text", "5 step.at"}));
}

TEST(Mistakes, OfAnyKindNeverCrash) {
  std::ifstream in(TILESCOPE_SOURCES "/assets/lessons/05-phase-by-phase.toml");
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  ASSERT_FALSE(whole.empty());
  // Cut off anywhere, and with any one sign missing.
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    static_cast<void>(read_lesson(whole.substr(0, at), "cut.toml"));
    static_cast<void>(read_lesson(whole.substr(0, at) + whole.substr(at + 1), "short.toml"));
  }
  EXPECT_TRUE(read_lesson(whole, "whole.toml").mistakes.empty());
}

}  // namespace
}  // namespace tilescope::lessons
