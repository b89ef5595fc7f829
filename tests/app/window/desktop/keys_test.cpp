// In a real window, with a real keyboard: every key of the help does what it says there.
#include <gtest/gtest.h>
#include <imgui.h>

#include <map>
#include <optional>

#include "app/gl/gui.h"
#include "app/session/shortcuts.h"
#include "app/window/window.h"
#include "tests/app/window/desktop/on_a_desktop.h"

namespace tilescope::test {
namespace {

// As xdotool calls it.
std::string typed(const KeyPress& key) {
  static const std::map<Key, std::string> named{
      {Key::left, "Left"},           {Key::right, "Right"},   {Key::up, "Up"},
      {Key::down, "Down"},           {Key::page_up, "Prior"}, {Key::page_down, "Next"},
      {Key::home, "Home"},           {Key::end, "End"},       {Key::erase, "Delete"},
      {Key::backspace, "BackSpace"}, {Key::enter, "Return"},  {Key::escape, "Escape"},
      {Key::insert, "Insert"},       {Key::tab, "Tab"}};
  static const std::map<char32_t, std::string> letters{
      {U' ', "space"},     {U'[', "bracketleft"}, {U']', "bracketright"}, {U'+', "plus"},
      {U'-', "minus"},     {U'=', "equal"},       {U'?', "question"},     {U'.', "period"},
      {U',', "comma"},     {U'(', "parenleft"},   {U')', "parenright"},   {U'<', "less"},
      {U'{', "braceleft"}, {U'}', "braceright"},  {U'>', "greater"},      {U';', "semicolon"}};
  const std::string before = std::string(key.control ? "ctrl+" : "") + (key.shift ? "shift+" : "");
  if (key.key == Key::character) {
    const auto letter = letters.find(key.character);
    return before + (letter != letters.end() ? letter->second : std::string(1, static_cast<char>(key.character)));
  }
  if (key.key >= Key::f1) return before + fmt::format("F{}", static_cast<int>(key.key) - static_cast<int>(Key::f1) + 1);
  return before + named.at(key.key);
}

bool some_thread(const Json& now, const char* does) {
  for (const Json& thread : now["threads"])
    if (thread["does"] == does) return true;
  return false;
}

struct Deed {
  std::vector<const char*> before;  // keys that bring about where it can be seen
  std::function<bool(const Json& was, const Json& is)> shows;
  bool is_switch = false;  // pressed again, it is as before
};

const std::map<Ask, Deed>& deeds() {
  using J = const Json&;
  static const auto step = [](J j) { return j["place"]["step"].get<int>(); };
  static const auto window = [](J j, const char* what) { return j["window"][what]; };
  static const auto shown = [](J j) { return j["window"]["timeline"]["steps"].get<double>(); };
  static const auto zoom = [](J j) { return j["window"]["zoom"].get<double>(); };
  static const auto text = [](J j) { return j["window"]["text"].get<double>(); };
  static const auto speed = [](J j) { return j["window"]["speed"].get<double>(); };
  static const auto limits = [](J j, const char* what) { return j["explain"]["limits"][what]; };
  static const auto scrolled = [](J j) { return j["window"]["scrolls"]["explain"]["at"].get<double>(); };
  static const auto what_if = [](J j) { return j["explain"]["limits"]["what_if"]["tile"].get<int>(); };
  static const auto says_all_are_recorded = [](J, J is) {
    return is["banner"].dump().find("All blocks of this launch are recorded") != std::string::npos;
  };
  static const auto says_that_it_is_alone = [](J, J is) {
    return is["banner"].dump().find("No other launch uses these arrays.") != std::string::npos;
  };
  static const std::map<Ask, Deed> all{
      {Act::play_or_pause, {{"Home"}, [](J was, J is) { return was["place"]["playing"] != is["place"]["playing"]; }}},
      {Act::forward, {{"Home", "Right"}, [](J was, J is) { return step(is) == step(was) + 1; }}},
      {Act::back, {{"Home", "Right", "Right"}, [](J was, J is) { return step(is) == step(was) - 1; }}},
      {Act::forward_more,
       {{"Home"}, [](J was, J is) { return step(is) > step(was) + 1 && is["place"]["phase"] == 0; }}},
      {Act::back_more, {{"Home", "shift+Right", "shift+Right"}, [](J was, J is) { return step(is) < step(was) - 1; }}},
      {Act::to_begin, {{"Right"}, [](J, J is) { return is["place"]["moment"] == 0; }}},
      {Act::to_end, {{"Home"}, [](J, J is) { return is["place"]["at_end"] == true; }}},
      {Act::by_event, {{}, [](J, J is) { return is["place"]["grain"] == "event"; }}},
      {Act::by_step, {{"1"}, [](J, J is) { return is["place"]["grain"] == "step"; }}},
      {Act::by_phase, {{}, [](J, J is) { return is["place"]["grain"] == "phase"; }}},
      {Act::slower, {{}, [](J was, J is) { return speed(is) == speed(was) / 2; }}},
      {Act::faster, {{}, [](J was, J is) { return speed(is) == speed(was) * 2; }}},
      {Act::usual_speed, {{"bracketright"}, [](J, J is) { return speed(is) == 1; }}},
      {Act::next_barrier, {{"Home"}, [](J was, J is) { return step(is) > step(was) && some_thread(is, "waiting"); }}},
      {Act::previous_barrier,
       {{"End"}, [](J was, J is) { return step(is) < step(was) && some_thread(is, "waiting"); }}},
      {Act::next_padding, {{"Home"}, [](J was, J is) { return step(is) > step(was) && some_thread(is, "padding"); }}},
      {Act::previous_padding,
       {{"End"}, [](J was, J is) { return step(is) < step(was) && some_thread(is, "padding"); }}},
      {Act::next_touch, {{"Home"}, [](J, J is) { return is["touched"].dump().find("A[0][0]") != std::string::npos; }}},
      {Act::previous_touch,
       {{"End"}, [](J, J is) { return is["touched"].dump().find("A[0][0]") != std::string::npos; }}},
      {Act::next_thread, {{}, [](J, J is) { return is["thread"]["name"] == "t(0,1)"; }}},
      {Act::previous_thread, {{"Down", "Down"}, [](J, J is) { return is["thread"]["name"] == "t(0,1)"; }}},
      {Act::next_block, {{}, [](J was, J is) { return was["block"] != is["block"]; }}},
      {Act::previous_block, {{}, [](J was, J is) { return was["block"] != is["block"]; }}},
      {Act::more_blocks, {{}, says_all_are_recorded}},  // a small launch has no more; Large.* tests a large one
      {Act::fewer_blocks, {{}, says_all_are_recorded}},
      {Act::next_launch, {{}, says_that_it_is_alone}},  // see own_file_test.cpp for launches that follow each other
      {Act::previous_launch, {{}, says_that_it_is_alone}},
      {Act::switch_order, {{}, [](J was, J is) { return was["place"]["order"] != is["place"]["order"]; }, true}},
      {Act::equal_kernels,
       {{}, [](J was, J is) { return was["window"]["parts"]["beside"] != is["window"]["parts"]["beside"]; }, true}},
      {Act::only_warp, {{}, [](J was, J is) { return was["only_warp"] != is["only_warp"]; }, true}},
      {Act::swap_kernels,
       {{}, [](J was, J is) { return was["launch"]["kernel"] == is["beside"]["launch"]["kernel"]; }, true}},
      {Act::switch_lock,
       {{}, [](J was, J is) { return was["beside"]["locked_by"] != is["beside"]["locked_by"]; }, true}},
      {Act::deselect, {{}, [](J was, J is) { return !was["story"].empty() && is["story"].empty(); }}},
      {Act::fit_timeline, {{"plus"}, [](J, J is) { return shown(is) == is["place"]["steps"].get<double>(); }}},
      {Act::fold_timeline, {{}, [](J was, J is) { return window(was, "timeline") != window(is, "timeline"); }}},
      {Act::zoom_timeline_in, {{"f"}, [](J was, J is) { return shown(is) < shown(was); }}},
      {Act::zoom_timeline_out, {{"plus"}, [](J was, J is) { return shown(is) > shown(was); }}},
      {Act::launch_panel,
       {{}, [](J was, J is) { return window(was, "launch_panel") != window(is, "launch_panel"); }, true}},
      {Act::source_panel,
       {{},
        [](J was, J is) {
          return was["window"]["parts"].contains("source") != is["window"]["parts"].contains("source");
        },
        true}},
      {Act::next_panel, {{}, [](J was, J is) { return window(was, "panel") != window(is, "panel"); }}},
      {Act::edit_source, {{}, [](J, J is) { return is["editor"].is_object() && is["editor"]["has_keys"] == true; }}},
      {Act::text_menu, {{}, [](J was, J is) { return window(was, "files") != window(is, "files"); }, true}},
      {Act::next_mistake, {{}, [](J was, J is) { return was["editor"] == is["editor"]; }}},  // see editing_test.cpp
      {Act::open_beside, {{}, [](J was, J is) { return window(was, "files") != window(is, "files"); }, true}},
      {Act::open_file, {{}, [](J was, J is) { return window(was, "files") != window(is, "files"); }, true}},
      {Act::new_text, {{}, [](J was, J is) { return window(was, "files") != window(is, "files"); }, true}},
      {Act::save_text, {{}, [](J, J is) { return is["banner"] == "There is nothing to save."; }}},
      {Act::save_text_as, {{}, [](J, J is) { return window(is, "files") == true; }}},
      {Act::paste, {{}, [](J, J is) { return is["banner"].is_string() || is["editor"].is_object(); }}},
      {Act::stop_panel, {{}, [](J, J is) { return window(is, "condition_panel") == true; }}},
      {Act::next_stop, {{}, [](J, J is) { return window(is, "condition_panel") == true; }}},
      {Act::previous_stop, {{}, [](J, J is) { return window(is, "condition_panel") == true; }}},
      {Explain{"variables"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Explain{"console"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Explain{"changes"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Explain{"flow"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Explain{"cube"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Act::near_point,
       {{"C"},
        [](J, J is) {
          return is["banner"].dump().find("The whole cube is shown") != std::string::npos;
        }}},  // a small cube has no parts; see cube_test.cpp
      {Act::next_slice, {{"C"}, [](J was, J is) { return was["explain"]["options"] != is["explain"]["options"]; }}},
      {Act::next_brush, {{"C"}, [](J was, J is) { return was["explain"]["options"] != is["explain"]["options"]; }}},
      {Act::turn_left, {{"C"}, [](J was, J is) { return was["explain"]["cube"] != is["explain"]["cube"]; }}},
      {Act::turn_right, {{"C"}, [](J was, J is) { return was["explain"]["cube"] != is["explain"]["cube"]; }}},
      {Act::turn_up, {{"C"}, [](J was, J is) { return was["explain"]["cube"] != is["explain"]["cube"]; }}},
      {Act::turn_down, {{"C"}, [](J was, J is) { return was["explain"]["cube"] != is["explain"]["cube"]; }}},
      {Act::nearer, {{"C"}, [](J was, J is) { return was["explain"]["cube"] != is["explain"]["cube"]; }}},
      {Act::farther, {{"C"}, [](J was, J is) { return was["explain"]["cube"] != is["explain"]["cube"]; }}},
      {Explain{"findings"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Explain{"warps"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Explain{"heat"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Explain{"limits"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Explain{"lines"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Explain{"cpu"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Explain{"times"}, {{}, [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; }, true}},
      {Act::next_choice, {{"r"}, [](J was, J is) { return limits(was, "gpu") != limits(is, "gpu"); }}},
      {Act::previous_choice, {{"r"}, [](J was, J is) { return limits(was, "gpu") != limits(is, "gpu"); }}},
      {Act::unfold,
       {{"e"}, [](J was, J is) { return was["explain"]["is_unfolded"] != is["explain"]["is_unfolded"]; }, true}},
      {Act::scroll_on, {{"r"}, [](J was, J is) { return scrolled(is) > scrolled(was); }}},
      {Act::scroll_back, {{"r", "shift+Next"}, [](J was, J is) { return scrolled(is) < scrolled(was); }}},
      {Act::more, {{"r"}, [](J was, J is) { return what_if(is) > what_if(was); }}},
      {Act::less, {{"r"}, [](J was, J is) { return what_if(is) < what_if(was); }}},
      {Act::presenter,
       {{},
        [](J was, J is) { return window(was, "presenter") != window(is, "presenter") && text(was) != text(is); },
        true}},
      {Act::pointer, {{}, [](J was, J is) { return window(was, "pointer") != window(is, "pointer"); }, true}},
      {Act::notes, {{}, [](J was, J is) { return window(was, "notes") != window(is, "notes"); }, true}},
      {Act::start_page, {{}, [](J was, J is) { return window(was, "start_page") != window(is, "start_page"); }}},
      {Act::glossary, {{}, [](J was, J is) { return window(was, "glossary") != window(is, "glossary"); }}},
      {Act::next_theme, {{}, [](J was, J is) { return window(was, "theme") != window(is, "theme"); }}},
      {Act::switch_motion,
       {{}, [](J was, J is) { return window(was, "reduced_motion") != window(is, "reduced_motion"); }, true}},
      {Act::larger, {{}, [](J was, J is) { return zoom(is) > 1.09 * zoom(was) && text(is) > 1.09 * text(was); }}},
      {Act::smaller, {{}, [](J was, J is) { return zoom(is) < zoom(was) / 1.09 && text(is) < text(was) / 1.09; }}},
      {Act::usual_size, {{"ctrl+minus"}, [](J, J is) { return zoom(is) == 1 && text(is) == 15; }}},
      {Act::screenshot,
       {{},
        [](J, J is) {
          return is["banner"].is_string() && is["banner"].dump().find("Picture saved") != std::string::npos;
        }}},
      {Act::copy_line, {{}, [](J, J) { return true; }}},  // see the next test
      {Act::copy_share,
       {{},
        [](J, J is) { return is["banner"].dump().find("Copied a text that opens this moment") != std::string::npos; }}},
      {Act::help, {{}, [](J was, J is) { return window(was, "help") != window(is, "help"); }}},
      {Act::close, {{"F1"}, [](J was, J is) { return window(was, "help") == true && window(is, "help") == false; }}},
      {Act::quit, {}},  // last of all
  };
  return all;
}

class Keys : public OnADesktop {
 protected:
  // Everything as it was at first, so that each key is seen alone.
  void rest(Program& program) {
    for (int n = 0; n < 3; ++n) {
      const Json now = program.state();
      const bool types = now["editor"].is_object() && now["editor"]["has_keys"] == true;
      const bool asks = now["window"]["files"] == true || now["window"]["condition_panel"] == true ||
                        now["window"]["start_page"] == true || now["window"]["help"] == true ||
                        now["window"]["glossary"] == true;
      if (!types && !asks) break;
      program.key("Escape");
      (void)program.settled();
    }
    for (const char* key : {"2", "BackSpace", "ctrl+0", "f"}) program.key(key);
    for (int n = 0; n < 3; ++n) program.key("Up");
    if (program.state()["explain"]["view"] == "limits") program.key("r");
    if (program.state()["explain"]["view"] == "cube") program.key("C");
    ASSERT_TRUE(program.shows([](const Json& now) {
      return now["place"]["playing"] == false && now["place"]["grain"] == "step" && now["window"]["speed"] == 1 &&
             now["window"]["zoom"] == 1 && now["window"]["text"] == 15 && now["thread"]["name"] == "t(0,0)" &&
             now["window"]["timeline"]["steps"] == now["place"]["steps"];
    }));
  }
  void select_a(Program& program) {
    const Json box = program.state()["window"]["grids"]["A"];
    program.click(box["x"].get<float>() + box["w"].get<float>() / 10,
                  box["y"].get<float>() + box["h"].get<float>() / 14);
    ASSERT_TRUE(program.shows([](const Json& now) { return now["selected"] == "A[0][0]"; }))
        << program.state()["selected"];
  }
};

TEST_F(Keys, EveryOneDoesWhatTheHelpSays) {
  Program program(desktop(1280, 720), program_path(),
                  {"--no-config", "--kernel", "tiled_bounded", "--m", "7", "--k", "5", "--n", "9", "--tile", "3",
                   "--backend", "cpu", "--at", "step:5"});
  ASSERT_TRUE(program.is_there()) << program.errors();
  int pressed = 0;
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.within != Within::anywhere) continue;  // see the next tests
    ASSERT_TRUE(deeds().contains(shortcut.ask)) << "nothing says what this looks like: " << shortcut.help;
    const Deed& deed = deeds().at(shortcut.ask);
    if (shortcut.ask == Act::quit || shortcut.ask == Act::copy_line) continue;
    for (const KeyPress& key : shortcut.keys) {
      SCOPED_TRACE(fmt::format("{}: {}", typed(key), shortcut.help));
      rest(program);
      if (shortcut.ask == Act::next_touch || shortcut.ask == Act::previous_touch || shortcut.ask == Act::deselect)
        select_a(program);
      for (const char* before : deed.before) program.key(before);
      const Json was = deed.before.empty() ? program.state() : program.settled();
      program.key(typed(key));
      ASSERT_TRUE(program.shows([&](const Json& is) { return deed.shows(was, is); }, 8));
      ++pressed;
      if (!deed.is_switch && shortcut.ask != Act::play_or_pause) continue;
      program.key(typed(key));
      ASSERT_TRUE(program.shows([&](const Json& is) { return !deed.shows(was, is); }, 8)) << "pressed again";
    }
  }
  const std::string picture = text_of(folder() / "tilescope-0001.png");
  EXPECT_EQ(picture.substr(1, 3), "PNG");
  EXPECT_GT(pressed, 40);

  // Keys without a shortcut change nothing.
  rest(program);
  const Json was = program.settled();
  for (const char* key : {"slash", "Tab", "F2", "alt+b", "Insert"}) program.key(key);
  EXPECT_EQ(program.settled(), was);

  program.key(typed(shortcuts().back().keys.front()));
  ASSERT_EQ(shortcuts().back().ask, Act::quit);
  EXPECT_TRUE(program.ended());
  EXPECT_EQ(program.code(), 0);
  EXPECT_EQ(program.errors(), "");
}

TEST_F(Keys, LessonsHaveTheirOwn) {
  using J = const Json&;
  Program program(desktop(1280, 720), program_path(), {"--no-config", "--lesson", "7"});
  ASSERT_TRUE(program.is_there()) << program.errors();
  static const auto step = [](J j) { return j["lesson"]["step"].get<int>(); };
  const auto go_on_until = [&](const std::function<bool(J)>& wanted) {
    for (int n = 0; n < 40 && !wanted(program.settled()); ++n) program.key("Page_Down");
    ASSERT_TRUE(wanted(program.settled())) << program.state()["lesson"];
  };
  const auto is_asked = [](J j) {
    return j["lesson"]["question"].is_object() && j["lesson"]["question"]["open"] == true;
  };
  const auto is_told = [](J j) {
    return j["lesson"]["question"].is_object() && j["lesson"]["question"]["revealed"] == true;
  };
  const auto is_later = [](J j) { return step(j) > 3; };
  struct LessonDeed {
    std::function<bool(J)> before;  // goes on until it is so
    std::function<bool(J was, J is)> shows;
  };
  const std::map<Ask, LessonDeed> lesson_deeds{
      {Act::lesson_on,
       {[](J) { return true; },
        [](J was, J is) { return was["lesson"] != is["lesson"] || was["place"] != is["place"]; }}},
      {Act::lesson_back, {is_later, [](J was, J is) { return step(is) < step(was); }}},
      {Act::lesson_again,
       {is_told, [](J was, J is) { return step(is) == step(was) && is["lesson"]["question"]["revealed"] == false; }}},
      {Act::lesson_restart, {is_later, [](J, J is) { return step(is) == 1; }}},
      {Act::lesson_outline,
       {[](J) { return true; }, [](J was, J is) { return was["lesson"]["outline"] != is["lesson"]["outline"]; }}},
      {Act::reveal, {is_asked, [&](J, J is) { return is_told(is); }}},
      {Act::show_why,
       {is_told, [](J was, J is) { return was["lesson"] != is["lesson"] || was["place"] != is["place"]; }}},
      {Act::lesson_next,
       {is_later,
        [](J was, J is) { return !is["lesson"].is_null() && was["lesson"]["name"] != is["lesson"]["name"]; }}},
      {Act::lesson_close, {[](J) { return true; }, [](J, J is) { return is["lesson"].is_null(); }}},
      // Lesson 7 has none, and says so.
      {Act::lesson_task, {[](J) { return true; }, [](J, J is) { return is["banner"].is_string(); }}},
  };
  std::size_t seen = 0;
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.within != Within::lesson) continue;
    ASSERT_TRUE(lesson_deeds.contains(shortcut.ask)) << "nothing says what this looks like: " << shortcut.help;
    const LessonDeed& deed = lesson_deeds.at(shortcut.ask);
    ++seen;
    for (const KeyPress& key : shortcut.keys) {
      SCOPED_TRACE(fmt::format("{}: {}", typed(key), shortcut.help));
      if (program.settled()["lesson"]["outline"] == true) program.key("o");
      program.key("U");
      ASSERT_TRUE(program.shows([](J is) { return step(is) == 1; }));
      go_on_until(deed.before);
      const Json was = program.settled();
      program.key(typed(key));
      ASSERT_TRUE(program.shows([&](J is) { return deed.shows(was, is); }, 8)) << program.state()["lesson"];
    }
  }
  EXPECT_EQ(seen, lesson_deeds.size());
}

TEST_F(Keys, TasksHaveTheirOwn) {
  using J = const Json&;
  const auto open = [&] {
    return std::make_unique<Program>(desktop(1280, 720), program_path(),
                                     std::vector<std::string>{"--no-config", "--task", "ragged-tiles"});
  };
  std::unique_ptr<Program> program = open();
  ASSERT_TRUE(program->is_there()) << program->errors();
  const auto judged = [&](const std::function<bool(J)>& wanted) {
    return program->shows(
        [&](J is) { return is["task"].is_object() && is["task"]["is_judging"] == false && wanted(is); }, 8);
  };
  std::set<Act> seen;
  const auto press = [&](Act act) {
    seen.insert(act);
    program->key(typed(shortcut_of(act)->keys.front()));
  };
  ASSERT_TRUE(judged([](J is) { return is["task"]["is_solved"] == false && is["task"]["hints"].empty(); }));
  press(Act::task_hint);
  EXPECT_TRUE(judged([](J is) { return is["task"]["hints"].size() == 1; }));
  const Json was = program->settled();
  press(Act::task_missed);
  EXPECT_TRUE(
      judged([&](J is) { return is["place"] != was["place"] || is["task"]["launch"] != was["task"]["launch"]; }));
  press(Act::task_solution);
  EXPECT_TRUE(program->shows([](J is) { return is["banner"].is_string(); }, 8)) << "it asks first";
  program->key("Return");
  EXPECT_TRUE(judged([](J is) { return is["task"]["is_solved"] == true && is["task"]["shows_solution"] == true; }));
  press(Act::task_solution);
  EXPECT_TRUE(judged([](J is) { return is["task"]["is_solved"] == false && is["task"]["shows_solution"] == false; }));
  program->key("i");
  program->key("Return");
  program->key("Escape");
  EXPECT_TRUE(judged([](J is) { return is["editor"]["changed"] == true; }));
  press(Act::task_again);
  EXPECT_TRUE(program->shows([](J is) { return is["banner"].is_string(); }, 8)) << "it asks first";
  program->key("Return");
  EXPECT_TRUE(judged([](J is) { return is["editor"]["changed"] == false; }));
  press(Act::task_next);
  EXPECT_TRUE(judged([&](J is) { return is["task"]["name"] != was["task"]["name"]; }));
  press(Act::task_lesson);
  EXPECT_TRUE(program->shows([](J is) { return is["task"].is_null() && is["lesson"].is_object(); }, 8));
  program = open();
  ASSERT_TRUE(program->is_there()) << program->errors();
  press(Act::task_close);
  EXPECT_TRUE(program->shows([](J is) { return is["task"].is_null(); }, 8));
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.within == Within::task) {
      EXPECT_TRUE(seen.contains(std::get<Act>(shortcut.ask))) << shortcut.help;
    }
}

TEST_F(Keys, TheLineOfCountsIsOnTheClipboard) {
  Program program(desktop(1280, 720), program_path(), {"--no-config", "--backend", "cpu", "--at", "end"});
  ASSERT_TRUE(program.is_there()) << program.errors();
  program.key("ctrl+c");
  nap(0.3);
  setenv("DISPLAY", desktop(1280, 720).name().c_str(), 1);
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  const auto reader = open_window({"reader", {64, 64}, false, false});
  Gui gui(*reader);
  const char* const line = ImGui::GetClipboardText();
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(std::string(line).find("4 against 8 global loads per thread: tiled against naive"), 0U) << line;
  EXPECT_EQ(line, program.state()["line_to_copy"]);
}

}  // namespace
}  // namespace tilescope::test
