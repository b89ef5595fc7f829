#include "app/class/marking.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <exception>
#include <thread>

#include "app/tasks/prepare_task.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/subprocess.h"
#include "instrumentation/threads.h"

namespace tilescope::tasks {

namespace {

// --- An attempt as one line: its problem, and for each goal where and why it is missed. ------------------------------

constexpr char between_goals = '\x1e', between_fields = '\x1f', open_mark = '?';

std::string plain(const std::string& text) {
  std::string kept;
  for (const char letter : text)
    if (letter == '\n' || letter == '\r' || letter == '\t')
      kept += ' ';
    else if (static_cast<unsigned char>(letter) >= ' ')
      kept += letter;
  return kept;
}

std::string line_of(const Attempt& attempt) {
  std::string line = plain(attempt.problem) + between_fields + plain(attempt.note);
  for (const Reached& goal : attempt.goals) {
    line += between_goals;
    if (goal.missed)
      line += fmt::format("{1}{0}{2}{0}{3:d}{0}{4}", between_fields, goal.missed->launch, goal.missed->line.value_or(0),
                          goal.missed->is_of_text, plain(goal.missed->why));
    else if (!goal.is_known())
      line += open_mark + plain(goal.open);
  }
  return line;
}

std::vector<std::string> parts_of(const std::string& text, char between) {
  std::vector<std::string> parts(1);
  for (const char letter : text)
    if (letter == between)
      parts.emplace_back();
    else
      parts.back() += letter;
  return parts;
}

std::uint32_t number_in(const std::string& text) {
  std::uint32_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Empty if the process was stopped before its line was complete.
std::optional<Attempt> attempt_in(const std::string& line, const Task& task) {
  const std::vector<std::string> parts = parts_of(line, between_goals);
  const std::vector<std::string> goals = goals_of(task);
  if (parts.size() != goals.size() + 1 || parts.front().find(between_fields) == std::string::npos) return std::nullopt;
  Attempt attempt;
  const std::vector<std::string> said = parts_of(parts.front(), between_fields);
  attempt.problem = said.front();
  attempt.note = said.back();
  for (std::size_t n = 0; n < goals.size(); ++n) {
    Reached reached{goals[n], {}};
    if (parts[n + 1].starts_with(open_mark)) reached.open = parts[n + 1].substr(1);
    if (const std::vector<std::string> fields = parts_of(parts[n + 1], between_fields); fields.size() == 4) {
      Missed missed{.launch = number_in(fields[0]), .why = fields[3], .is_of_text = fields[2] == "1"};
      if (const std::uint32_t at = number_in(fields[1]); at != 0) missed.line = at;
      reached.missed = std::move(missed);
    }
    attempt.goals.push_back(std::move(reached));
  }
  return attempt;
}

Attempt failed(const Task& task, std::string why) {
  Attempt attempt;
  attempt.problem = std::move(why);
  for (const std::string& says : goals_of(task)) attempt.goals.push_back({says, {}, attempt.problem});
  return attempt;
}

// --- One answer
// -------------------------------------------------------------------------------------------------------

Attempt judge_apart(const PreparedTask& task, const std::string& file, const MarkLimits& limits,
                    const std::filesystem::path& program) {
  using Clock = std::chrono::steady_clock;
  // On a busy machine the wall time exceeds the processor time, which is what is limited.
  constexpr double by_clock = 20;
  const auto until = Clock::now() + std::chrono::duration<double>(by_clock * limits.seconds);
  Subprocess process({program.string(), judging_command, task.task.file, file, std::to_string(limits.memory_mib),
                      std::to_string(static_cast<std::uint64_t>(std::ceil(limits.seconds)))});
  const bool went_well = process.finish([&] { return Clock::now() < until; });
  if (went_well)
    if (auto attempt = attempt_in(process.answer(), task.task)) return *std::move(attempt);
  if (Clock::now() >= until)
    return failed(task.task, fmt::format("it ran longer than {:g} seconds and was stopped", by_clock * limits.seconds));
  const std::string complaint = process.complaint();
  return failed(task.task, complaint.empty() ? "it exceeded the limits for an answer and was stopped" : complaint);
}

std::string note_of(const Task& task, const std::optional<HandedIn>& said, const Attempt& attempt) {
  if (!said) return "";
  if (said->task != task.name) return fmt::format("says that it answers the task {}", said->task);
  if (said->version != task.version() && !attempt.is_right())  // the version may be the reason
    return fmt::format("was made for another version of this task ({}, not {})", said->version, task.version());
  return "";
}

Marked mark_one(const PreparedTask& task, const std::string& file, const MarkLimits& limits,
                const std::filesystem::path& program) {
  Marked marked;
  marked.file = file;
  try {
    marked.said = read_handed_in(text_of_file(file));
    marked.attempt = judge_apart(task, file, limits, program);
    marked.note = note_of(task.task, marked.said, marked.attempt);
  } catch (const Error& error) {
    marked.attempt = failed(task.task, error.what());
  }
  return marked;
}

}  // namespace

std::vector<Marked> mark(const PreparedTask& task, const std::vector<std::string>& files, const MarkLimits& limits,
                         const std::filesystem::path& program, const std::function<void(std::size_t)>& told) {
  std::vector<Marked> all(files.size());
  std::atomic<std::size_t> next = 0, done = 0;
  const auto work = [&] {
    for (std::size_t n = next++; n < files.size(); n = next++) {
      all[n] = mark_one(task, files[n], limits, program);
      ++done;
    }
  };
  const unsigned cores = limits.at_once != 0 ? limits.at_once : usable_cores();
  std::vector<std::thread> workers;
  for (unsigned n = 0; n < std::min<std::size_t>(cores, files.size()); ++n) workers.emplace_back(work);
  while (told && done < files.size()) {
    told(done);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  for (std::thread& worker : workers) worker.join();
  return all;
}

namespace {

// The message of a process whose time is up; a signal handler can do no more.
char time_is_up[80] = {};

extern "C" void end_it(int) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, time_is_up, std::strlen(time_is_up));
  _exit(1);
}

// The memory used so far belongs to the program itself.
void limit_this_process(std::uint64_t memory_mib, std::uint64_t seconds) {
  constexpr std::uint64_t own_mib = 256;
  const auto set = [](int what, std::uint64_t most, std::uint64_t more) {
    struct rlimit limit {};
    limit.rlim_cur = most;
    limit.rlim_max = most + more;
    setrlimit(static_cast<decltype(RLIMIT_AS)>(what), &limit);
  };
  set(RLIMIT_AS, (memory_mib + own_mib) << 20, 0);
  fmt::format_to_n(time_is_up, sizeof time_is_up - 1, "it used more than {} s of processor time and was stopped\n",
                   seconds);
  signal(SIGXCPU, end_it);
  set(RLIMIT_CPU, std::max<std::uint64_t>(seconds, 1), 1);
}

}  // namespace

std::string judge_alone(const AnswerAlone& answer) {
  const PreparedTask task = prepare(answer.task);
  if (!task.mistakes.empty()) throw UsageError(lessons::words_of(task.task.file, task.mistakes.front()));
  limit_this_process(answer.memory_mib, answer.seconds);
  try {
    JudgeOptions options;
    options.memory = (answer.memory_mib << 20) / 2;
    options.file = answer.file;
    return line_of(*judge(task, text_of_file(answer.file), options));
  } catch (const std::exception& error) {
    return line_of(failed(task.task, error.what()));
  }
}

}  // namespace tilescope::tasks
