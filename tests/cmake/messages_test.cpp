// A message is for people: no code compares or cuts what a diagnostic or an error says. It asks for the kind of
// mistake, for its subject, or for its cause.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// Whether a line looks into the words of a message or of a mend, or gives them a name under which it may.
bool looks_into_words(const std::string& line) {
  const auto has = [&](const char* word) { return line.find(word) != std::string::npos; };
  if (!has("message") && !has("mend") && !has("what()")) return false;
  static const std::regex cut(
      R"((message|mend|what\(\))(\.text|\.words)?\.(find\w*|rfind|substr|(starts|ends)_with|compare|contains)\()");
  static const std::regex compared(
      R"((\.|->)(message|mend|what\(\))(\.text|\.words)? *[!=]=|[!=]= *[\w.>()\[\]-]*(\.|->)(message|mend|what\(\)))");
  static const std::regex named(R"((string|string_view|auto)&? +\w+ *= *[^;]*(\.|->)(message|mend);)");
  return std::regex_search(line, cut) || std::regex_search(line, compared) || std::regex_search(line, named);
}

TEST(Messages, AreNeitherComparedNorCut) {
  std::size_t looked_at = 0;
  const fs::path root = TILESCOPE_SOURCES;
  for (const char* const top : {"app", "instrumentation", "kernels"})
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".h" && ending != ".cpp") continue;
      std::ifstream in(entry.path());
      unsigned number = 0;
      for (std::string line; std::getline(in, line); ++looked_at) {
        ++number;
        EXPECT_FALSE(looks_into_words(line)) << entry.path().lexically_relative(root) << ":" << number << ": " << line;
      }
    }
  EXPECT_GT(looked_at, 100'000U);
}

// The test itself: such lines are seen, and their like that only show a message are not.
TEST(Messages, ThatAreLookedIntoAreSeen) {
  for (const char* const line :
       {R"(if (d.message.ends_with("is not declared here")))", R"(if (d.message == "this #endif has no #if"))",
        R"(return "a } is missing" == each->message;)", R"(const std::string& text = diagnostic.message;)",
        R"(const std::string_view mend = diagnostic.mend;)", R"(if (error.what() != known))",
        R"(words = diagnostic.mend.substr(6);)", R"(all.find(each) || mend.words.find("did you mean") == 0)"})
    EXPECT_TRUE(looks_into_words(line)) << line;
  for (const char* const line : {R"(text += d.message + (d.mend.empty() ? "" : "; " + d.mend);)",
                                 R"(if (d.mistake == Mistake::no_size))", R"(banner_ = Banner{error.what(), true};)"})
    EXPECT_FALSE(looks_into_words(line)) << line;
}

}  // namespace
