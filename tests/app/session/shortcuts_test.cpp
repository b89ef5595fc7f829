// The table of shortcuts: every key means one thing, and has a name that the help shows and a script may use.
#include "app/session/shortcuts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "app/editor/keys.h"
#include "app/explain/views.h"
#include "app/names/key_names.h"
#include "app/names/page_keys.h"

namespace tilescope {

namespace {

// As a script writes it: without spaces, and a letter alone as it is typed.
std::string script_name(const KeyPress& key) {
  std::string name = name_of(key);
  std::erase(name, ' ');
  if (name.size() == 1) name[0] = static_cast<char>(key.character);
  return name;
}

TEST(Shortcuts, EveryKeyMeansOneThing) {
  std::set<std::string> names;
  for (const Shortcut& shortcut : shortcuts()) {
    EXPECT_FALSE(shortcut.keys.empty()) << shortcut.help;
    EXPECT_FALSE(shortcut.help.empty());
    for (const KeyPress& key : shortcut.keys) {
      EXPECT_EQ(asked_by(key, shortcut.within), shortcut.ask) << name_of(key);
      // A key may mean something else while a lesson is open.
      EXPECT_TRUE(names
                      .insert(name_of(key) + (shortcut.within == Within::lesson ? " in a lesson"
                                              : shortcut.within == Within::task ? " in a task"
                                                                                : ""))
                      .second)
          << name_of(key) << " is there twice";
    }
  }
}

TEST(Shortcuts, EveryActAndEveryHelpIsThereOnce) {
  std::set<Ask> acts;
  std::set<std::string_view> helps;
  for (const Shortcut& shortcut : shortcuts()) {
    EXPECT_TRUE(acts.insert(shortcut.ask).second) << shortcut.help;
    EXPECT_TRUE(helps.insert(shortcut.help).second) << shortcut.help;
  }
  EXPECT_EQ(acts.size(), static_cast<std::size_t>(Act::quit) + 1 + explain_views().size());
}

TEST(Shortcuts, TheNameInTheHelpIsOneThatAScriptMayUse) {
  for (const Shortcut& shortcut : shortcuts())
    for (const KeyPress& key : shortcut.keys) {
      const auto named = key_named(script_name(key));
      ASSERT_TRUE(named) << name_of(key);
      EXPECT_EQ(asked_by(*named, shortcut.within), shortcut.ask) << name_of(key);
    }
}

TEST(Shortcuts, ScriptsHaveShortNamesAsWell) {
  const auto act = [](const char* name) {
    const auto key = key_named(name);
    return key ? asked_by(*key) : std::nullopt;
  };
  EXPECT_EQ(act("Right"), Act::forward);
  EXPECT_EQ(act("Shift+Right"), Act::forward_more);
  EXPECT_EQ(act("F10"), Act::forward);
  EXPECT_EQ(act("Shift+F10"), Act::back);
  EXPECT_EQ(act("PageDown"), Act::forward);
  EXPECT_EQ(act("Page Up"), Act::back);
  EXPECT_EQ(act("Space"), Act::play_or_pause);
  EXPECT_EQ(act("b"), Act::next_barrier);
  EXPECT_EQ(act("B"), Act::previous_barrier);
  EXPECT_EQ(act("Shift+b"), Act::previous_barrier);
  EXPECT_EQ(act("+"), Act::zoom_timeline_in);
  EXPECT_EQ(act("Plus"), Act::zoom_timeline_in);
  EXPECT_EQ(act("Ctrl+Plus"), Act::larger);
  EXPECT_EQ(act("Ctrl++"), Act::larger);
  EXPECT_EQ(act("Ctrl+="), Act::larger);
  EXPECT_EQ(act("Ctrl+-"), Act::smaller);
  EXPECT_EQ(act("Ctrl+c"), Act::copy_line);
  EXPECT_EQ(act("Ctrl+C"), Act::copy_line);
  EXPECT_EQ(act("Ctrl+Q"), Act::quit);
  EXPECT_EQ(act("?"), Act::help);
  EXPECT_EQ(act("Esc"), Act::close);
}

TEST(Shortcuts, OfLessonsComeFirstWhileOneIsOpen) {
  EXPECT_EQ(asked_by(*key_named("PageDown")), Act::forward);
  EXPECT_EQ(asked_by(*key_named("PageDown"), Within::lesson), Act::lesson_on);
  EXPECT_EQ(asked_by(*key_named("Right"), Within::lesson), Act::forward);
  EXPECT_FALSE(asked_by(*key_named("o")));
  EXPECT_EQ(asked_by(*key_named("o"), Within::lesson), Act::lesson_outline);
}

TEST(Shortcuts, StandTogetherByGroup) {
  std::set<std::string_view> groups;
  std::string_view last;
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.group != std::exchange(last, shortcut.group)) EXPECT_TRUE(groups.insert(last).second) << last;
}

TEST(Shortcuts, WhileTypingHaveKeysThatTheEditorDoesNotHave) {
  std::size_t count = 0;
  for (const Shortcut& shortcut : shortcuts())
    for (const KeyPress& key : shortcut.keys) {
      const std::optional<KeyPress> press = key_while_typing(key);
      if (!press) continue;
      ++count;
      EXPECT_TRUE(works_while_typing(*press)) << name_of(*press);
      EXPECT_EQ(editor::row_of(*press), nullptr) << name_of(*press);
      EXPECT_EQ(asked_by(meant_while_typing(*press), shortcut.within), shortcut.ask) << name_of(*press);
    }
  EXPECT_GT(count, 80U);
  for (const editor::KeyRow& row : editor::key_rows())
    for (const KeyPress& key : row.keys) EXPECT_FALSE(works_while_typing(key)) << row.help;
  for (const char* const name : {"Ctrl+S", "Ctrl+Plus", "F1", "Alt+h", "Alt+Left"})
    EXPECT_TRUE(works_while_typing(*key_named(name))) << name;
  for (const char* const name : {"h", "?", "Left", "Ctrl+z", "Alt+Up", "F3"})
    EXPECT_FALSE(works_while_typing(*key_named(name))) << name;
}

TEST(Shortcuts, OtherKeysMeanNothing) {
  for (const char* name : {"", "F0", "F13", "Fx", "Rightt", "Ctrl+", "Shift", "Hyper+x"})
    EXPECT_FALSE(key_named(name)) << name;
  for (const char* name : {"F2", "Ctrl+Home", "0", "Ctrl+x", "Tab", "Insert"}) {
    ASSERT_TRUE(key_named(name)) << name;
    EXPECT_FALSE(asked_by(*key_named(name))) << name;
  }
  KeyPress alt;
  alt.character = U'b';
  alt.alt = true;
  EXPECT_FALSE(asked_by(alt));
}

// Keys that the browser keeps are not used, and their replacements do not clash with other keys.
TEST(Shortcuts, APageHasKeysThatItsBrowserLeavesToIt) {
  std::set<std::string> names;
  std::size_t changed = 0;
  for (const Shortcut& shortcut : shortcuts())
    for (const KeyPress& key : shortcut.keys) {
      const KeyPress there = key_on_page(key);
      EXPECT_EQ(meant_on_page(there), key) << name_of(key);
      if (shortcut.ask == Act::quit) continue;  // a browser closes its tabs itself
      EXPECT_FALSE(is_browsers(there)) << name_of(there);
      if (there == key) continue;
      EXPECT_TRUE(is_browsers(key)) << name_of(key);
      EXPECT_FALSE(asked_by(there, shortcut.within)) << name_of(there);
      ++changed;
    }
  EXPECT_GE(changed, 5U);
  KeyPress held = key_on_page(*key_named("F12"));
  held.repeat = true;
  EXPECT_TRUE(meant_on_page(held).repeat);
}

}  // namespace

}  // namespace tilescope
