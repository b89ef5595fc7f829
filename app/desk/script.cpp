#include "app/desk/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iostream>

#include "app/desk/export_launch.h"
#include "app/desk/state.h"
#include "app/export/formats.h"
#include "app/export/output.h"
#include "app/lessons/library.h"
#include "app/names/key_names.h"
#include "instrumentation/error.h"
#include "instrumentation/language/tokens/source.h"

namespace tilescope {

namespace {

template <class Number>
Number number_of(const std::string& word, const std::string& what) {
  Number number{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size())
    throw UsageError(fmt::format("{} must be a number, not '{}'", what, word));
  return number;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false, begun = false;
  for (const char letter : text) {
    if (letter == '"')
      quoted = !quoted, begun = true;
    else if (letter == '#' && !quoted && !begun)
      break;
    else if (letter == ' ' && !quoted) {
      if (begun) words.push_back(std::exchange(word, {}));
      begun = false;
    } else if (letter != '\r')
      word += letter, begun = true;
  }
  if (begun) words.push_back(word);
  return words;
}

using Words = std::vector<std::string>;

void need(const Words& words, std::size_t least, std::string_view usage) {
  if (words.size() <= least) throw UsageError(fmt::format("write {}", usage));
}

// The words after the command, as a single name.
std::string rest_of(const Words& words) { return fmt::format("{}", fmt::join(words.begin() + 1, words.end(), " ")); }

void press(const Script::Stage& stage, const Words& words) {
  const auto key = key_named(words[1]);
  if (!key) throw UsageError(fmt::format("there is no key '{}'", words[1]));
  const int times = words.size() > 2 ? number_of<int>(words[2], "TIMES") : 1;
  if (stage.session.worked_out().cubing.is_busy()) stage.session.wait_for_variables();  // a key may need the cube
  for (int n = 0; n < times; ++n) stage.desk.press(*key);
}

void seek(const Script::Stage& stage, const Words& words) {
  if (words[1] == "begin") return stage.session.apply(Act::to_begin);
  if (words[1] == "end") return stage.session.apply(Act::to_end);
  need(words, 2, "seek step N, phase N, turn N or moment N");
  const auto number = number_of<std::uint64_t>(words[2], "N");
  const Replay& replay = stage.session.shown().replay();
  if (words[1] == "moment") return stage.session.apply(Seek{number});
  if (words[1] == "step") {  // steps count from 1, as in the window; 0 is the moment before the first step
    if (number > replay.order().step_count())
      throw UsageError(fmt::format("there are {} steps", replay.order().step_count()));
    return stage.session.apply(Seek{number == 0 ? 0 : replay.moments().end_of(static_cast<std::uint32_t>(number - 1))});
  }
  if (words[1] == "turn") {
    const auto& turns = replay.order().turns();
    if (number < 1 || number > turns.size())
      throw UsageError(turns.empty() ? "there are no turns in lockstep: press O first"
                                     : fmt::format("there are {} turns, counted from 1", turns.size()));
    return stage.session.apply(Seek{replay.moments().end_of(turns[number - 1].end_step - 1)});
  }
  if (words[1] != "phase") throw UsageError("seek begin, end, step N, phase N, turn N or moment N");
  if (number >= replay.order().phases().size())
    throw UsageError(fmt::format("there are {} phases, counted from 0", replay.order().phases().size()));
  const Phase& phase = replay.order().phases()[number];
  stage.session.apply(Seek{replay.moments().end_of(phase.first_step)});
}

// Finds a finding, counted from 1, a choice on the switchboard, or an option of the open view.
std::optional<Target> explaining_target(const Session& session, const std::string& name) {
  if (name.starts_with("finding ")) {
    const auto number = number_of<std::uint32_t>(name.substr(8), "the finding");
    const Explained* const explained = session.shown().focus.explained.get();
    const std::size_t findings = explained == nullptr ? 0 : explained->hazards.findings.size();
    if (number == 0 || number > findings) throw UsageError(fmt::format("there are {} findings", findings));
    return Target{.kind = Target::Kind::finding, .number = number - 1};
  }
  Target target{.kind = Target::Kind::choice};
  for (const OptionRow& row : session.launching().chips(session.shown()))
    for (const Option& chip : row.options) {
      if (chip.words == name) return target;
      ++target.number;
    }
  target = {.kind = Target::Kind::option};
  for (const OptionRow& row : session.explaining().options(session.explainable()))
    for (const Option& option : row.options) {
      if (option.words == name) return target;
      ++target.number;
    }
  return std::nullopt;
}

Target named(const Script::Stage& stage, const Words& words) {
  const std::string name = rest_of(words);
  if (const auto target = explaining_target(stage.session, name)) return *target;
  const auto target = target_named(stage.session.shown().replay(), name);
  if (!target) throw UsageError(fmt::format("there is no '{}' here", name));
  return *target;
}

void use_gpu(const Script::Stage& stage, const Words& words) {
  const std::string name = rest_of(words);
  const Explained* const explained = stage.session.shown().focus.explained.get();
  if (name == "this") {
    if (explained == nullptr || !explained->device.gpu) throw UsageError("this machine has no usable GPU");
    return stage.session.apply(UseGpu{explained->device.gpu->name});
  }
  stage.session.apply(UseGpu{find_gpu(name).name});
}

void use_tile(const Script::Stage& stage, const Words& words) {
  const auto tile = number_of<int>(words[1], "T");
  const std::vector<int> all = tiles_to_choose(stage.session.shown().replay().trace().launch().tile);
  if (std::find(all.begin(), all.end(), tile) == all.end())
    throw UsageError(fmt::format("T = {}: give 4 to 32, 64, 128, or the launch's own T", tile));
  stage.session.apply(UseTile{tile});
}

// Sizes that do not fit the cache throw an error here, but show a banner in the window.
void use_loops(const Script::Stage& stage, const LoopSizes& sizes, const CacheShape& shape) {
  shape.require_valid();
  stage.session.apply(UseLoops{sizes, shape});
}

void use_cache(const Script::Stage& stage, const Words& words) {
  use_loops(stage, stage.session.explaining().choices.loops.sizes,
            {number_of<std::uint32_t>(words[1], "BYTES"), number_of<std::uint32_t>(words[2], "LINE"),
             number_of<std::uint32_t>(words[3], "WAYS")});
}

void use_sizes(const Script::Stage& stage, const Words& words) {
  const auto side = number_of<std::int32_t>(words[1], "SIDE"), block = number_of<std::int32_t>(words[2], "B");
  if (side < 1 || side > 64 || block < 1) throw UsageError("give a SIDE from 1 to 64 and a positive B");
  use_loops(stage, {side, side, side, block}, stage.session.explaining().choices.loops.shape);
}

void place_loops(const Script::Stage& stage, const Words& words) {
  if (words[1] == "playback") return stage.session.apply(PlaceLoops{});
  const auto part = number_of<double>(words[1], "PART");
  if (!(part >= 0 && part <= 1)) throw UsageError("PART must be from 0 to 1");
  stage.session.apply(PlaceLoops{part});
}

// Runs forward, or back after the word `back`. An invalid condition is an error here; the window shows it in its form.
void run_to(const Script::Stage& stage, const Words& words) {
  const bool forward = words[1] != "back";
  if (!forward) need(words, 2, "until back CONDITION");
  stage.session.apply(
      RunTo{fmt::format("{}", fmt::join(words.begin() + (forward ? 1 : 2), words.end(), " ")), forward});
  stage.session.wait_for_variables();
  if (const std::string& problem = stage.session.worked_out().variables.now().condition_problem; !problem.empty())
    throw UsageError(problem);
}

// The name of one of the selected thread's variables.
std::string variable_named(const Script::Stage& stage, const Words& words) {
  stage.session.wait_for_variables();
  const VariablesNow& now = stage.session.worked_out().variables.now();
  const std::string name = rest_of(words);
  if (!now.are_there()) throw UsageError("open the variables view first: key V");
  for (const machine::LocalName& known : now.names())
    if (known.name == name) return name;
  throw UsageError(fmt::format("no thread has a variable '{}'", name));
}

void set(const Script::Stage& stage, const Words& words) {
  stage.resize({number_of<int>(words[1], "WIDTH"), number_of<int>(words[2], "HEIGHT")});
}

void mouse(const Script::Stage& stage, const Words& words) {
  if (words[1] == "down" || words[1] == "up")
    stage.gui.hold_mouse(words[1] == "down");
  else if (words[1] == "wheel") {
    need(words, 2, "mouse wheel N");
    stage.gui.turn_wheel(number_of<float>(words[2], "N"));
  } else {
    need(words, 2, "mouse X Y");
    stage.gui.move_mouse({number_of<float>(words[1], "X"), number_of<float>(words[2], "Y")});
  }
  stage.desk.frame(0);
}

// Types the text letter by letter; \n is Enter.
void type(const Script::Stage& stage, const Words& words) {
  const std::string text = rest_of(words);
  for (std::size_t n = 0; n < text.size();) {
    KeyPress key;
    if (text.compare(n, 2, "\\n") == 0) {
      key.key = Key::enter;
      n += 2;
    } else {
      const unsigned bytes = std::max(1U, language::utf8_bytes(text, n));
      key.character = static_cast<unsigned char>(text[n]) & (bytes == 1 ? 0x7fU : 0xffU >> (bytes + 1));
      for (unsigned more = 1; more < bytes; ++more)
        key.character = key.character << 6 | (static_cast<unsigned char>(text[n + more]) & 0x3fU);
      n += bytes;
    }
    stage.desk.press(key);
  }
}

// Waits until the typed code has run.
void run_typed(const Script::Stage& stage, const Words&) {
  stage.session.wait_for_recording();
  stage.session.wait_for_task();
}

// Lets time pass at sixty frames per second, as in a window.
void play(const Script::Stage& stage, const Words& words) {
  const auto seconds = number_of<double>(words[1], "SECONDS");
  for (double done = 0; done < seconds; done += 1.0 / 60) stage.desk.frame(1.0 / 60);
}

void tell(const Script::Stage& stage, const Words& words) {
  stage.session.wait_for_variables();
  stage.desk.frame(0);
  write_output(words.size() > 1 ? words[1] : "-", state_of(stage.session, stage.desk.screen()).dump(2) + "\n");
}

void launch(const Script::Stage& stage, const Words& words) {
  stage.session.apply(stage.launch({words.begin() + 1, words.end()}));
  stage.session.wait_for_recording();
}

// Opens a lesson by its name, number or file.
void lesson(const Script::Stage& stage, const Words& words) {
  stage.session.apply(OpenLesson{lessons::find_lesson(lessons::lessons_folder(), words[1])});
  stage.session.wait_for_lesson();
}

// Goes to a step of it, if it is not the first one.
void go_to_step(const Script::Stage& stage, const Words& words) {
  if (words.size() <= 2 || !stage.session.course().is_open()) return;
  const auto step = number_of<std::size_t>(words[2], "STEP");
  const std::size_t steps = stage.session.course().lesson().steps.size();
  if (step < 1 || step > steps) throw UsageError(fmt::format("this lesson has steps 1 to {}", steps));
  stage.session.apply(GoToStep{step - 1});
}

// Opens a task by its name, number or file.
void task(const Script::Stage& stage, const Words& words) {
  stage.session.apply(OpenTask{tasks::find_task(tasks::tasks_folder(), words[1])});
  stage.session.wait_for_task();
}

void show(const Script::Stage& stage, const Words& words) {
  stage.session.wait_for_variables();
  stage.desk.frame(0);
  const Format* const format = format_of(words[1]);
  if (format == nullptr || format->shapes == nullptr) return stage.picture(words[1]);
  write_output(words[1], format->shapes(stage.desk.screen().picture, *find_theme(stage.session.settings().theme)));
}

void write_launch(const Script::Stage& stage, const Words& words) {
  if (!stage.session.shown().has_trace()) throw UsageError("there is no launch yet");
  export_launch(stage.session.shown().replay().trace(), words[1]);
}

// A command: its name, the minimum number of words after it, its usage, its action, and what follows once everything
// that the action waits for is there.
struct ScriptCommand {
  std::string_view name;
  std::size_t least;
  std::string_view usage;
  void (*run)(const Script::Stage& stage, const Words& words);
  void (*then)(const Script::Stage& stage, const Words& words) = nullptr;
};

using On = const Script::Stage&;
using Said = const Words&;
constexpr std::array commands{
    ScriptCommand{"answer", 1, "answer TEXT", [](On s, Said w) { s.session.apply(Answer{rest_of(w)}); }},
    ScriptCommand{"cache", 3, "cache BYTES LINE WAYS", use_cache},
    ScriptCommand{"click", 1, "click NAME",
                  [](On s, Said w) {
                    s.session.apply(Select{named(s, w), false});
                    s.session.wait_for_recording();  // a choice starts a recording
                  }},
    ScriptCommand{"export", 1, "export FILE", write_launch},
    ScriptCommand{"frame", 0, "frame", [](On s, Said) { s.desk.frame(0); }},
    ScriptCommand{"gpu", 1, "gpu NAME", use_gpu},
    ScriptCommand{"hover", 1, "hover NAME", [](On s, Said w) { s.session.apply(Hover{named(s, w)}); }},
    ScriptCommand{"key", 1, "key NAME [TIMES]", press},
    ScriptCommand{"launch", 0, "launch [OPTIONS]", launch},
    ScriptCommand{"lesson", 1, "lesson NAME [STEP]", lesson, go_to_step},
    ScriptCommand{"loops", 2, "loops SIDE B", use_sizes},
    ScriptCommand{"mouse", 1, "mouse X Y | down | up | wheel N", mouse},
    ScriptCommand{"notes", 1, "notes FILE.png", [](On s, Said w) { s.notes(w[1]); }},
    ScriptCommand{"open", 1, "open FILE",
                  [](On s, Said w) {
                    s.session.apply(Open{w[1]});
                    s.session.wait_for_recording();
                    s.session.wait_for_lesson();
                    s.session.wait_for_task();
                  }},
    ScriptCommand{"pair", 1, "pair NAME",
                  [](On s, Said w) {
                    s.session.apply(Select{named(s, w), true});
                  }},
    ScriptCommand{"picture", 1, "picture FILE", show},
    ScriptCommand{"pin", 1, "pin VARIABLE", [](On s, Said w) { s.session.apply(PinVariable{variable_named(s, w)}); }},
    ScriptCommand{"place", 1, "place PART | playback", place_loops},
    ScriptCommand{"seek", 1, "seek begin | end | step N | phase N | moment N", seek},
    ScriptCommand{"size", 2, "size WIDTH HEIGHT", set},
    ScriptCommand{"state", 0, "state [FILE]", tell},
    ScriptCommand{"task", 1, "task NAME", task},
    ScriptCommand{"theme", 1, "theme NAME", [](On s, Said w) { s.session.apply(UseTheme{w[1]}); }},
    ScriptCommand{"tile", 1, "tile T", use_tile},
    ScriptCommand{"type", 1, "type TEXT", type},
    ScriptCommand{"typed", 0, "typed", run_typed},
    ScriptCommand{"until", 1, "until [back] CONDITION", run_to},
    ScriptCommand{"variable", 1, "variable NAME",
                  [](On s, Said w) { s.session.apply(UseVariable{variable_named(s, w)}); }},
    ScriptCommand{"wait", 1, "wait SECONDS", play},
};

}  // namespace

std::vector<ScriptLine> read_script(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw UsageError(fmt::format("--script {}: the file cannot be read", path));
  return read_script(file);
}

std::vector<ScriptLine> read_script(std::istream& from) {
  std::vector<ScriptLine> lines;
  std::string text;
  for (int number = 1; std::getline(from, text); ++number)
    if (ScriptLine line{number, words_of(text)}; !line.words.empty()) lines.push_back(std::move(line));
  return lines;
}

std::optional<Target> target_named(const Replay& replay, const std::string& name) {
  const Trace& trace = replay.trace();
  Target target;
  if (name.starts_with("line ")) {
    target.kind = Target::Kind::line;
    target.number = number_of<std::uint32_t>(name.substr(5), "the line");
    return target;
  }
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
    if (is_thread_name(trace.launch(), thread, name)) {
      target.kind = Target::Kind::thread;
      target.number = thread;
      return target;
    }
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    if (is_block_name(trace.launch(), block, name)) {
      target.kind = Target::Kind::block;
      target.number = static_cast<std::uint32_t>(block);
      return target;
    }
  for (std::uint8_t array = 0; array < trace.arrays().size(); ++array) {
    const ArrayInfo& info = trace.arrays()[array];
    if (info.space == Space::local || !name.starts_with(info.name + "[")) continue;
    for (std::uint32_t element = 0; element < info.elements(); ++element)
      if (element_name(info, element) == name) {
        target.kind = Target::Kind::element;
        target.array = array;
        target.number = element;
        return target;
      }
  }
  return std::nullopt;
}

bool Script::next(const Stage& stage) {
  if (then_ == nullptr && at_ >= lines_.size()) return false;
  const ScriptLine& line = lines_[then_ == nullptr ? at_++ : at_ - 1];
  try {
    if (then_ != nullptr)
      std::exchange(then_, nullptr)(stage, line.words);
    else
      run(stage, line);
  } catch (const Error& error) {
    throw UsageError(fmt::format("{}:{}: {}: {}", path_, line.number, line.words[0], error.what()));
  }
  return true;
}

void Script::run(const Stage& stage, const ScriptLine& line) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const ScriptCommand& command) { return command.name == line.words[0]; });
  if (found == commands.end()) {
    std::vector<std::string_view> names;
    for (const ScriptCommand& command : commands) names.push_back(command.name);
    throw UsageError(fmt::format("unknown command; the commands are {}", fmt::join(names, ", ")));
  }
  need(line.words, found->least, found->usage);
  found->run(stage, line.words);
  then_ = found->then;
}

}  // namespace tilescope
