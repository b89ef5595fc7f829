#include "app/tasks/task_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <span>

#include "app/lessons/figures.h"
#include "app/lessons/keys.h"
#include "app/lessons/launch_keys.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/library.h"
#include "app/tasks/comparison.h"
#include "instrumentation/assets.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/request/request_fields.h"

namespace tilescope::tasks {

namespace {

using lessons::Keys;
using lessons::line_of;

constexpr std::array<std::string_view, 16> task_keys{"title",    "number", "level",       "summary", "text", "kernel",
                                                     "keep",     "lines",  "launch",      "goal",    "race", "hints",
                                                     "solution", "lesson", "lesson_step", "next"};
constexpr std::array<std::string_view, 2> goal_keys{"that", "says"};

// The keys of a lesson's situation, without the kernel, which the task provides itself.
std::span<const std::string_view> keys_of_launch() {
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> keys{"hidden"};
    for (const RequestField& field : request_fields())
      if (field.key != "kernel") keys.push_back(field.key);
    return keys;
  }();
  return all;
}

template <class Take>
void each_table(const toml::table& table, Keys& keys, std::string_view key, const Take& take) {
  const toml::node* const node = table.get(key);
  if (node == nullptr) return;
  const toml::array* const list = node->as_array();
  if (list == nullptr || !list->is_array_of_tables())
    return keys.wrong(key, fmt::format("must be a list of tables: write [[{}]] before each one", key));
  for (const toml::node& each : *list) take(*each.as_table());
}

TaskLaunch read_launch(const toml::table& table, bool is_first, std::vector<Mistake>& mistakes) {
  Keys keys(table, "launch.", mistakes);
  keys.allow(keys_of_launch());
  TaskLaunch launch;
  launch.line = line_of(table);
  if (const toml::node* const hidden = table.get("hidden")) {
    if (const auto* const value = hidden->as_boolean())
      launch.is_hidden = value->get();
    else
      keys.wrong("hidden", "must be true or false");
  }
  if (is_first && launch.is_hidden) keys.wrong("hidden", "the first launch cannot be hidden: students see it");
  lessons::read_launch_keys(table, keys, launch.request);
  return launch;
}

Goal read_goal(const toml::table& table, std::vector<Mistake>& mistakes) {
  Keys keys(table, "goal.", mistakes);
  keys.allow(goal_keys);
  keys.require("that", "a goal compares two figures, as in \"global_loads <= 64\"");
  keys.require("says", "say the goal in words");
  Goal goal{keys.text("that"), keys.text("says")};
  if (!goal.that.empty()) try {
      const Comparison comparison = read_comparison(goal.that.text);
      lessons::check_figure(comparison.left);
      lessons::check_figure(comparison.right);
    } catch (const UsageError& error) {
      keys.wrong("that", error.what());
    }
  return goal;
}

}  // namespace

ReadTask read_task(const std::string& text, const std::string& file) {
  ReadTask read;
  Task& task = read.task;
  task.file = file;
  task.name = lessons::lesson_name(file);
  try {
    const toml::table table = toml::parse(text, file);
    Keys keys(table, "", read.mistakes);
    keys.allow(task_keys);
    keys.require("title", "a task needs a title");
    keys.require("number", "tasks are listed by their numbers");
    keys.require("text", "say what the student has to do");
    keys.require("kernel", "give the starting code");
    keys.require("solution", "give code that reaches every goal, as proof that the goals can be reached");
    task.title = keys.text("title");
    task.number = static_cast<int>(std::clamp<std::int64_t>(keys.number("number").value_or(0), 0, 9999));
    task.number_line = keys.line("number");
    task.level = static_cast<int>(keys.number("level").value_or(1));
    if (task.level < 1 || task.level > 3) keys.wrong("level", "must be 1 (easy), 2 or 3 (hard)");
    task.summary = keys.text("summary");
    task.text = keys.text("text");
    task.kernel = keys.text("kernel");
    task.solution = keys.text("solution");
    task.keep = keys.texts("keep");
    task.lines = keys.texts("lines");
    task.hints = keys.texts("hints");
    task.race = keys.text("race");
    task.lesson = keys.text("lesson");
    task.lesson_step = keys.text("lesson_step");
    task.next = keys.texts("next");
    each_table(table, keys, "launch", [&](const toml::table& each) {
      task.launches.push_back(read_launch(each, task.launches.empty(), read.mistakes));
    });
    if (task.launches.empty()) task.launches.push_back({});  // the launch of the source's header
    each_table(table, keys, "goal",
               [&](const toml::table& each) { task.goals.push_back(read_goal(each, read.mistakes)); });
  } catch (const toml::parse_error& error) {
    read.mistakes.push_back({static_cast<std::uint32_t>(error.source().begin.line), "", lessons::words_of(error)});
  }
  std::stable_sort(read.mistakes.begin(), read.mistakes.end(),
                   [](const Mistake& a, const Mistake& b) { return a.line < b.line; });
  return read;
}

bool is_task(const std::string& file) try {
  const toml::table table = toml::parse_file(file);
  if (table.contains("step") || table.contains("situation")) return false;
  constexpr std::array<std::string_view, 4> of_tasks{"kernel", "solution", "launch", "goal"};
  return std::any_of(of_tasks.begin(), of_tasks.end(), [&](std::string_view key) { return table.contains(key); });
} catch (const toml::parse_error&) {  // its mistakes are reported as those of a lesson
  return false;
}

ReadTask load_task(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file))
    throw UsageError(fmt::format("{}: this task cannot be read; `tilescope task` lists all tasks", file));
  return read_task({std::istreambuf_iterator<char>(in), {}}, file);
}

std::filesystem::path tasks_folder() { return find_asset_folder("tasks"); }

std::vector<ReadTask> all_tasks(const std::filesystem::path& folder) {
  std::vector<ReadTask> all;
  for (const std::string& file : lessons::files_of(folder)) all.push_back(load_task(file));
  std::stable_sort(all.begin(), all.end(),
                   [](const ReadTask& a, const ReadTask& b) { return a.task.number < b.task.number; });
  return all;
}

std::vector<std::string> tasks_of_lesson(const std::filesystem::path& folder, const std::string& lesson) {
  std::vector<ReadTask> all = all_tasks(folder);
  std::erase_if(all, [&](const ReadTask& each) { return each.task.lesson.text != lesson; });
  std::stable_sort(all.begin(), all.end(),
                   [](const ReadTask& a, const ReadTask& b) { return a.task.level < b.task.level; });
  std::vector<std::string> files;
  for (const ReadTask& each : all) files.push_back(each.task.file);
  return files;
}

std::string find_task(const std::filesystem::path& folder, const std::string& what) {
  if (what.ends_with(".toml") || what.find('/') != std::string::npos) return what;
  const std::vector<ReadTask> all = all_tasks(folder);
  std::vector<std::string_view> names;
  for (const ReadTask& each : all) {
    if (each.task.name == what || std::to_string(each.task.number) == what) return each.task.file;
    names.push_back(each.task.name);
  }
  if (names.empty()) throw UsageError(fmt::format("there are no tasks in {}: build TileScope again", folder.string()));
  if (what.find_first_not_of("0123456789") == std::string::npos)
    throw UsageError(fmt::format("there is no task {}: the last one is {}", what, all.back().task.number));
  throw UsageError(fmt::format("there is no task '{}': did you mean '{}'?", what, nearest(what, names)));
}

}  // namespace tilescope::tasks
