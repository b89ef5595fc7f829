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

TEST(editor_picture, a_row_begins_after_a_blank_in_the_second_half_of_the_last_one) {
  const std::string blank = std::string(30, 'b') + ' ' + std::string(200, 'c'), early = "a " + std::string(200, 'd');
  for (const std::string& line : {blank, early, std::string(100, 'e'), "\t" + blank, "ä" + blank, text}) {
    const Document document(line);
    const Layout layout = draw(document, {}, nullptr, view_of(400, 2000), 0, false).layout;
    const auto columns = static_cast<std::size_t>(layout.text.w / layout.letter);
    for (std::size_t row = 1; row < layout.rows.size(); ++row) {
      const Layout::Row &now = layout.rows[row], before = layout.rows[row - 1];
      if (now.line != before.line) continue;
      ASSERT_GT(now.from, before.from);
      const std::size_t length = now.from - before.from, room = columns - before.hang;
      ASSERT_LE(length, room);
      const std::size_t begin = document.at({now.line, before.from}), end = document.at({now.line, now.from});
      const std::string_view letters = std::string_view(document.text()).substr(begin, end - begin);
      const std::size_t behind = letters.find_last_of(" \t") + 1;  // 0: there is none
      const bool is_late = behind != 0 && document.place_of(begin + behind).column > before.from + room / 2;
      EXPECT_TRUE(length == room ? !is_late || behind == letters.size() : behind == letters.size()) << line;
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

TEST(editor_picture, a_line_far_away_is_shown_with_the_lines_around_it) {
  std::string many;
  for (int n = 0; n < 500; ++n) many += "line\n";
  Document document(many);
  document.place_caret(many.size() / 2, false);
  const Layout layout = draw(document, {}, nullptr, view_of(400, 300), 0, true).layout;
  const std::size_t row = layout.row_of(document.place_of(document.caret()));
  EXPECT_GE(row, layout.first + 2);
  EXPECT_LT(row + 2, layout.first + layout.in_sight);
}

TEST(editor_picture, a_click_anywhere_in_a_line_is_for_the_text_while_one_types) {
  const Document document("int a;\n");
  Show show;
  const auto is_for_text = [&](float x) {
    const Layout layout = draw(document, show, nullptr, view_of(400, 300), 0, false).layout;
    return layout.room.contains({x, layout.text.y + 0.5F * layout.height});
  };
  EXPECT_FALSE(is_for_text(3)) << "the number selects the line";
  show.has_keys = true;
  for (const float x : {1.0F, 60.0F, 200.0F, 399.0F}) EXPECT_TRUE(is_for_text(x)) << x;
}

TEST(editor_picture, what_is_above_the_text_covers_no_line) {
  const Document document("first\nsecond\n");
  Show show;
  show.search_rows = 2;
  show.problem = "a reason that is longer than this narrow panel is wide, and thus needs rows of its own";
  const Drawn drawn = draw(document, show, nullptr, view_of(300, 400), 0, false);
  EXPECT_GT(drawn.layout.search.h, 40);
  float reason_ends = 0, first_begins = 0;
  for (const Label& label : drawn.picture.labels) {
    if (label.text.find("reason") != std::string::npos || label.text.find("own") != std::string::npos) {
      EXPECT_GE(label.box.y, drawn.layout.search.bottom() - 1);
      reason_ends = label.box.bottom();
    }
    if (label.text == "first") first_begins = label.box.y;
  }
  EXPECT_GT(reason_ends, 0);
  EXPECT_GE(first_begins, reason_ends - 1);
  EXPECT_EQ(drawn.layout.place_at({60, drawn.layout.text.y + 1}).line, 0U);
}

TEST(editor_picture, wide_letters_have_two_columns) {
  const Document document("a字b");
  EXPECT_EQ(document.place_of(4), (TextPosition{0, 3}));
  EXPECT_EQ(document.at({0, 3}), 4U);
  const Drawn drawn = draw(document, {}, nullptr, view_of(400, 300), 0, false);
  const auto label = std::find_if(drawn.picture.labels.begin(), drawn.picture.labels.end(),
                                  [](const Label& each) { return each.text == "a字b"; });
  ASSERT_NE(label, drawn.picture.labels.end());
  EXPECT_NEAR(label->box.w, 4 * drawn.layout.letter, 1);
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
