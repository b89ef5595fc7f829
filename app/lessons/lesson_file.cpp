#include "app/lessons/lesson_file.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/explain/views.h"
#include "app/lessons/keys.h"
#include "app/lessons/launch_keys.h"
#include "app/lessons/question_keys.h"
#include "instrumentation/analysis/gpus.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/header/catalogue.h"

namespace tilescope::lessons {

namespace {

constexpr std::array<std::string_view, 7> lesson_keys{"title", "number", "was", "summary", "next", "situation", "step"};
constexpr std::array<std::string_view, 16> step_keys{"name", "title", "text",  "notes",   "situation", "from",
                                                     "to",   "at",    "grain", "block",   "thread",    "partner",
                                                     "only", "lit",   "edit",  "question"};
constexpr std::array<std::string_view, 2> lights{"block", "warp"};
constexpr std::array<std::string_view, 2> orders{"lockstep", "ran"};
constexpr std::array<std::string_view, 3> grains{"event", "step", "phase"};

// The keys of a launch, and the other keys of a lesson's situation.
std::span<const std::string_view> situation_keys() {
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> keys = launch_key_names();
    keys.insert(keys.end(), {"beside", "order", "view", "gpu", "variable"});
    return keys;
  }();
  return all;
}

Situation read_situation(const toml::table& table, const std::string& path, Situation situation,
                         std::vector<Mistake>& mistakes) {
  Keys keys(table, path + ".", mistakes);
  keys.allow(situation_keys());
  situation.key = path;
  situation.line = line_of(table);
  read_launch_keys(table, keys, situation.request);
  if (keys.has("beside")) situation.beside = keys.text("beside").text;
  const auto find_beside = [&] {
    if (situation.beside != "none") require_kernel(situation.beside);
  };
  read_key(keys, "beside", find_beside, "; \"none\" compares with nothing");
  if (const auto order = keys.one_of("order", orders)) situation.as_ran = *order == 1;
  std::vector<std::string_view> views{"none"};
  for (const ExplainView& view : explain_views()) views.push_back(view.name);
  if (const auto view = keys.one_of("view", views))
    situation.view = *view == 0 ? Explanation{} : Explanation{views[*view]};
  read_key(keys, "gpu", [&] { situation.gpu = find_gpu(keys.text("gpu").text).name; });
  if (keys.has("variable")) situation.variable = keys.text("variable").text;
  return situation;
}

Step read_step(const toml::table& table, const Situation& situation, std::vector<Mistake>& mistakes) {
  Keys keys(table, "step.", mistakes);
  keys.allow(step_keys);
  keys.require("title", "a step needs a heading");
  keys.require("text", "a step needs something to read");
  Step step;
  step.line = line_of(table);
  step.name = keys.text("name").text;
  step.title = keys.text("title");
  step.text = keys.text("text");
  step.notes = keys.text("notes");
  if (keys.has("at") && (keys.has("from") || keys.has("to")))
    keys.wrong("at", "conflicts with from or to: a step either stays at a moment or plays from one to another");
  step.from = keys.text(keys.has("at") ? "at" : "from");
  step.to = keys.text(keys.has("at") ? "at" : "to");
  if (const auto grain = keys.one_of("grain", grains)) step.grain = static_cast<Grain>(*grain);
  step.block = keys.text("block");
  step.thread = keys.text("thread");
  step.partner = keys.text("partner");
  step.only_warp = keys.one_of("only", lights) == 1;
  step.lit = keys.texts("lit");
  step.edit = keys.text("edit");
  if (const auto* const own = keys.table("situation"))
    step.situation = read_situation(*own, "step.situation", situation, mistakes);
  if (const auto* const question = keys.table("question")) step.question = read_question(*question, mistakes);
  return step;
}

void read_steps(const toml::table& table, Lesson& lesson, std::vector<Mistake>& mistakes) {
  Keys keys(table, "", mistakes);
  const toml::node* const node = table.get("step");
  if (node == nullptr) return keys.wrong("step", "is missing: a lesson needs at least one [[step]]");
  const toml::array* const list = node->as_array();
  if (list == nullptr || !list->is_array_of_tables())
    return keys.wrong("step", "must be a list of tables: write [[step]] before each one");
  for (const toml::node& each : *list) lesson.steps.push_back(read_step(*each.as_table(), lesson.situation, mistakes));
}

// Checks references between steps.
void check_names(const Lesson& lesson, std::vector<Mistake>& mistakes) {
  std::vector<std::string_view> names;
  for (const Step& step : lesson.steps) {
    if (step.name.empty()) continue;
    if (std::find(names.begin(), names.end(), step.name) != names.end())
      mistakes.push_back({step.line, "step.name", fmt::format("another step already has the name '{}'", step.name)});
    names.push_back(step.name);
  }
  for (const Step& step : lesson.steps) {
    if (!step.question || step.question->why.empty()) continue;
    const Written& why = step.question->why;
    if (std::find(names.begin(), names.end(), why.text) != names.end()) continue;
    mistakes.push_back(
        {why.line, why.key,
         names.empty() ? "no step has a name: give a name to the step that shows why"
                       : fmt::format("there is no step '{}': did you mean '{}'?", why.text, nearest(why.text, names))});
  }
}

}  // namespace

std::string lesson_name(const std::string& file) {
  std::string stem = std::filesystem::path(file).stem().string();
  const std::size_t letter = stem.find_first_not_of("0123456789-_");
  return letter == std::string::npos ? stem : stem.substr(letter);
}

ReadLesson read_lesson(const std::string& text, const std::string& file) {
  ReadLesson read;
  Lesson& lesson = read.lesson;
  lesson.file = file;
  lesson.name = lesson_name(file);
  try {
    const toml::table table = toml::parse(text, file);
    Keys keys(table, "", read.mistakes);
    keys.allow(lesson_keys);
    keys.require("title", "a lesson needs a title");
    keys.require("number", "lessons are listed by their numbers");
    lesson.title = keys.text("title");
    lesson.summary = keys.text("summary");
    lesson.number = static_cast<int>(std::clamp<std::int64_t>(keys.number("number").value_or(0), 0, 9999));
    lesson.was = static_cast<int>(std::clamp<std::int64_t>(keys.number("was").value_or(0), 0, 9999));
    lesson.next = keys.texts("next");
    if (const auto* const situation = keys.table("situation"))
      lesson.situation = read_situation(*situation, "situation", {}, read.mistakes);
    read_steps(table, lesson, read.mistakes);
    check_names(lesson, read.mistakes);
  } catch (const toml::parse_error& error) {
    read.mistakes.push_back({static_cast<std::uint32_t>(error.source().begin.line), "", words_of(error)});
  }
  std::stable_sort(read.mistakes.begin(), read.mistakes.end(),
                   [](const Mistake& a, const Mistake& b) { return a.line < b.line; });
  return read;
}

ReadLesson load_lesson(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    throw UsageError(fmt::format("{}: this lesson cannot be read; `tilescope lessons` lists all lessons", file));
  return read_lesson({std::istreambuf_iterator<char>(in), {}}, file);
}

}  // namespace tilescope::lessons
