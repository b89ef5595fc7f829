// Common mistakes and their diagnostics: each mistake once, at the place to change, with its mend. The wrong texts
// stand in mistakes/*.cu, a file for each kind of mistake. They are short, so that one file has many of them, to be
// read one after another:
//
//   //~~ what is wrong            begins a text; its first line is the next one
//   //~ 3:7: error: ... -- mend   after the text, a line for each diagnostic, word by word
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/program.h"

namespace tilescope::language {
namespace {

struct Mistake {
  std::string what;
  int line = 0;
  std::string text, told;
};

struct MistakeFile {
  std::string path;
  std::vector<Mistake> mistakes;
};

void PrintTo(const MistakeFile& file, std::ostream* out) { *out << file.path; }

void add_line(MistakeFile& file, const std::string& line, int number) {
  if (line.starts_with("//~~ ")) return file.mistakes.push_back({line.substr(5), number, "", ""});
  if (file.mistakes.empty()) return;
  Mistake& mistake = file.mistakes.back();
  if (line.starts_with("//~ ")) {
    mistake.told += line.substr(4) + "\n";
  } else if (mistake.told.empty()) {
    mistake.text += line + "\n";
  } else if (!line.empty()) {
    mistake.told += line + "  (a line of text after what is told of it)\n";
  }
}

MistakeFile read_mistakes(const std::filesystem::path& path) {
  MistakeFile file{path, {}};
  std::ifstream in(path);
  int number = 0;
  for (std::string line; std::getline(in, line);) add_line(file, line, ++number);
  return file;
}

std::vector<MistakeFile> all_mistakes() {
  std::vector<MistakeFile> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(TILESCOPE_SOURCES "/tests/instrumentation/language/mistakes"))
    files.push_back(read_mistakes(entry.path()));
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

// A line for each: "line:column: severity: message -- mend".
std::string told_of(const std::string& text) {
  const Program program = read(text);
  std::string all;
  for (const Diagnostic& d : program.diagnostics()) {
    const Position at = program.source().position(d.place.offset);
    all += std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + word(d.severity) + ": " + d.message;
    all += (d.mend.empty() ? "" : " -- " + d.mend) + "\n";
  }
  return all;
}

// "3:7" becomes ":7", of each line.
std::string columns_of(const std::string& told) {
  std::string columns;
  for (std::size_t at = 0; at < told.size(); at = told.find('\n', at) + 1) {
    const std::size_t colon = told.find(':', at), next = told.find(':', colon + 1);
    columns += told.substr(colon, next - colon);
  }
  return columns;
}

class Mistakes : public testing::TestWithParam<MistakeFile> {
 protected:
  template <class Check>
  void for_each(Check check) const {
    EXPECT_FALSE(GetParam().mistakes.empty());
    for (const Mistake& mistake : GetParam().mistakes) {
      const testing::ScopedTrace trace(GetParam().path.c_str(), mistake.line, mistake.what);
      check(mistake);
    }
  }
};

TEST_P(Mistakes, AreToldWhereTheyAreToBeMended) {
  for_each([](const Mistake& mistake) {
    EXPECT_FALSE(mistake.told.empty());
    EXPECT_EQ(told_of(mistake.text), mistake.told);
  });
}

// The text's lines may end as they like.
TEST_P(Mistakes, AreToldAlikeWhateverEndsALine) {
  for_each([](const Mistake& mistake) {
    std::string text;
    for (const char c : mistake.text) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(told_of(text), mistake.told);
  });
}

// Two lines before them move all that is reported, and nothing else.
TEST_P(Mistakes, AreToldAlikeFurtherDown) {
  for_each([](const Mistake& mistake) {
    if (mistake.told.find("no kernel was found in this file") != std::string::npos) return;
    const std::string text = "// Zeile 1: größer ✓\n\n" + mistake.text;
    EXPECT_EQ(columns_of(told_of(text)), columns_of(mistake.told));
  });
}

INSTANTIATE_TEST_SUITE_P(Texts, Mistakes, testing::ValuesIn(all_mistakes()),
                         [](const auto& file) { return std::filesystem::path(file.param.path).stem().string(); });

TEST(Columns, AreCharactersAndNotBytes) {
  const std::string begin = "__global__ void k(float* C) {\n";
  EXPECT_EQ(told_of(begin + "\t\tC[indx] = 0.0f;\n}\n"), "2:5: error: 'indx' is not declared here\n");
  EXPECT_EQ(told_of(begin + "  /* größer ✓ 线程 */ C[indx] = 0.0f;\n}\n"),
            "2:23: error: 'indx' is not declared here\n");
  EXPECT_EQ(told_of(begin + "  float größe = C[0]  /* 🙂 */\n  C[1] = größe;\n}\n"),
            "2:21: error: a ; is missing after ']' -- write ;\n");
  EXPECT_EQ(told_of("\xEF\xBB\xBF__global__ void k(flaot* C) { C[0] = 0.0f; }\n"),
            "1:19: error: 'flaot' is not a known type -- did you mean 'float'?\n");
  EXPECT_EQ(told_of(begin + "  float 面积 = 1.0f;\n  C[0] = 面 * 面积;\n}\n"),
            "3:10: error: '面' is not declared here\n");
}

// What is wrong in a function that several kernels call is told once.
TEST(Mistakes, AreToldOnceHoweverManyMeetThem) {
  std::string text = "__device__ float twice(float x) { return 2.0f * y; }\n";
  for (int n = 0; n < 20; ++n)
    text +=
        "__global__ void k" + std::to_string(n) + "(float* C) { C[0] = twice(C[0]) + " + std::to_string(n) + "; }\n";
  EXPECT_EQ(told_of(text), "1:49: error: 'y' is not declared here\n");
}

// Twenty functions, and a mistake of its own in each.
TEST(Mistakes, OfDifferentFunctionsAreAllTold) {
  std::string text, told;
  for (int n = 0; n < 20; ++n) {
    const std::string number = std::to_string(n);
    text += "__global__ void k" + number + "(float* C, int n) { C[n] = lost" + number + "; }\n";
    told +=
        std::to_string(n + 1) + ":" + (n < 10 ? "46" : "47") + ": error: 'lost" + number + "' is not declared here\n";
  }
  EXPECT_EQ(told_of(text), told);
}

}  // namespace
}  // namespace tilescope::language
