// In a real window, with a real mouse: what is clicked, dragged, turned and dropped, and how the window is resized.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>
#include <thread>

#include "tests/app/window/desktop/dropper.h"
#include "tests/app/window/desktop/on_a_desktop.h"

namespace tilescope::test {
namespace {

using Words = std::vector<std::string>;

const Words small{"--no-config", "--backend", "cpu"};
const Words ragged{"--no-config", "--backend", "cpu", "--kernel", "tiled_bounded", "--m", "7",
                   "--k",         "5",         "--n", "9",        "--tile",        "3"};
const Words large{"--no-config", "--backend", "cpu", "--kernel", "tiled", "--size", "64", "--tile", "16"};

Words at(Words words, const std::string& moment) {
  words.insert(words.end(), {"--at", moment});
  return words;
}

struct Point2 {
  float x, y;
};
Point2 cell(const Json& box, int rows, int columns, int row, int column) {
  return {
      box["x"].get<float>() + box["w"].get<float>() * (static_cast<float>(column) + 0.5F) / static_cast<float>(columns),
      box["y"].get<float>() + box["h"].get<float>() * (static_cast<float>(row) + 0.5F) / static_cast<float>(rows)};
}

class Mouse : public OnADesktop {};

TEST_F(Mouse, CellsThreadsAndBlocksAreClicked) {
  struct Situation {
    Words words;
    int m, n, k, tile;
  };
  int blocks_clicked = 0;
  for (const auto& [words, m, n, k, tile] :
       {Situation{small, 4, 4, 4, 2}, Situation{ragged, 7, 9, 5, 3}, Situation{large, 64, 64, 64, 16}}) {
    Program program(desktop(1280, 720), program_path(), at(words, "step:6"));
    ASSERT_TRUE(program.is_there()) << program.errors();
    const auto click = [&](const char* grid, int rows, int columns, int row, int column, const std::string& selected) {
      const Json box = program.state()["window"]["grids"][grid];
      ASSERT_FALSE(box.is_null()) << grid;
      const Point2 place = cell(box, rows, columns, row, column);
      program.click(place.x, place.y);
      EXPECT_TRUE(
          program.shows([&](const Json& now) { return now["selected"] == selected && !now["story"].empty(); }, 8))
          << grid << ": " << program.state()["selected"] << ", not " << selected;
    };
    click("A", m, k, 0, 2, "A[0][2]");
    click("B", k, n, k - 1, 1, fmt::format("B[{}][1]", k - 1));
    click("C", m, n, m - 1, n - 1, fmt::format("C[{}][{}]", m - 1, n - 1));
    click("As", tile, tile, 1, 0, "As[1][0]");
    click("Bs", tile, tile, 0, 1, "Bs[0][1]");
    const int grid_rows = (m + tile - 1) / tile, grid_columns = (n + tile - 1) / tile;
    if (program.state()["window"]["grids"].contains("blocks")) {  // beside a story there may be no room for it
      const Point2 block = cell(program.state()["window"]["grids"]["blocks"], grid_rows, grid_columns, 1, 0);
      program.click(block.x, block.y);
      EXPECT_TRUE(program.shows([](const Json& now) { return now["block"] == "(1,0)"; }, 8))
          << program.state()["block"];
      ++blocks_clicked;
    }
    program.key("Escape");
    EXPECT_TRUE(program.shows([](const Json& now) { return now["story"].empty(); }, 8));
    if (tile < 3 || !program.state()["window"]["grids"].contains("threads")) continue;
    const Json threads = program.state()["window"]["grids"]["threads"];
    const Point2 one = cell(threads, tile, tile, 1, 2), other = cell(threads, tile, tile, 1, 0);
    program.click(one.x, one.y);
    const std::string name = "t(1,2)", other_name = "t(1,0)";
    EXPECT_TRUE(program.shows([&](const Json& now) { return now["thread"]["name"] == name; }, 8));
    program.shift_click(other.x, other.y);
    EXPECT_TRUE(program.shows([&](const Json& now) { return now["partner"] == other_name; }, 8))
        << program.state()["partner"];
    EXPECT_EQ(program.state()["thread"]["name"], name);
  }
  EXPECT_GT(blocks_clicked, 0);
}

TEST_F(Mouse, EveryButtonDoesWhatItsKeyDoes) {
  Program program(desktop(1280, 720), program_path(), at(ragged, "step:5"));
  ASSERT_TRUE(program.is_there()) << program.errors();
  using J = const Json&;
  const auto step = [](J now) { return now["place"]["step"].get<int>(); };
  const auto opens = [](J was, J is) { return was["explain"]["view"] != is["explain"]["view"]; };
  const std::map<std::string, std::function<bool(J was, J is)>> wanted{
      {"forward", [&](J was, J is) { return step(is) == step(was) + 1; }},
      {"back", [&](J was, J is) { return step(is) == step(was) - 1; }},
      {"to the beginning", [&](J, J is) { return step(is) == 0; }},
      {"to the end", [](J, J is) { return is["place"]["at_end"] == true; }},
      {"play, pause", [](J was, J is) { return was["place"]["playing"] != is["place"]["playing"]; }},
      {"by single events", [](J, J is) { return is["place"]["grain"] == "event"; }},
      {"by steps", [](J, J is) { return is["place"]["grain"] == "step"; }},
      {"by phases", [](J, J is) { return is["place"]["grain"] == "phase"; }},
      {"slower", [](J was, J is) { return is["window"]["speed"] < was["window"]["speed"]; }},
      {"faster", [](J was, J is) { return is["window"]["speed"] > was["window"]["speed"]; }},
      {"compare by work, or by steps",
       [](J was, J is) { return was["beside"]["locked_by"] != is["beside"]["locked_by"]; }},
      {"type in the source", [](J, J is) { return is["editor"]["has_keys"] == true; }},
      {"menu", [](J was, J is) { return was["window"]["files"] != is["window"]["files"]; }},
      {"start page: lessons, tasks, kernels",
       [](J was, J is) { return was["window"]["start_page"] != is["window"]["start_page"]; }},
      {"findings, and their switches", opens},
      {"heat maps of A and B", opens},
      {"warps: sectors and bank conflicts", opens},
      {"limits: occupancy and roofline", opens},
      {"share: copy a string to send, which reopens this moment",
       [](J, J is) { return is["banner"].is_string() && is["banner"].get<std::string>().starts_with("Copied"); }},
      {"this help", [](J was, J is) { return was["window"]["help"] != is["window"]["help"]; }},
      {"the launch panel", [](J was, J is) { return was["window"]["launch_panel"] != is["window"]["launch_panel"]; }}};
  const Json buttons = program.state()["window"]["buttons"];
  EXPECT_EQ(buttons.size(), wanted.size()) << buttons.dump();
  for (const auto& [name, box] : buttons.items()) {
    ASSERT_TRUE(wanted.contains(name)) << name;
    program.key("Home Right Right Right");
    const Json was = program.settled();
    program.click(was["window"]["buttons"][name]);
    EXPECT_TRUE(program.shows([&](J is) { return wanted.at(name)(was, is); }, 8)) << name;
    if (program.state()["editor"].is_object()) program.key("Escape");
    if (was["window"]["help"] != program.state()["window"]["help"]) program.key("Escape");
    if (was["window"]["launch_panel"] != program.state()["window"]["launch_panel"]) program.key("l");
    if (was["explain"]["view"] != program.state()["explain"]["view"]) program.key("Escape");
    if (was["window"]["start_page"] != program.state()["window"]["start_page"]) program.key("Escape");
    EXPECT_TRUE(program.shows(
        [](J now) {
          const Json& window = now["window"];
          return !window["help"] && !window["launch_panel"] && !window["start_page"];
        },
        8));
  }
}

TEST_F(Mouse, TheTimelineIsDraggedAndZoomed) {
  for (const Words& words : {small, ragged, large}) {
    Program program(desktop(1280, 720), program_path(), words);
    ASSERT_TRUE(program.is_there()) << program.errors();
    const Json bar = program.state()["window"]["parts"]["timeline"];
    const auto x = [&](double share) {
      return bar["x"].get<float>() + bar["w"].get<float>() * static_cast<float>(share);
    };
    const float y = Program::middle_y(bar);
    program.move(x(0.3), y);
    program.hold(true);
    EXPECT_TRUE(program.shows([](const Json& now) { return now["place"]["moment"] > 0; }, 8));
    std::uint64_t last = program.settled()["place"]["moment"];
    for (const double share : {0.5, 0.7, 0.9}) {
      program.move(x(share), y);
      EXPECT_TRUE(program.shows([&](const Json& now) { return now["place"]["moment"] > last; }, 8)) << share;
      last = program.settled()["place"]["moment"];
    }
    program.move(1279, y - 200);  // beyond it, and off it: a drag goes on wherever the mouse is
    EXPECT_TRUE(program.shows([](const Json& now) { return now["place"]["at_end"] == true; }, 8));
    program.move(1, y);
    EXPECT_TRUE(program.shows([](const Json& now) { return now["place"]["moment"] == 0; }, 8))
        << program.state()["place"];
    program.move(x(0.6), y);
    EXPECT_TRUE(program.shows([](const Json& now) { return now["place"]["moment"] > 0; }, 8));
    program.hold(false);
    const Json after = program.settled()["place"];
    program.move(x(0.2), y);
    EXPECT_EQ(program.settled()["place"], after) << "the button is up";

    if (after["steps"] < 10) continue;
    const auto shown = [](const Json& now) { return now["window"]["timeline"]["steps"].get<double>(); };
    const double all = shown(program.state());
    program.click(x(0.6), y, 4);
    EXPECT_TRUE(program.shows([&](const Json& now) { return shown(now) < all; }, 8));
    program.click(x(0.6), y, 5);
    EXPECT_TRUE(program.shows([&](const Json& now) { return shown(now) == all; }, 8));
  }
}

TEST_F(Mouse, ButtonsTypeANumber) {
  Program program(desktop(1280, 720), program_path(), {"--lesson", "barriers"});
  ASSERT_TRUE(program.is_there()) << program.errors();
  ASSERT_TRUE(program.shows([](const Json& now) { return now["lesson"].is_object(); }, 8));
  program.key("Next");
  ASSERT_TRUE(program.shows([](const Json& now) { return now["window"]["buttons"].contains("answer: 3"); }, 8));
  program.click(program.settled()["window"]["buttons"]["answer: 3"]);
  EXPECT_TRUE(program.shows([](const Json& now) { return now["lesson"]["question"]["typed"] == "3"; }, 8));
}

TEST_F(Mouse, TheNotesLeadToAnotherStep) {
  Program program(desktop(1280, 720), program_path(), {"--lesson", "barriers"});
  ASSERT_TRUE(program.is_there()) << program.errors();
  ASSERT_TRUE(program.shows([](const Json& now) { return now["lesson"].is_object(); }, 8));
  program.key("shift+p");
  ASSERT_TRUE(program.shows([](const Json& now) { return now["window"]["notes"] == true; }, 8));
  const auto press = [&](float x, float y) {
    return program.do_here(
        fmt::format("xdotool search --sync --onlyvisible --name '^TileScope: notes' mousemove --window %1 {} {} "
                    "sleep 0.1 click 1",
                    x, y));
  };
  ASSERT_EQ(press(60, 600 - 18 - 15), 0);  // "Page Down: next"
  const auto step = [](int wanted) { return [wanted](const Json& now) { return now["lesson"]["step"] == wanted; }; };
  for (int presses = 0; presses < 4 && !program.shows(step(2), 2); ++presses) press(60, 600 - 18 - 15);
  EXPECT_TRUE(program.shows(step(2), 1)) << program.state()["lesson"];
  for (float y = 150; y < 560 && !program.shows(step(7), 0.3); y += 20) press(620, y);  // down the list of steps
  EXPECT_TRUE(program.shows(step(7), 1)) << program.state()["lesson"];
}

TEST_F(Mouse, APanelIsDraggedAndGoesOn) {
  Program program(desktop(1280, 720), program_path(), small);
  ASSERT_TRUE(program.is_there()) << program.errors();
  program.key("r");
  const auto at = [](const Json& now) { return now["window"]["scrolls"]["explain"]["at"].get<double>(); };
  ASSERT_TRUE(program.shows([](const Json& now) { return now["window"]["scrolls"].contains("explain"); }, 8));
  const Json panel = program.state()["window"]["parts"]["explain"];
  const float right = panel["x"].get<float>() + panel["w"].get<float>(),
              bottom = panel["y"].get<float>() + panel["h"].get<float>();
  program.click(right - panel["w"].get<float>() / 2, bottom - 20);  // on "more below"
  EXPECT_TRUE(program.shows([&](const Json& now) { return at(now) > 50; }, 8)) << program.state()["window"]["scrolls"];
  const double before = at(program.settled());
  program.move(right - 16, bottom - 100);  // at the right end of the figures, where there are no words
  program.hold(true);
  program.move(right - 16, bottom - 70);
  EXPECT_TRUE(program.shows([&](const Json& now) { return at(now) < before - 20; }, 8));
  program.hold(false);
}

TEST_F(Mouse, TheCubeIsTurnedEnlargedAndClicked) {
  for (const Words& words : {small, large}) {
    Program program(desktop(1280, 720), program_path(), at(words, "end"));
    ASSERT_TRUE(program.is_there()) << program.errors();
    program.key("shift+c");
    const auto cube = [](const Json& now) { return now["explain"].value("cube", Json()); };
    ASSERT_TRUE(program.shows([&](const Json& now) { return cube(now).is_object(); }, 8));
    const Json part = program.settled()["window"]["parts"]["explain"];
    const float x = Program::middle_x(part), y = part["y"].get<float>() + part["h"].get<float>() * 0.62F;
    program.move(x - 9, y);  // the mouse may be there already, and what has not moved points at nothing
    program.move(x, y);
    ASSERT_TRUE(program.shows([&](const Json& now) { return cube(now)["pointed_at"] != ""; }, 8));

    const Json turned = cube(program.state())["turn"], place = program.state()["place"];
    program.hold(true);
    static_cast<void>(program.settled());  // else a slow frame has both at once, and the drag begins where it ends
    program.move(x + 60, y + 30);
    EXPECT_TRUE(program.shows(
        [&](const Json& now) { return cube(now)["turn"][0] != turned[0] && cube(now)["turn"][1] != turned[1]; }, 8))
        << cube(program.state()) << program.state()["place"];
    program.hold(false);
    EXPECT_EQ(program.settled()["place"], place) << "a drag is no click";

    const Json before = cube(program.state())["turn"];
    program.click(x, y, 4);
    EXPECT_TRUE(program.shows([&](const Json& now) { return cube(now)["turn"][2] > before[2]; }, 8));
    program.click(x, y, 5);
    EXPECT_TRUE(program.shows([&](const Json& now) { return cube(now)["turn"] == before; }, 8));

    const std::string words_of_point = cube(program.settled())["pointed_at"];
    ASSERT_NE(words_of_point, "");
    program.click(x, y);
    EXPECT_TRUE(program.shows([&](const Json& now) { return now["place"]["moment"] < place["moment"]; }, 8));
    const Json now = program.settled();
    EXPECT_NE(words_of_point.find(now["thread"]["name"].get<std::string>() + " of block"), std::string::npos)
        << words_of_point << now["thread"]["name"];
    EXPECT_NE(words_of_point.find(fmt::format("step {},", now["place"]["step"].get<int>())), std::string::npos)
        << words_of_point << now["place"];
  }
}

// What overlaps in the layout, or lies outside of the window; nothing: "".
std::string untidy(const Json& window) {
  struct Part {
    std::string name;
    float left, top, right, bottom;
  };
  const auto part = [](const std::string& name, const Json& box) {
    return Part{name, box["x"], box["y"], box["x"].get<float>() + box["w"].get<float>(),
                box["y"].get<float>() + box["h"].get<float>()};
  };
  std::vector<Part> parts;
  for (const auto& [name, box] : window["parts"].items()) parts.push_back(part(name, box));
  const float width = window["width"], height = window["height"];
  for (const Part& one : parts) {
    if (one.left < 0 || one.top < 0 || one.right > width + 0.5F || one.bottom > height + 0.5F)
      return one.name + " is cut off";
    for (const Part& other : parts)
      if (one.name != other.name && one.left + 0.5F < other.right && other.left + 0.5F < one.right &&
          one.top + 0.5F < other.bottom && other.top + 0.5F < one.bottom)
        return one.name + " lies over " + other.name;
  }
  for (const auto& [name, box] : window["grids"].items()) {
    const Part grid = part(name, box);
    if (std::none_of(parts.begin(), parts.end(), [&](const Part& in) {
          return grid.left >= in.left && grid.right <= in.right && grid.top >= in.top && grid.bottom <= in.bottom;
        }))
      return "grid " + name + " is in no part";
  }
  return "";
}

TEST_F(Mouse, EverySizeIsFilledAndTidy) {
  struct Size {
    int width, height, dpi;
  };
  for (const auto& [width, height, dpi] :
       {Size{1024, 768, 96}, Size{1280, 720, 96}, Size{1920, 1080, 96}, Size{1920, 1080, 192}}) {
    SCOPED_TRACE(fmt::format("{} x {} at {} dpi", width, height, dpi));
    Program program(desktop(width, height, dpi), program_path(), at(ragged, "step:6"));
    ASSERT_TRUE(program.is_there()) << program.errors();
    const Json window = program.state()["window"];
    EXPECT_EQ(window["width"], std::min(width, 1600 * dpi / 96));
    EXPECT_EQ(window["height"], std::min(height, 900 * dpi / 96));
    EXPECT_EQ(window["text"], 15.0 * dpi / 96);
    EXPECT_EQ(untidy(window), "");
    for (const char* needed : {"title", "stage", "counters", "timeline", "transport"})
      EXPECT_TRUE(window["parts"].contains(needed)) << needed;
    // The presenter's mode takes all of the display.
    program.key("F11");
    EXPECT_TRUE(program.shows([&](const Json& now) {
      return now["window"]["presenter"] == true && now["window"]["width"] == width && now["window"]["height"] == height;
    })) << program.state()["window"]["width"];
    EXPECT_EQ(untidy(program.settled()["window"]), "");
    program.key("F11");
    EXPECT_TRUE(program.shows([&](const Json& now) {
      return now["window"]["presenter"] == false && now["window"]["width"] == window["width"];
    }));
    program.key("ctrl+plus");
    EXPECT_TRUE(program.shows([&](const Json& now) { return now["window"]["text"] > window["text"]; }));
    EXPECT_EQ(untidy(program.settled()["window"]), "");
  }
}

TEST_F(Mouse, TheWindowIsResized) {
  Program program(desktop(1920, 1080), program_path(), at(small, "step:10"));
  ASSERT_TRUE(program.is_there()) << program.errors();
  for (const auto& [width, height] :
       {std::pair{1024, 768}, std::pair{800, 600}, std::pair{1900, 500}, std::pair{500, 1000}, std::pair{1280, 720}}) {
    program.do_here(fmt::format("xdotool search --name '^TileScope' windowsize {} {}", width, height));
    EXPECT_TRUE(program.shows([&](const Json& now) {
      return now["window"]["width"] == width && now["window"]["height"] == height;
    })) << width
        << " x " << height;
    EXPECT_EQ(untidy(program.settled()["window"]), "") << width << " x " << height;
    EXPECT_EQ(program.state()["place"]["step"], 10);
  }
  program.do_here("xdotool search --name '^TileScope' windowsize 60 40");  // too small for anything: it lives
  nap(0.3);
  program.do_here("xdotool search --name '^TileScope' windowsize 1280 720");
  EXPECT_TRUE(program.shows([](const Json& now) { return now["window"]["width"] == 1280; }));
}

// A lesson greets those alone who name nothing.
TEST_F(Mouse, WhatIsNamedIsOpened) {
  const Desktop& on = desktop(1280, 720);
  const std::filesystem::path file = folder() / "named.cu";
  std::ofstream(file) << "__global__ void twice(float* x) { x[threadIdx.x] *= 2; }\n";
  for (const std::string& words : {file.string(), std::string("ts1:naive,tiled/4x4x4/t2")}) {
    Program program(on, program_path(), {"--no-config", words});
    ASSERT_TRUE(program.is_there()) << program.errors();
    const std::string kernel = words.starts_with("ts1") ? "naive" : "named.cu";
    EXPECT_TRUE(program.shows([&](const Json& now) { return now["launch"]["kernel"] == kernel; }, 8)) << words;
    EXPECT_TRUE(program.state()["lesson"].is_null()) << words;
  }
}

TEST_F(Mouse, FilesAreDroppedAndOpened) {
  const Desktop& on = desktop(1280, 720);
  std::ofstream(folder() / "square.csv") << "1,2\n3,4\n";
  std::ofstream(folder() / "broken.csv") << "1,2\n3,x\n";
  std::ofstream(folder() / "no matrix.txt") << "words\n";
  Program program(on, program_path(), small);
  ASSERT_TRUE(program.is_there()) << program.errors();
  Dropper dropper(on.name());
  const auto drop = [&](const std::string& uris) { return dropper.drop("TileScope", uris); };
  ASSERT_TRUE(drop("file://" + (folder() / "square.csv").string() + "\r\n"));
  EXPECT_TRUE(program.shows([](const Json& now) { return now["launch"]["m"] == 2 && now["banner"].is_null(); }))
      << program.state()["banner"];
  program.key("End");
  EXPECT_TRUE(program.shows([](const Json& now) { return now["c"][0]["value"] == "7"; })) << program.state()["c"];
  // A trace that was recorded before.
  const std::string trace = (folder() / "ragged.tsc").string();
  const std::string recorded =
      fmt::format("{} record --backend cpu --kernel tiled_bounded --m 7 --k 5 --n 9 --tile 3 -o {} >{}", program_path(),
                  trace, (folder() / "recorded").string());
  ASSERT_EQ(std::system(recorded.c_str()), 0);
  ASSERT_TRUE(drop("file://" + trace + "\r\n"));
  EXPECT_TRUE(program.shows([](const Json& now) {
    return now["launch"]["m"] == 7 && now["launch"]["kernel"] == "tiled_bounded";
  })) << program.state()["banner"];
  ASSERT_TRUE(drop("file://" + (folder() / "square.csv").string() + "\r\n"));
  EXPECT_TRUE(program.shows([](const Json& now) { return now["launch"]["m"] == 2; })) << program.state()["banner"];
  program.key("End");
  // Damaged, or nothing for TileScope: a banner that names the file, and what was open stays.
  for (const auto& [name, uri] : {std::pair{"broken.csv", "broken.csv"}, std::pair{"no matrix.txt", "no%20matrix.txt"},
                                  std::pair{"gone.csv", "gone.csv"}}) {
    ASSERT_TRUE(drop("file://" + (folder() / uri).string() + "\r\n"));
    EXPECT_TRUE(program.shows([&](const Json& now) {
      return now["banner"].is_string() && now["banner"].get<std::string>().find(name) != std::string::npos;
    })) << program.state()["banner"];
    const Json now = program.settled();
    EXPECT_EQ(now["launch"]["m"], 2);
    EXPECT_EQ(now["place"]["at_end"], true);
  }
  program.key("Escape");
  EXPECT_TRUE(program.shows([](const Json& now) { return now["banner"].is_null(); }));
}

TEST_F(Mouse, ALongRecordingIsStoppedAndWhatWasOpenStays) {
  const Desktop& on = desktop(1280, 720);
  {
    std::ofstream matrix(folder() / "large.csv");
    for (int row = 0; row < 1700; ++row)
      for (int column = 0; column < 1700; ++column) matrix << (row + column) % 7 << (column < 1699 ? "," : "\n");
  }
  Program program(on, program_path(), small);
  ASSERT_TRUE(program.is_there()) << program.errors();
  Dropper dropper(on.name());
  const auto was_stopped = [](const Json& now) {
    return now["recording"] == false && now["banner"].is_string() &&
           now["banner"].get<std::string>().find("Stopped") != std::string::npos;
  };
  for (const char* how : {"key", "button"}) {
    ASSERT_TRUE(dropper.drop("TileScope", "file://" + (folder() / "large.csv").string() + "\r\n"));
    ASSERT_TRUE(program.shows([](const Json& now) { return now["recording"] == true; })) << how;
    if (std::string(how) == "key")
      program.key("Escape");
    else {
      std::this_thread::sleep_for(std::chrono::milliseconds(600));  // its button comes when it takes long
      program.click(640 + 18 * 15 - 50, 64);                        // its button is at the right end of the notice
    }
    EXPECT_TRUE(program.shows(was_stopped)) << how << ": " << program.state()["banner"];
    EXPECT_EQ(program.state()["launch"]["m"], 4);
    program.key("Escape");
    EXPECT_TRUE(program.shows([](const Json& now) { return now["banner"].is_null(); }));
  }
}

}  // namespace
}  // namespace tilescope::test
