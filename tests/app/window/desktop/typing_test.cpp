// Typing in the real window, with real keys: a kernel from nothing, a thousand edits, thousands of lines, a power cut.
#include <algorithm>
#include <cctype>
#include <random>
#include <set>

#include "app/editor/keys.h"
#include "tests/app/window/desktop/on_a_desktop.h"

namespace tilescope {

namespace {

using namespace test;

class Typing : public OnADesktop {};

std::string quoted(const std::string& text) {
  std::string all = "'";
  for (const char letter : text) all += letter == '\'' ? "'\\''" : std::string(1, letter);
  return all + "'";
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; });
  return text;
}

bool is_quiet(const Json& now) {
  return now["recording"] == false && now["editor"].is_object() && now["editor"]["stage_is_behind"] == false;
}

// Types like a user: the editor indents the lines.
const std::string tiled =
    "#define T 2\n"
    "__global__ void mul(const float* A, const float* B, float* C, int M, int N, int K) {\n"
    "__shared__ float As[T][T];\n"
    "__shared__ float Bs[T][T];\n"
    "int row = blockIdx.y * T + threadIdx.y;\n"
    "int col = blockIdx.x * T + threadIdx.x;\n"
    "float sum = 0.0f;\n"
    "for (int t = 0; t < K / T; ++t) {\n"
    "As[threadIdx.y][threadIdx.x] = A[row * K + t * T + threadIdx.x];\n"
    "Bs[threadIdx.y][threadIdx.x] = B[(t * T + threadIdx.y) * N + col];\n"
    "__syncthreads();\n"
    "for (int k = 0; k < T; ++k) {\n"
    "sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];\n"
    "}\n"
    "__syncthreads();\n"
    "}\n"
    "C[row * N + col] = sum;\n"
    "}\n";

const std::vector<std::string> launch{"--no-config", "--kernel", "tiled", "--backend", "cpu"};

}  // namespace

TEST_F(Typing, AKernelFromNothing) {
  Program program(desktop(1280, 720), program_path(), launch);
  ASSERT_TRUE(program.is_there()) << program.errors();
  program.key("ctrl+n");
  program.key("1");
  ASSERT_TRUE(
      program.shows([](const Json& now) { return now["editor"].is_object() && now["editor"]["has_keys"] == true; }));
  program.key("ctrl+a");
  program.key("Delete");
  ASSERT_TRUE(program.shows([](const Json& now) { return now["editor"]["text"] == ""; }));
  for (std::size_t begin = 0; begin < tiled.size();) {  // with a look at each line
    const std::size_t end = tiled.find('\n', begin) + 1;
    program.do_here("xdotool type --delay 1 " + quoted(tiled.substr(begin, end - begin - 1)));
    program.key("Return");
    begin = end;
    const std::string so_far = without_blanks(tiled.substr(0, begin));
    ASSERT_TRUE(program.shows([&](const Json& now) {
      return without_blanks(now["editor"]["text"].get<std::string>()) == so_far;
    })) << program.state()["editor"]["text"];
  }
  ASSERT_TRUE(program.shows(is_quiet)) << program.state()["editor"].dump(2);
  const Json now = program.state();
  EXPECT_EQ(now["launch"]["kernel"], "untitled.cu");
  EXPECT_EQ(now["launch"]["block"]["x"], 2);
  EXPECT_EQ(now["product"]["wrong"], 0);
  EXPECT_NE(now["editor"]["text"].get<std::string>().find("\n      sum += As"), std::string::npos)
      << "it is indented: " << now["editor"]["text"];
  EXPECT_EQ(program.code(), -1);
}

// The same keys in the window and in a document of the test's own give the same text, whatever they are.
TEST_F(Typing, AThousandEdits) {
  Program program(desktop(1280, 720), program_path(), launch);
  ASSERT_TRUE(program.is_there()) << program.errors();
  program.key("i");
  ASSERT_TRUE(program.shows([](const Json& now) { return now["editor"].is_object(); }));
  editor::Document document(program.state()["editor"]["text"].get<std::string>());
  struct NamedKey {
    std::string name;
    KeyPress key;
  };
  const auto named = [](const std::string& name, Key key, bool control = false, bool shift = false) {
    return NamedKey{name, {key, 0, control, shift, false, false}};
  };
  const auto letter = [](const std::string& name, char32_t key, bool control = false) {
    return NamedKey{name, {Key::character, key, control, false, false, false}};
  };
  const std::vector<NamedKey> keys{letter("a", U'a'),
                                   letter("semicolon", U';'),
                                   letter("braceleft", U'{'),
                                   letter("braceright", U'}'),
                                   letter("space", U' '),
                                   letter("7", U'7'),
                                   named("Return", Key::enter),
                                   named("Tab", Key::tab),
                                   named("BackSpace", Key::backspace),
                                   named("Delete", Key::erase),
                                   named("Left", Key::left),
                                   named("Right", Key::right),
                                   named("Up", Key::up),
                                   named("Down", Key::down),
                                   named("Home", Key::home),
                                   named("End", Key::end),
                                   named("ctrl+Left", Key::left, true),
                                   named("ctrl+Right", Key::right, true),
                                   named("shift+Right", Key::right, false, true),
                                   named("shift+Down", Key::down, false, true),
                                   letter("ctrl+z", U'z', true),
                                   letter("ctrl+z", U'z', true),
                                   letter("ctrl+y", U'y', true),
                                   letter("ctrl+d", U'd', true),
                                   letter("ctrl+slash", U'/', true)};
  std::mt19937 random(27);
  for (int chunk = 0; chunk < 20; ++chunk) {
    std::string names;
    for (int n = 0; n < 50; ++n) {
      const NamedKey& known = keys[random() % keys.size()];
      names += " " + known.name;
      static_cast<void>(editor::press(document, known.key, 20));
    }
    program.do_here("xdotool key --delay 4" + names);
    ASSERT_TRUE(program.shows([&](const Json& now) { return now["editor"]["text"] == document.text(); }))
        << "chunk " << chunk << ":" << names << "\n"
        << program.state()["editor"]["text"].get<std::string>() << "\n---\n"
        << document.text();
    ASSERT_TRUE(program.shows([&](const Json& now) {
      return now["editor"]["caret"]["line"] == document.place_of(document.caret()).line + 1;
    })) << chunk;
  }
  // All of it can be taken back, and then it runs.
  program.key("ctrl+a");
  for (int n = 0; n < 12 && program.state()["editor"]["changed"] == true; ++n) {
    std::string undo;
    for (int times = 0; times < 100; ++times) undo += " ctrl+z";
    program.do_here("xdotool key --delay 3" + undo);
    (void)program.settled();
  }
  EXPECT_TRUE(program.shows([](const Json& now) { return now["editor"]["changed"] == false; }));
  EXPECT_TRUE(program.shows(is_quiet));
  EXPECT_EQ(program.code(), -1);
}

TEST_F(Typing, ThousandsOfLinesByTheClipboard) {
  Program program(desktop(1280, 720), program_path(), launch);
  ASSERT_TRUE(program.is_there()) << program.errors();
  program.key("i");
  ASSERT_TRUE(program.shows([](const Json& now) { return now["editor"].is_object(); }));
  std::string text = program.state()["editor"]["text"];
  for (int n = 0; n < 9; ++n) {  // twice as much each time
    program.do_here("xdotool key --delay 30 ctrl+a ctrl+c ctrl+End ctrl+v");
    text += text;
    ASSERT_TRUE(program.shows([&](const Json& now) { return now["editor"]["text"] == text; })) << n;
  }
  EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 5000);
  program.do_here("xdotool key --delay 20 ctrl+Home x BackSpace ctrl+End x BackSpace");
  EXPECT_TRUE(program.shows([&](const Json& now) { return now["editor"]["text"] == text; }));
  EXPECT_TRUE(program.shows([](const Json& now) { return now["editor"]["notes"].size() > 0; }))
      << "it has each kernel twice";
  for (int n = 0; n < 13; ++n) program.key("ctrl+z");
  EXPECT_TRUE(program.shows([](const Json& now) { return now["editor"]["changed"] == false && is_quiet(now); }));
}

TEST_F(Typing, APowerCutLosesNothing) {
  const std::vector<std::string> environment{"XDG_STATE_HOME=" + folder().string(),
                                             "XDG_CONFIG_HOME=" + folder().string()};
  const std::vector<std::string> options{"--kernel", "tiled", "--backend", "cpu"};
  std::string text;
  {
    Program program(desktop(1280, 720), program_path(), options, environment);
    ASSERT_TRUE(program.is_there()) << program.errors();
    program.key("i");
    program.do_here("xdotool type --delay 5 '// mine: do not lose'");
    program.key("Return");
    ASSERT_TRUE(program.shows([](const Json& now) {
      return now["editor"].is_object() &&
             now["editor"]["text"].get<std::string>().starts_with("// mine: do not lose\n");
    }));
    text = program.state()["editor"]["text"];
    const fs::path drafts = folder() / "tilescope" / "drafts";
    ASSERT_TRUE(until([&] { return fs::exists(drafts) && !fs::is_empty(drafts); }, 6)) << "every few seconds";
    program.kill_at_once();
  }
  Program program(desktop(1280, 720), program_path(), options, environment);
  ASSERT_TRUE(program.is_there()) << program.errors();
  ASSERT_TRUE(program.shows([](const Json& now) {
    return now["banner"].is_string() && now["banner"].get<std::string>().find("not saved") != std::string::npos;
  })) << program.state()["banner"];
  program.key("Return");
  ASSERT_TRUE(
      program.shows([&](const Json& now) { return now["editor"].is_object() && now["editor"]["text"] == text; }));
  EXPECT_TRUE(program.shows(is_quiet)) << program.state()["editor"].dump(2);
  // After saving, the draft is gone, and nothing is offered the next time.
  const fs::path file = folder() / "mine.cu";
  program.key("ctrl+shift+s");
  ASSERT_TRUE(program.shows([](const Json& now) { return now["window"]["files"] == true; }));
  nap(0.3);
  program.key("ctrl+a");
  program.do_here("xdotool type --delay 5 " + quoted(file.string()));
  program.key("Return");
  ASSERT_TRUE(until([&] { return fs::exists(file); }));
  EXPECT_EQ(text_of(file), text);
  EXPECT_TRUE(fs::is_empty(folder() / "tilescope" / "drafts"));
  // What another program writes there is taken over.
  std::ofstream(file) << "// theirs\n" << text;
  EXPECT_TRUE(program.shows([&](const Json& now) { return now["editor"]["text"] == "// theirs\n" + text; }));
}

}  // namespace tilescope
