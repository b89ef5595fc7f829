// The table of the editor's keys: each key has one row, and the row is what the key does.
#include "app/editor/keys.h"

#include <gtest/gtest.h>

#include <set>

#include "app/command/key_presses.h"

namespace tilescope::editor {

namespace {

using namespace presses;

TEST(EditorKeys, HaveOneRowEach) {
  std::set<std::string_view> helps;
  for (const KeyRow& row : key_rows()) {
    EXPECT_TRUE(helps.insert(row.help).second) << row.help;
    EXPECT_FALSE(row.keys.empty()) << row.help;
    for (const KeyPress& each : row.keys) EXPECT_EQ(row_of(each), &row) << row.help;
  }
}

TEST(EditorKeys, DoWhatTheirRowsDo) {
  for (const KeyRow& row : key_rows())
    for (const KeyPress& each : row.keys) {
      Document by_key("int a;\n  int b;\nint c;\n"), by_row = by_key;
      for (Document* const document : {&by_key, &by_row}) document->place_caret(9, false);
      const Pressed pressed = press(by_key, each, 5), done = row.does(by_row, each.shift, 5);
      EXPECT_EQ(pressed.wish, done.wish) << row.help;
      EXPECT_EQ(pressed.copied, done.copied) << row.help;
      EXPECT_EQ(by_key.text(), by_row.text()) << row.help;
      EXPECT_EQ(by_key.selection(), by_row.selection()) << row.help;
    }
}

TEST(EditorKeys, ShiftSelectsAndElseChangesNothing) {
  EXPECT_EQ(row_of(shift(Key::right)), row_of(key(Key::right)));
  EXPECT_EQ(row_of(shift(Key::enter)), row_of(key(Key::enter)));
  EXPECT_NE(row_of(shift(Key::tab)), row_of(key(Key::tab)));
  Document document("abc");
  static_cast<void>(press(document, shift(Key::right), 5));
  EXPECT_EQ(document.selected(), "a");
}

TEST(EditorKeys, OtherKeysAreFreeForTheWindow) {
  for (const KeyPress& each : {key(Key::f1), control('s'), alt(Key::left), alt('b'), key(Key::insert), letter('a')})
    EXPECT_EQ(row_of(each), nullptr);
}

}  // namespace

}  // namespace tilescope::editor
