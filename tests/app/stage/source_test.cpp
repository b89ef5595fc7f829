#include "app/stage/source.h"

#include <filesystem>
#include <fstream>

#include "app/stage/source_text.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "tests/support/pictures.h"

namespace tilescope {

namespace {

using test::Situation;
using test::situations;

TEST(SourcePanel, IsTidyInAnySize) {
  for (const auto& of : situations())
    for (const std::uint64_t moment : of->some_moments()) {
      const Frame frame = of->at(moment);
      for (const float width : {200.0F, 260.0F, 380.0F, 520.0F})
        for (const float text : {11.0F, 15.0F, 22.0F, 34.0F}) {
          const Picture picture = source_picture(frame, test::view(width, 400, text));
          ASSERT_EQ(test::untidy(picture), "") << width << ", text " << text << ", moment " << moment;
        }
    }
}

TEST(SourcePanel, NothingOfTheTextIsLost) {
  const auto bare = [](std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    std::sort(text.begin(), text.end());
    return text;
  };
  for (const auto& of : situations())
    for (const float width : {200.0F, 380.0F, 900.0F}) {
      const Frame begin = of->at(0);
      const Picture picture = source_picture(begin, test::view(width, 400, 15));
      std::string shown,
          expected = of->replay.trace().kernel_text() + of->replay.trace().launch().kernel + ".cu" + "Edit";
      for (const Label& label : picture.labels) {
        shown += label.text;
        if (label.text == "times run" || label.text == "runs") expected += label.text;
        if (label.text == "File") expected += "File";  // if the kernel's name leaves room for it
      }
      for (std::uint32_t line = 1; box_of_line(picture, line); ++line) expected += std::to_string(line);
      std::set<std::uint32_t> runs;
      for (std::uint32_t step = 0; step < begin.steps; ++step) runs.insert(of->replay.order().step(step).line);
      expected += std::string(runs.size(), '0');
      EXPECT_EQ(bare(shown), bare(expected));
    }
}

// Where a row is cut by the panel's edge, as the window cuts it.
TEST(SourcePanel, AMarkIsDrawnOnlyWithItsText) {
  const Frame frame = situations()[0]->at(0);
  const View seen = test::view(300, 400, 15);
  const SourceLayout layout = source_layout(frame, seen);
  const float top = layout.tops.front();
  std::size_t marks = 0;
  for (float bottom = top + 40; bottom < layout.height; bottom += 3) {
    Picture picture = source_picture(frame, seen, layout, top, bottom);
    picture.keep_between(top, bottom);
    for (const Shape& shape : picture.shapes) {
      if (shape.box.w == seen.width || shape.fill == Ink::now) continue;  // behind a line
      ++marks;
      EXPECT_TRUE(std::any_of(picture.labels.begin(), picture.labels.end(),
                              [&](const Label& label) { return label.box.contains(shape.box.middle()); }))
          << test::name_of(shape.box) << " above " << bottom;
    }
  }
  EXPECT_GT(marks, 100U);
}

TEST(SourcePanel, CountsStandBesideTheirLinesAndTheCurrentOneIsMarked) {
  const Situation& of = *situations()[0];
  const Frame frame = of.after_step(9);
  const Picture picture = source_picture(frame, test::view(380, 635, 15));
  EXPECT_EQ(frame.line, 15U);
  const auto count_beside = [&](std::uint32_t line) {
    const Box box = box_of_line(picture, line).value();
    std::string last;
    float right = 300;
    for (const Label& label : picture.labels)
      if (box.contains(label.box.middle()) && label.box.x > right) last = label.text;
    return last;
  };
  EXPECT_EQ(count_beside(11), "32");
  EXPECT_EQ(count_beside(13), "32");
  EXPECT_EQ(count_beside(15), "48");
  EXPECT_EQ(count_beside(16), "16");
  EXPECT_EQ(count_beside(18), "0");
  EXPECT_EQ(count_beside(14), "");
  const Box current = box_of_line(picture, 15).value();
  EXPECT_TRUE(std::any_of(picture.shapes.begin(), picture.shapes.end(),
                          [&](const Shape& shape) { return shape.fill == Ink::now && shape.box == current; }));
  const Target target = picture.at(current.middle());
  EXPECT_EQ(target.kind, Target::Kind::line);
  EXPECT_EQ(target.number, 15U);
}

// However many digits a count has, a space separates it from the code.
TEST(SourcePanel, CountsTouchNoCode) {
  const Replay replay(test::traced(test::launch("double_buffered", 64, 64, 64, 64)));
  const Frame end = replay.at({replay.moments().count(), Grain::step, 0, 0});
  for (float width = 230; width < 420; width += 2) {
    const Picture picture = source_picture(end, test::view(width, 635, 15));
    std::size_t counts = 0;
    for (const Label& count : picture.labels) {
      if (count.align != Align::right || count.box.right() < width - 12 || count.text == "times run") continue;
      ++counts;
      const float left = count.box.right() - text_width(count.text, count.size, count.face);
      for (const Label& code : picture.labels)
        if (code.face == Face::mono && code.align == Align::left && code.box.y == count.box.y) {
          EXPECT_GT(left - code.box.right(), 0.5F * count.size) << count.text << " at " << code.text;
        }
    }
    EXPECT_GT(counts, 10U);
  }
}

TEST(SourcePanel, NamesOfArraysLieOnTheirColoursAndAnswerToTheirCells) {
  const Situation& of = *situations()[0];
  const std::vector<ArrayInfo>& arrays = of.replay.trace().arrays();
  View view = test::view(380, 635, 15);
  const auto chips = [&](Ink ink, bool lit) {
    const Picture picture = source_picture(of.after_step(9), view);
    return std::count_if(picture.shapes.begin(), picture.shapes.end(),
                         [&](const Shape& shape) { return shape.fill == ink && (shape.line == Ink::now) == lit; });
  };
  EXPECT_EQ(chips(Ink::a, false), 5);  // A twice, As three times
  EXPECT_EQ(chips(Ink::b, false), 5);
  EXPECT_EQ(chips(Ink::c, false), 5);  // C twice, sum three times
  EXPECT_EQ(chips(Ink::a, true), 0);
  for (std::size_t array = 0; array < arrays.size(); ++array)
    if (arrays[array].name == "As")
      view.hovered = {.kind = Target::Kind::element, .array = static_cast<std::uint8_t>(array)};
  EXPECT_EQ(chips(Ink::a, true), 3);
  EXPECT_EQ(chips(Ink::a, false), 2);
}

TEST(SourceText, KnowsWhereAKernelIsWrittenOut) {
  const std::string text =
      "// sums\n"
      "__global__ void sum_all(float* a);\n"
      "template <class T>\n"
      "__global__ void __launch_bounds__(64)\n"
      "sum(const T* a) { sum_all(a); }\n"
      "__global__ void last(int* a) {}\n";
  EXPECT_EQ(line_of_kernel(text, "sum"), 4U);
  EXPECT_EQ(line_of_kernel(text, "last"), 6U);
  EXPECT_EQ(line_of_kernel(text, ""), 4U);
  EXPECT_EQ(line_of_kernel(text, "all"), 0U);
  EXPECT_EQ(line_of_kernel(text, "sum_all"), 0U);
  EXPECT_EQ(line_of_kernel("void host() {}", ""), 0U);
}

TEST(SourceText, IsCutBySort) {
  std::string text;
  for (const SourceLine& line :
       source_lines("  __shared__ float As[2]; // a tile\n/* two\n lines */ int k = 0x1f; 'a'\n"))
    for (const SourcePiece& piece : line.pieces)
      text += std::to_string(line.number) + ":" + std::to_string(piece.column) + " " +
              std::to_string(static_cast<int>(piece.sort)) + " " + std::string(piece.text) + "\n";
  EXPECT_EQ(text,
            "1:2 2 __shared__\n1:13 1 float\n1:19 5 As\n1:21 0 [\n1:22 3 2\n1:23 0 ]\n1:24 0 ;\n"
            "2:0 4 /*\n2:3 4 two\n"
            "3:1 4 lines\n3:7 4 */\n3:10 1 int\n3:14 5 k\n3:16 0 =\n3:18 3 0x1f\n3:22 0 ;\n3:24 3 'a'\n");
  EXPECT_EQ(source_lines("  int k; // a tile \n").front().comment, "// a tile");
}

// The line as it is shown, and the text's own value.
std::string with_running(std::string_view text, std::string name, std::int64_t value) {
  std::vector<SourceLine> lines = source_lines(text);
  const std::string words = std::to_string(value);
  const auto was = put_running(lines.front(), {1, std::move(name), value}, words);
  std::string shown;
  for (const SourcePiece& piece : lines.front().pieces) {
    while (shown.size() < piece.column) shown += ' ';
    shown += piece.text;
    EXPECT_EQ(shown.size(), piece.column + piece.text.size()) << text;
  }
  return shown + (was ? " | " + *was : "");
}

TEST(SourceText, HasTheNumberThatRuns) {
  EXPECT_EQ(with_running("const int TILE = 32;", "TILE", 8), "const int TILE = 8; | 32");
  EXPECT_EQ(with_running("const int TILE = 32;", "TILE", 32), "const int TILE = 32;");
  EXPECT_EQ(with_running("constexpr int TILE{8}, ROWS = 2;", "TILE", 128), "constexpr int TILE{128}, ROWS = 2; | 8");
  EXPECT_EQ(with_running("#define TILE 32", "TILE", 8), "#define TILE 8 | 32");
  EXPECT_EQ(with_running("#define TILE (0x20u)", "TILE", 8), "#define TILE (8) | 0x20u");
  EXPECT_EQ(with_running("#define TILE (0x20u)", "TILE", 32), "#define TILE (0x20u)");
  EXPECT_EQ(with_running("template <int TILE = 32, class T>", "TILE", 8), "template <int TILE = 8, class T> | 32");
  EXPECT_EQ(with_running("template <int TILE>", "TILE", 8), "template <int TILE>");
  EXPECT_EQ(with_running("const int LAST = -1;", "LAST", 12), "const int LAST = 12; | -1");
  EXPECT_EQ(with_running("const int LAST = -1;", "LAST", -1), "const int LAST = -1;");
  EXPECT_EQ(with_running("const int BOTH = 2 * 32;", "BOTH", 8), "const int BOTH = 2 * 32;");
  EXPECT_EQ(with_running("if (TILE == 32) return;", "TILE", 8), "if (TILE == 32) return;");
}

TEST(SourcePanel, ShowsTheNumberOfAKnobThatRuns) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "tilescope_running.cu";
  std::ofstream(file) << "//! block = \"TILE\"\nconst int TILE = 32;  // a block\n"
                         "__global__ void running(float* out) {\n  __shared__ float part[TILE];\n"
                         "  part[threadIdx.x] = 1;\n  out[threadIdx.x] = part[threadIdx.x];\n}\n";
  const auto shown = [&](const Request::Named& knobs) {
    Request request;
    request.kernel = file.string();
    request.knobs = knobs;
    const Replay replay(test::traced(plan(request)));
    const Picture picture =
        source_picture(replay.at({0, Grain::step, replay.blocks().front(), 0}), test::view(520, 400, 15));
    std::string words;
    for (const Label& label : picture.labels) words += label.text + "\n";
    const bool is_marked = std::any_of(picture.shapes.begin(), picture.shapes.end(),
                                       [](const Shape& shape) { return shape.fill == Ink::now; });
    return words + (is_marked ? "marked" : "");
  };
  const std::string as_it_is = shown({}), other = shown({{"TILE", "8"}});
  EXPECT_NE(as_it_is.find("\n32\n"), std::string::npos) << as_it_is;
  EXPECT_EQ(as_it_is.find("was"), std::string::npos) << as_it_is;
  EXPECT_FALSE(as_it_is.ends_with("marked"));
  EXPECT_NE(other.find("\n8\n"), std::string::npos) << other;
  EXPECT_NE(other.find("was 32  // a block"), std::string::npos) << other;
  EXPECT_TRUE(other.ends_with("marked"));
}

TEST(SourceText, TheEndOfALongLineIsOnePiece) {
  std::string text;
  while (text.size() < 30000) text += "k = 1; ";
  text += "/* a comment\n goes on */ int n;";
  const std::vector<SourceLine> lines = source_lines(text);
  ASSERT_EQ(lines.size(), 2U);
  const SourcePiece& last = lines.front().pieces.back();
  EXPECT_EQ(lines.front().pieces.front().sort, SourcePiece::Sort::name);
  EXPECT_EQ(last.sort, SourcePiece::Sort::plain);
  EXPECT_GT(last.text.size(), 15000U);
  EXPECT_EQ(last.column + last.text.size(), text.find('\n'));
  EXPECT_EQ(lines.back().pieces.front().sort, SourcePiece::Sort::comment);
  EXPECT_EQ(lines.back().pieces.back().sort, SourcePiece::Sort::plain);

  EXPECT_TRUE(ends_in_comment("a */ b /* c", true));
  EXPECT_TRUE(ends_in_comment("a // b \" c", true));
  EXPECT_FALSE(ends_in_comment("a */ b // /* c", true));
  EXPECT_FALSE(ends_in_comment("\"/*\" + 2 / 3"));
}

TEST(SourceText, AMemberIsNoArrayOfThatName) {
  std::string named;
  const std::vector<SourceLine> lines = source_lines("x[threadIdx.x] = p->x + body[x].x.y;\n");
  for (const SourcePiece& piece : lines.front().pieces)
    if (piece.sort == SourcePiece::Sort::name) named += std::string(piece.text) + " ";
  EXPECT_EQ(named, "x p body x ");
}

std::string wrapped(std::string_view text, std::uint32_t columns) {
  const std::vector<SourceLine> lines = source_lines(text);
  std::string result;
  std::uint32_t row = 0, column = 0;
  for (const PlacedPiece& piece : wrap(lines.front(), columns, columns).pieces) {
    for (; row < piece.row; ++row) result += '\n', column = 0;
    for (; column < piece.column; ++column) result += ' ';
    result += piece.text;
    column = piece.end();
    EXPECT_LE(column, columns);
  }
  return result;
}

TEST(SourceText, IsWrappedWhereItHurtsLeast) {
  EXPECT_EQ(wrapped("    As[ty][tx] = A[row * K + tile * TILE + tx];", 41),
            "    As[ty][tx] =\n        A[row * K + tile * TILE + tx];");
  EXPECT_EQ(wrapped("void f(const float* A, const float* B, int M) {", 30),
            "void f(const float* A,\n    const float* B, int M) {");
  EXPECT_EQ(wrapped("void f(const float* A, const float* B, int M) {", 45),
            "void f(const float* A, const float* B,\n    int M) {");
  EXPECT_EQ(wrapped("  return 1;", 30), "  return 1;");
  EXPECT_EQ(wrapped("  a_name_that_is_longer_than_a_row;", 16), "  a_name_that_is\n      _longer_th\n      an_a_row;");
}

}  // namespace

}  // namespace tilescope
