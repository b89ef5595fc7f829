#include "app/cli/place_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "app/cli/commands.h"
#include "app/desk/script.h"
#include "app/explain/views.h"
#include "app/lessons/library.h"
#include "app/stage/theme.h"
#include "instrumentation/error.h"
#include "instrumentation/listed.h"

namespace tilescope::cli {

namespace {

void select(Session& session, const std::string& name, Target::Kind kind) {
  if (name.empty()) return;
  const auto target = target_named(session.shown().replay(), name);
  const Launch& launch = session.shown().replay().trace().launch();
  if (!target || target->kind != kind)
    throw UsageError(fmt::format("there is no {} '{}' in this launch; write {} for a block, {} for a thread",
                                 kind == Target::Kind::block ? "block" : "thread", name,
                                 launch.grid.y == 1 ? "X" : "(Y,X)", launch.block.y == 1 ? "tX" : "tY,X"));
  session.apply(Select{*target, false});
  session.apply(Act::deselect);
}

}  // namespace

void add_explanation(Subcommand& command, std::string& view) {
  std::vector<std::string> views = explanation_names();
  views.insert(views.begin(), "none");
  command.option("--view", view, "open this view: " + listed(explanation_names())).one_of(views);
}

void add_theme(Subcommand& command, std::string& theme) {
  std::vector<std::string> names;
  for (const Theme& each : themes()) names.emplace_back(each.name);
  command.option("--theme", theme, listed(names)).such_as(names);
}

std::string theme_named(const std::string& name) {
  if (find_theme(name) != nullptr) return name;
  std::vector<std::string_view> names;
  for (const Theme& each : themes()) names.push_back(each.name);
  throw UsageError(fmt::format("--theme {}: give one of {}", name, fmt::join(names, ", ")));
}

void PlaceOptions::add_to(Subcommand& command) {
  // By default the replay stays at its initial moment.
  command
      .option("--at", at,
              "begin, end, step:N (counted from 1), phase:N (counted from 0), turn:N (counted from 1; in the order "
              "threads ran), moment:N "
              "(default begin)")
      .such_as({"begin", "end", "step:", "phase:", "turn:", "moment:"});
  command
      .option("--order", order,
              "lockstep, or ran (the order in which threads took turns); steps and moments are counted in that order")
      .one_of({"lockstep", "ran"});
  command.option("--by", grain, "event, step or phase: the step size, and what is highlighted (default step)")
      .one_of({"event", "step", "phase"});
  command.option("--focus", block, "the block in focus, as in (0,1)");
  command.option("--thread", thread, "the selected thread, as in t01");
}

void PlaceOptions::apply_to(Session& session) const {
  if (const bool as_ran = order == "ran"; !order.empty() && as_ran != session.shown().replay().is_as_ran()) {
    session.apply(Act::switch_order);
    session.wait_for_recording();
    if (as_ran != session.shown().replay().is_as_ran())
      throw UsageError(session.banner() ? session.banner()->text : "--order ran: this launch has no recorded order");
  }
  if (!grain.empty()) session.apply(grain == "event" ? Act::by_event : grain == "phase" ? Act::by_phase : Act::by_step);
  select(session, block, Target::Kind::block);
  select(session, thread, Target::Kind::thread);
  if (at) go_to(session, *at);
}

void start(Session& session, const Command& opening) {
  session.apply(opening);
  session.wait_for_recording();
  if (!session.shown().has_trace()) {
    const std::string& problem = session.editing().problem;  // why edited code cannot run
    throw UsageError(session.banner() ? session.banner()->text : problem.empty() ? "nothing was recorded" : problem);
  }
  if (!session.launching().not_reopened.empty()) throw UsageError(session.launching().not_reopened);
}

namespace {

void require_no_launch(const LaunchOptions& launch, std::string_view what, const std::string& name) {
  if (launch.any_given() && launch.backend == LaunchOptions{}.backend)
    throw UsageError(
        fmt::format("--{0} {1}: a {0} already says what to launch; leave out the launch options", what, name));
}

}  // namespace

void begin_task(Session& session, const LaunchOptions& launch, const std::string& task) {
  require_no_launch(launch, "task", task);
  session.apply(OpenTask{tasks::find_task(tasks::tasks_folder(), task)});
}

void require_task(const Session& session) {
  if (!session.tasking().is_open())
    throw UsageError(session.banner() ? session.banner()->text : "this task could not be opened");
}

void open_task(Session& session, const LaunchOptions& launch, const std::string& task) {
  begin_task(session, launch, task);
  session.wait_for_task();
  require_task(session);
}

void begin_lesson(Session& session, const LaunchOptions& launch, const std::string& lesson) {
  require_no_launch(launch, "lesson", lesson);
  session.apply(OpenLesson{lessons::find_lesson(lessons::lessons_folder(), lesson)});
}

void require_lesson(const Session& session) {
  if (!session.course().is_open())
    throw UsageError(session.banner() ? session.banner()->text : "this lesson could not be opened");
}

void open_lesson(Session& session, const LaunchOptions& launch, const std::string& lesson) {
  begin_lesson(session, launch, lesson);
  session.wait_for_lesson();
  require_lesson(session);
}

void go_to(Session& session, const std::string& at) {
  if (at == "begin") return session.apply(Act::to_begin);
  if (at == "end") return session.apply(Act::to_end);
  const Replay& replay = session.shown().replay();
  const std::size_t colon = at.find(':');
  const std::string what = at.substr(0, colon);
  std::uint64_t number = 0;
  const char* const last = at.data() + at.size();
  const bool is_number = colon != std::string::npos &&
                         std::from_chars(at.data() + colon + 1, last, number).ptr == last && colon + 1 < at.size();
  if (is_number && what == "step" && number <= replay.order().step_count())
    return session.apply(Seek{number == 0 ? 0 : replay.moments().end_of(static_cast<std::uint32_t>(number - 1))});
  if (is_number && what == "phase" && number < replay.order().phases().size())
    return session.apply(Seek{replay.moments().end_of(replay.order().phases()[number].first_step)});
  const auto& turns = replay.order().turns();
  if (is_number && what == "turn" && number >= 1 && number <= turns.size())
    return session.apply(Seek{replay.moments().end_of(turns[number - 1].end_step - 1)});
  if (is_number && what == "moment" && number <= replay.moments().count()) return session.apply(Seek{number});
  const std::size_t phases = replay.order().phases().size();
  const std::string others = !turns.empty() ? fmt::format("turn:N up to {}, ", turns.size())
                             : phases != 0  ? fmt::format("phase:N up to {}, ", phases - 1)
                                            : "";
  throw UsageError(fmt::format("--at {}: give begin, end, step:N up to {}, {}moment:N up to {}", at,
                               replay.order().step_count(), others, replay.moments().count()));
}

}  // namespace tilescope::cli
