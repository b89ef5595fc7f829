// Files that a text includes, from its own folder and from others.
#include "instrumentation/launching/texts/included_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/program.h"
#include "instrumentation/language/tokens/files.h"

namespace tilescope {

namespace {

namespace fs = std::filesystem;

class IncludedFiles : public testing::Test {
 protected:
  IncludedFiles() {
    fs::remove_all(scratch_);
    fs::create_directories(scratch_ / "own/inc/deep");
    fs::create_directories(scratch_ / "other");
  }

  void write(const std::string& name, std::string_view text) const { std::ofstream(scratch_ / name) << text; }
  [[nodiscard]] std::string text(const std::string& name = "own/main.cu") const {
    return text_with_included((scratch_ / name).string());
  }
  [[nodiscard]] static std::vector<std::string> names(const std::string& text) {
    std::vector<std::string> all;
    for (const language::FileInText& file : language::files_in(text))
      if (!file.name.empty()) all.emplace_back(file.name);
    return all;
  }

  fs::path scratch_ = fs::path(TILESCOPE_SCRATCH) / "included";
};

using Names = std::vector<std::string>;

TEST_F(IncludedFiles, StandBehindTheTextThatIncludesThem) {
  const std::string main =
      "#include \"inc/a.h\"\n__global__ void k(float* p) { p[threadIdx.x] = half_of(p[0]) * N; }\n";
  write("own/main.cu", main);
  write("own/inc/a.h", "#pragma once\n#include \"deep/b.h\"\n__device__ float half_of(float x) { return x / TWO; }\n");
  write("own/inc/deep/b.h", "#pragma once\n#include \"../a.h\"\n#define TWO 2\n#define N 4\n");
  const std::string all = text();
  EXPECT_EQ(names(all), (Names{"inc/a.h", "inc/deep/b.h"}));
  EXPECT_EQ(language::own_text(all), main);

  const language::Program program = language::read(all);
  ASSERT_EQ(program.kernels().size(), 1U);
  EXPECT_TRUE(program.kernels()[0].runnable);
  EXPECT_TRUE(program.diagnostics().empty());
}

// As of a pipe, which can be read but once.
TEST_F(IncludedFiles, OfATextThatWasRead) {
  EXPECT_EQ(text_with_included((scratch_ / "none.cu").string(), "int x;\n"), "int x;\n");
}

TEST_F(IncludedFiles, LinesAreThoseOfTheirFile) {
  write("own/main.cu", "#include \"a.h\"\n__global__ void k(float* p) { f(p); }");
  write("own/a.h", "// first\n__device__ void f(float* p) {\n  p[0] = wrong;\n}\n");
  const std::string all = text();
  const language::Program program = language::read(all);
  ASSERT_FALSE(program.diagnostics().empty());
  const language::Position at = program.source().position(program.diagnostics()[0].place.offset);
  const language::LineInFile in = language::line_in_file(all, at.line);
  EXPECT_EQ(in.file, "a.h");
  EXPECT_EQ(in.line, 3U);
  EXPECT_EQ(language::line_in_file(all, 2).file, "");
}

TEST_F(IncludedFiles, ConditionsAndGuardsHoldAcrossFiles) {
  write("own/main.cu",
        "#define LIST X(1) X(2)\n#include \"x.inc\"\n#undef X\n#define TWICE\n#include \"x.inc\"\n#include \"g.h\"\n"
        "#include \"g.h\"\n__global__ void k(int* p) { p[0] = one + two + guarded; }\n");
  write("own/x.inc", "#ifdef TWICE\n__device__ const int two = 2;\n#else\n__device__ const int one = 1;\n#endif\n");
  write("own/g.h", "#ifndef G\n#define G\n__device__ const int guarded = 3;\n#endif\n");
  const language::Program program = language::read(text());
  EXPECT_TRUE(program.diagnostics().empty()) << program.diagnostics()[0].message;
  EXPECT_TRUE(program.runnable());
}

TEST_F(IncludedFiles, AConditionEndsInItsFile) {
  write("own/main.cu", "#include \"a.h\"\n__global__ void k(int* p) { p[0] = 1; }\n");
  write("own/a.h", "#if 1\n");
  const language::Program program = language::read(text());
  ASSERT_EQ(program.diagnostics().size(), 1U);
  EXPECT_EQ(program.diagnostics()[0].message, "this #if has no #endif");
  EXPECT_EQ(program.kernels().size(), 1U);
}

TEST_F(IncludedFiles, NoneIsTakenFromOutside) {
  write("secret.h", "__device__ const int secret = 1;\n");
  write("other/o.h", "__device__ const int other = 1;\n");
  fs::create_symlink(scratch_ / "secret.h", scratch_ / "own/link.h");
  fs::create_symlink(scratch_ / "other", scratch_ / "own/folder");
  write("own/main.cu",
        "#include \"../secret.h\"\n#include \"link.h\"\n#include \"folder/o.h\"\n#include \"inc\"\n#include \"" +
            (scratch_ / "secret.h").string() + "\"\n__global__ void k(int* p) { p[0] = 1; }\n");
  EXPECT_EQ(names(text()), Names{});
}

TEST_F(IncludedFiles, NoneIsTakenInACommentOrForAKnownHeader) {
  write("own/a.h", "");
  write("own/math.h", "#error of mine\n");
  write("own/main.cu",
        "// #include \"a.h\"\n/* x\n#include \"a.h\"\n*/ const char* s = \"/*\";\n#include <math.h>\n"
        "__global__ void k(int* p) { p[0] = 1; }\n");
  EXPECT_EQ(names(text()), Names{});
}

TEST_F(IncludedFiles, AtMostSixtyFour) {
  std::string main;
  for (int n = 0; n < 80; ++n) {
    write("own/f" + std::to_string(n) + ".h", "\n");
    main += "#include \"f" + std::to_string(n) + ".h\"\n";
  }
  write("own/main.cu", main);
  EXPECT_EQ(names(text()).size(), 64U);
}

TEST_F(IncludedFiles, OneThatIncludesItselfEnds) {
  write("own/a.h", "#include \"a.h\"\n#include \"a.h\"\n");
  write("own/main.cu", "#include \"a.h\"\n__global__ void k(int* p) { p[0] = 1; }\n");
  const language::Program program = language::read(text());
  ASSERT_FALSE(program.diagnostics().empty());
  EXPECT_EQ(program.diagnostics()[0].message, "files include each other endlessly");
}

// The folders that are named hold for the whole program, so this comes last.
TEST_F(IncludedFiles, ThoseOfNamedFolders) {
  write("other/o.h", "#include \"p.h\"\n");
  write("other/p.h", "__device__ const int of_p = 3;\n");
  write("own/main.cu", "#include <o.h>\n__global__ void k(int* p) { p[0] = of_p; }\n");
  EXPECT_EQ(names(text()), Names{});
  look_for_included_in((scratch_ / "other").string());
  const std::string all = text();
  EXPECT_EQ(names(all).size(), 2U);
  EXPECT_TRUE(language::read(all).diagnostics().empty());
}

}  // namespace

}  // namespace tilescope
