// The picture of the text in the editor: a click finds each letter, at any width; and what is beside it.
#include "app/editor/editor_picture.h"

#include <gtest/gtest.h>

#include <string>

#include "app/editor/line_diff.h"
#include "app/editor/notes.h"

namespace tilescope::editor {

namespace {

const std::string text =
    "// a comment that is longer than any row of this panel is wide, so that it goes on in the rows below it\n"
    "__global__ void scale(float* values, float by) {\n"
    "\tvalues[threadIdx.x] *= by;\t// ä, ö and ü\n"
    "}\n"
    "averyveryverylongwordwithoutanyblankinwhichitcouldbebrokenthatgoesonandonandonandonandonandonandon\n";

View view_of(float width, float height) {
  View view;
  view.width = width;
  view.height = height;
  view.text = 15;
  return view;
}

}  // namespace

TEST(editor_picture, a_click_finds_every_letter) {
  const Document document(text);
  for (const float width : {180.0F, 320.0F, 900.0F}) {
    const Layout layout = draw(document, {}, nullptr, view_of(width, 2000), 0, false).layout;
    for (std::size_t at = 0; at <= text.size(); ++at) {
      if (at < text.size() && continues(text[at])) continue;
      const TextPosition place = document.place_of(at);
      const Layout::Row& row = layout.rows[layout.row_of(place)];
      const Point point{layout.text.x + layout.letter * static_cast<float>(row.hang + place.column - row.from) + 0.2F,
                        layout.text.y + layout.height * (static_cast<float>(layout.row_of(place)) + 0.5F)};
      ASSERT_EQ(document.at(layout.place_at(point)), at) << "width " << width << ", byte " << at;
    }
  }
}

TEST(editor_picture, no_row_is_longer_than_its_room) {
  const Document document(text);
  for (const float width : {180.0F, 320.0F, 900.0F}) {
    const Drawn drawn = draw(document, {}, nullptr, view_of(width, 2000), 0, false);
    for (const Label& label : drawn.picture.labels) {
      EXPECT_LE(label.box.right(), width + 1) << label.text;
      if (label.face == Face::mono) {
        EXPECT_LE(static_cast<float>(label.text.size()) * 0.5F * label.size, width) << label.text;
      }
    }
  }
}

TEST(editor_picture, the_caret_comes_into_sight) {
  std::string many;
  for (int n = 0; n < 500; ++n) many += "line\n";
  Document document(many);
  document.place_caret(many.size() / 2, false);
  const Layout layout = draw(document, {}, nullptr, view_of(400, 300), 0, true).layout;
  const std::size_t row = layout.row_of(document.place_of(document.caret()));
  EXPECT_GE(row, layout.first);
  EXPECT_LT(row, layout.first + layout.in_sight);
}

TEST(editor_picture, what_is_wrong_stands_below_its_line) {
  const Document document("int a;\nint b\nint c;\n");
  Show show;
  show.notes.push_back({language::Severity::error, {12, 13}, "a ; is missing", "write ;", Change{{12, 12}, ";"}});
  const auto tells = [&] {
    const Drawn drawn = draw(document, show, nullptr, view_of(500, 400), 0, false);
    return std::any_of(drawn.layout.rows.begin(), drawn.layout.rows.end(),
                       [](const Layout::Row& row) { return !row.is_text && row.line == 1; });
  };
  EXPECT_TRUE(tells());
  show.quiet = 1;
  EXPECT_FALSE(tells()) << "the line is being typed";
}

TEST(line_diff, lines_are_found_again) {
  using Lines = std::vector<std::uint32_t>;
  EXPECT_EQ(lines_before("a\nb\nc", "a\nb\nc"), (Lines{1, 2, 3}));
  EXPECT_EQ(lines_before("a\nb\nc", "a\nx\nb\nc"), (Lines{1, 0, 2, 3}));
  EXPECT_EQ(lines_before("a\nb\nc\nd", "a\nc\nx\nd"), (Lines{1, 3, 0, 4}));
  EXPECT_EQ(lines_before("", "a"), (Lines{0}));
  EXPECT_EQ(lines_before("a\r\nb\r\n", "a\nb\n"), (Lines{1, 2, 3}));
}

TEST(notes, a_mend_that_is_offered_mends) {
  const auto mended = [](const std::string& wrong) {
    const auto read = [](std::string t) { return language::read(std::move(t)); };
    for (const Note& note : notes_of(language::read(wrong), read))
      if (note.change) {
        std::string right = wrong;
        return right.replace(note.change->span.begin, note.change->span.size(), note.change->with);
      }
    return std::string("no mend");
  };
  EXPECT_EQ(mended("__global__ void k(float* a) { int i = threadIdx.x\n a[i] = 1; }"),
            "__global__ void k(float* a) { int i = threadIdx.x;\n a[i] = 1; }");
  EXPECT_EQ(mended("__global__ void k(float* data) { dat[threadIdx.x] = 1; }"),
            "__global__ void k(float* data) { data[threadIdx.x] = 1; }");
  EXPECT_EQ(mended("__global__ void k(float* a) { float x = a[threadIdx.x; a[0] = x; }"),
            "__global__ void k(float* a) { float x = a[threadIdx.x]; a[0] = x; }");
  EXPECT_EQ(mended("__global__ void k(float* a) { a[threadIdx.x] = 1; }"), "no mend");
}

TEST(notes, they_stay_with_what_they_are_of) {
  const std::string before = "int a;\nint b\nint c;\n";
  const std::vector<Note> notes{{language::Severity::error, {11, 12}, "x", "", Change{{12, 12}, ";"}}};
  const std::vector<Note> later = moved(notes, before, "int aa;\nint b\nint c;\n");
  ASSERT_EQ(later.size(), 1U);
  EXPECT_EQ(later[0].span, (Span{12, 13}));
  EXPECT_EQ(later[0].change->span, (Span{13, 13}));
  EXPECT_TRUE(moved(notes, before, "int a;\nint bb\nint c;\n").empty() ||
              moved(notes, before, "int a;\nint bb\nint c;\n")[0].span.begin == 11);
  EXPECT_TRUE(moved(notes, before, "int a;\n\nint c;\n").empty());
}

}  // namespace tilescope::editor
