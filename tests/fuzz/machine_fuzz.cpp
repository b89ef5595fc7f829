// Kernels at random are run by the machine, in all ways: it has to come to an end in time, with sound events, and to
// the same end each time.
//
//   machine_fuzz COUNT [SEED]       programs from this seed on, in all ways
//   machine_fuzz --for SECONDS FILE programs from the seed on that is in the file, which then has the next one; most of
//                                   them by few threads, and each in some of the ways
//   machine_fuzz --again SEED       one of those
//   machine_fuzz --show SEED        a program and its launch
//   machine_fuzz --text FILE SEED   the launch of that seed, of another text
//
// With "brief" after it, the launch is as --for has it.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/language/program.h"
#include "tests/fuzz/kernel_grammar.h"
#include "tests/fuzz/machine_launch.h"
#include "tests/fuzz/machine_outcome.h"
#include "tests/instrumentation/machine/watched.h"

#ifdef TILESCOPE_SANITIZE
#include <sanitizer/common_interface_defs.h>
#endif

namespace tilescope::fuzz {

namespace {

#ifdef TILESCOPE_SANITIZE
constexpr int times_slower = 10;
#else
constexpr int times_slower = 1;
#endif
constexpr int most_seconds = 20;          // of one program, all its runs together
constexpr double slow_seconds = 2;        // worth a word
constexpr long most_kilobytes = 3 << 20;  // of all memory
constexpr double seconds_between_lines = 10;
constexpr std::uint32_t most_moments = 6;  // that variables are looked at

// How much is tried of a program. Of brief ones, one in so many is tried like all others, and the rest by few threads
// and in some ways.
enum class Effort : std::uint8_t { all, brief };
constexpr std::uint64_t brief_ones = 512;

// Each thread's own time, of all of them.
double own_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}
double wall_seconds() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}
long most_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// What is said of a program that ends this one: put together before it runs, as nothing can be then.
char last_words[64];

void say_last_words() { static_cast<void>(!write(STDERR_FILENO, last_words, std::strlen(last_words))); }
void end_by(int signal) {
  say_last_words();
  const char* const why = signal == SIGPROF ? "it takes too long\n" : "it ends by a signal\n";
  static_cast<void>(!write(STDERR_FILENO, why, std::strlen(why)));
  _exit(1);
}

void watch_for_the_end() {
  std::signal(SIGPROF, end_by);
#ifdef TILESCOPE_SANITIZE
  __sanitizer_set_death_callback(say_last_words);
#else
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, end_by);
#endif
}

// How to try it again.
std::string name_of(std::uint64_t seed, Effort effort) {
  return fmt::format("machine_fuzz {} {}: ", effort == Effort::all ? "1" : "--again", seed);
}

void begin_watching(std::uint64_t seed, Effort effort) {
  std::snprintf(last_words, sizeof last_words, "%s", name_of(seed, effort).c_str());
  itimerval time{};
  time.it_value.tv_sec = most_seconds * times_slower;
  setitimer(ITIMER_PROF, &time, nullptr);
}

struct Counts {
  std::uint64_t programs = 0, accepted = 0, refused = 0, runs = 0, in_turns = 0, faults = 0, events = 0;
  std::uint64_t sums = 0, sums_passed_over = 0;
  double slowest = 0;
  std::uint64_t slowest_seed = 0;
};

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

bool is_brief(std::uint64_t seed, Effort effort) { return effort == Effort::brief && seed % brief_ones != 0; }
machine::Launch launch_of(const machine::Code& code, std::uint64_t seed, Effort effort) {
  return random_launch(code, seed, is_brief(seed, effort) ? Size::small : Size::usual);
}

class Trial {
 public:
  Trial(const machine::Prepared& prepared, std::uint64_t seed, Effort effort, Counts& counts)
      : prepared_(prepared),
        launch_(launch_of(prepared.code(), seed, effort)),
        is_brief_(is_brief(seed, effort)),
        choice_(~seed),
        seed_(seed),
        counts_(counts) {}

  void run() {
    const Schedule schedule = launch_.schedule;
    const Outcome by_schedule = outcome("by its schedule", schedule, false, 1);
    if (goes(10)) same("on two cores", by_schedule, outcome("on two cores", schedule, false, 2));
    if (goes(25)) run_counted(schedule, by_schedule);
    const Outcome together = outcome("together", schedule, true, 1);
    if (goes(10)) same("together on two cores", together, outcome("together on two cores", schedule, true, 2));
    if (seed_ % 4 == 0 && goes(50)) run_watched(schedule, by_schedule, together);
    counts_.in_turns += by_schedule.in_turns ? 1 : 0;
    counts_.faults += by_schedule.fault.empty() ? 0 : 1;
    if (by_schedule.in_turns) return;
    same("together and by a schedule that does not matter", by_schedule, together);
    for (const auto kind : {Schedule::Kind::in_order, Schedule::Kind::reverse})
      if (goes(25))
        same("by another schedule, where none matters", by_schedule,
             outcome("by another schedule", {kind, 1}, false, 1));
    // Which threads of a warp meet under a mask that lacks some of them depends on the order of the threads.
    if (!prepared_.code().warps.empty() || !goes(60)) return;
    launch_.schedule = schedule;
    Outcome turns = in_turns();
    turns.printed = by_schedule.printed;  // the schedule decides which thread prints first
    same("in turns, where that does not matter", by_schedule, turns);
  }

 private:
  // Whether a way is tried; of a brief program, some of them.
  [[nodiscard]] bool goes(unsigned percent) { return !is_brief_ || choice_.chance(percent); }

  void run_counted(Schedule schedule, const Outcome& by_schedule) {
    const auto all = std::exchange(keeps_, random_keeps(seed_));
    const unsigned cores = is_brief_ ? 1 : 2;
    same("with some blocks counted", by_schedule, outcome("with some blocks counted", schedule, false, cores));
    keeps_ = all;
  }

  Outcome outcome(const std::string& how, Schedule schedule, bool together, unsigned cores) {
    launch_.schedule = schedule;
    launch_.together = together;
    machine::RunOptions options;
    options.cores = cores;
    options.pool = pool();
    options.keeps = keeps_;
    options.watched = watched_;
    const std::vector<std::vector<std::byte>> before = launch_.arrays;
    const machine::Ran ran = machine::run(prepared_, launch_, options);
    if (!std::equal(before.begin(), before.end(), launch_.arrays.begin(), launch_.arrays.end(), same_bytes))
      throw Failure(how + ": an array that was only given has changed");
    for (std::size_t n = 0; n < before.size(); ++n) {
      if (ran.arrays[n].size() != before[n].size()) throw Failure(fmt::format("{}: array {} has another size", how, n));
      if (!ran.code->arrays[n].is_written && !same_bytes(ran.arrays[n], before[n]))
        throw Failure(fmt::format("{}: array {} is never written and has changed", how, ran.code->arrays[n].name));
    }
    return sound(how, ran);
  }

  Outcome sound(const std::string& how, const machine::Ran& ran) {
    ++counts_.runs;
    Outcome outcome = outcome_of(ran, launch_);
    counts_.events += outcome.events;
    if (!outcome.flaw.empty()) throw Failure(how + ": " + outcome.flaw);
    return outcome;
  }

  void run_watched(Schedule schedule, const Outcome& by_schedule, const Outcome& together) {
    watched_ = true;
    same("watched", by_schedule, outcome("watched", schedule, false, 1));
    const Outcome watched = outcome("watched together", schedule, true, 1);
    // Which access a fault names last may be one to a thread's own array, of which only some codes keep the line.
    if (together.fault.empty()) same("watched together", together, watched);
    watched_ = false;
    check_sums(schedule);
  }

  // What variables are told to hold after their sums.
  void check_sums(Schedule schedule) {
    launch_.schedule = schedule;
    launch_.together = false;
    machine::RunOptions options;
    options.pool = pool();
    const machine::Ran ran = machine::run(prepared_, launch_, options);
    const machine::test::SumCheck sums =
        machine::test::check_sums(prepared_, launch_, ran, ran.blocks.size() - 1, most_moments);
    if (!sums.difference.empty()) throw Failure("watched: " + sums.difference);
    counts_.sums += sums.checked;
    counts_.sums_passed_over += sums.passed_over;
  }

  // One thread at a time, with the code for that, although it was not asked for.
  Outcome in_turns() {
    const machine::Code& code = prepared_.code(machine::Lanes::apart);
    machine::Ran ran;
    ran.code = &code;
    ran.arrays.assign(launch_.arrays.begin(), launch_.arrays.end());
    machine::Block block(code, launch_, pool(), true, 1);
    const bool chains = std::any_of(code.arrays.begin(), code.arrays.end(), [](const machine::Array& array) {
      return array.space == Space::global && array.is_read && array.is_written;
    });
    block.chains(chains);
    for (std::uint64_t n = 0; n < launch_.blocks() && !ran.fault; ++n) {
      machine::BlockResult result = std::move(block.run(n, 1, true).front());
      for (const machine::Write& write : result.writes)
        std::memcpy(ran.arrays[write.array].to_fill().data() + write.byte, &write.bits, machine::bytes_of(write.cell));
      ran.printed += result.printed;
      ran.fault = result.fault;
      ran.blocks.push_back(std::move(result));
    }
    ran.slabs = block.take_slabs();
    return sound("in turns", ran);
  }

  // Whether a loop cannot end is proved sooner in one way than in another, and a thread's rounds may be over before;
  // and how far the others come by then is not the same.
  static bool ends_in_a_loop(const Outcome& of) { return of.fault.find(" loop") != std::string::npos; }
  static void same(const std::string& how, const Outcome& a, const Outcome& b) {
    if (ends_in_a_loop(a) && ends_in_a_loop(b)) return;
    if (const std::string what = difference(a, b); !what.empty()) throw Failure(how + ": " + what);
  }

  static std::shared_ptr<EventPool> pool() {
    static const auto kept = std::make_shared<EventPool>(16);
    return kept;
  }

  const machine::Prepared& prepared_;
  machine::Launch launch_;
  std::function<bool(std::uint64_t)> keeps_{};  // none: all of them
  bool watched_ = false, is_brief_;
  Random choice_;
  std::uint64_t seed_;
  Counts& counts_;
};

void tell(const std::string& text, const machine::Prepared* prepared, std::uint64_t seed, Effort effort) {
  std::fputs(text.c_str(), stdout);
  if (prepared != nullptr) {
    fmt::print("\n{}", told(launch_of(prepared->code(), seed, effort), prepared->code()));
    if (random_keeps(seed)) fmt::print("events of some blocks only\n");
  }
  std::fflush(stdout);
}

// Whether nothing is wrong with it.
bool try_program(const std::string& text, std::uint64_t seed, Effort effort, Counts& counts) {
  ++counts.programs;
  const language::Program program = language::read(text);
  const language::Kernel* const kernel = program.kernel("k");
  if (kernel == nullptr || !kernel->runnable) return true;
  ++counts.accepted;
  const double begin = own_seconds();
  std::string failure;
  std::optional<machine::Prepared> prepared;
  try {
    prepared.emplace(program, *kernel);
    Trial(*prepared, seed, effort, counts).run();
    if (most_memory() > most_kilobytes) failure = fmt::format("{} KiB of memory", most_memory());
  } catch (const UsageError&) {
    ++counts.refused;
  } catch (const std::exception& error) {
    failure = error.what();
  }
  const double took = own_seconds() - begin;
  if (took > counts.slowest) counts.slowest = took, counts.slowest_seed = seed;
  if (took > slow_seconds * times_slower) fmt::print("seed {} took {:.1f} s\n", seed, took);
  if (failure.empty()) return true;
  tell(text, prepared ? &*prepared : nullptr, seed, effort);
  fmt::print("{}{}\n", name_of(seed, effort), failure);
  return false;
}

void print(const Counts& counts, double seconds) {
  const auto share = [&](std::uint64_t part, std::uint64_t whole) {
    return 100.0 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(whole, 1));
  };
  const std::uint64_t run = counts.accepted - counts.refused;
  fmt::print(
      "{} programs, {:.1f} % accepted, {:.1f} % of those refused by the machine; {} runs, {:.0f} a second, {:.1f} "
      "million "
      "events; {} sums held against variables, {} not; {:.0f} % in turns, {:.0f} % with a fault; the slowest took "
      "{:.2f} s (seed {}); {} MiB at most\n",
      counts.programs, share(counts.accepted, counts.programs), share(counts.refused, counts.accepted), counts.runs,
      static_cast<double>(counts.runs) / seconds, static_cast<double>(counts.events) * 1e-6, counts.sums,
      counts.sums_passed_over, share(counts.in_turns, run), share(counts.faults, run), counts.slowest,
      counts.slowest_seed, most_memory() >> 10);
  std::fflush(stdout);
}

std::string kernel_of(std::uint64_t seed) {
  Random random(seed);
  return random_kernel(random);
}

// Programs from a seed on, while goes_on(the next one's seed).
template <class GoesOn>
int fuzz(std::uint64_t seed, Effort effort, const GoesOn& goes_on) {
  Counts counts;
  const double begin = wall_seconds();
  double told_at = begin;
  for (; goes_on(seed); ++seed) {
    begin_watching(seed, effort);
    if (!try_program(kernel_of(seed), seed, effort, counts)) return 1;
    if (const double now = wall_seconds(); now - told_at > seconds_between_lines) {
      told_at = now;
      print(counts, now - begin);
    }
  }
  print(counts, wall_seconds() - begin);
  return 0;
}

int fuzz(std::uint64_t count, std::uint64_t first, Effort effort) {
  return fuzz(first, effort, [&](std::uint64_t seed) { return seed < first + count; });
}

// The file always has the seed that is next, whatever becomes of this one.
int fuzz_for(double seconds, const char* path) {
  std::uint64_t first = 1;
  if (std::ifstream file(path); file) file >> first;
  std::ofstream file(path);
  const double end = wall_seconds() + seconds;
  return fuzz(first, Effort::brief, [&](std::uint64_t seed) {
    if (wall_seconds() >= end) return false;
    file.seekp(0);
    file << seed + 1 << '\n' << std::flush;
    return true;
  });
}

int show(std::uint64_t seed, Effort effort) {
  const std::string text = kernel_of(seed);
  const language::Program program = language::read(text);
  const language::Kernel* const kernel = program.kernel("k");
  std::optional<machine::Prepared> prepared;
  try {
    if (kernel != nullptr && kernel->runnable) prepared.emplace(program, *kernel);
  } catch (const UsageError& error) {
    fmt::print("{}\n", error.what());
  }
  tell(text, prepared ? &*prepared : nullptr, seed, effort);
  return 0;
}

int try_text(const char* path, std::uint64_t seed, Effort effort) {
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const language::Program program = language::read(text);
  for (const language::Diagnostic& d : program.diagnostics())
    if (d.severity == language::Severity::error) fmt::print("{}\n", d.message);
  Counts counts;
  begin_watching(seed, effort);
  const bool is_right = try_program(text, seed, effort, counts);
  print(counts, 1);
  return is_right ? 0 : 1;
}

}  // namespace

}  // namespace tilescope::fuzz

int main(int count, char** arguments) {
  using namespace tilescope::fuzz;
  const auto number = [&](int n) { return std::strtoull(arguments[n], nullptr, 10); };
  watch_for_the_end();
  const auto first_is = [&](const char* word) { return count > 1 && std::strcmp(arguments[1], word) == 0; };
  const bool is_brief = count > 2 && std::strcmp(arguments[count - 1], "brief") == 0;
  const Effort effort = is_brief ? Effort::brief : Effort::all;
  count -= is_brief ? 1 : 0;
  if (count == 3 && first_is("--show")) return show(number(2), effort);
  if (count == 4 && first_is("--text")) return try_text(arguments[2], number(3), effort);
  if (count == 4 && first_is("--for")) return fuzz_for(std::atof(arguments[2]), arguments[3]);
  if (count == 3 && first_is("--again")) return fuzz(1, number(2), Effort::brief);
  if (count == 2 || count == 3) return fuzz(number(1), count == 3 ? number(2) : 1, effort);
  std::fputs(
      "machine_fuzz COUNT [SEED] [brief] | --for SECONDS FILE | --again SEED | --show SEED [brief] | --text FILE SEED "
      "[brief]\n",
      stderr);
  return 2;
}
