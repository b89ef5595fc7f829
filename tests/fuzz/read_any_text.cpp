// Any bytes are read as a text in CUDA C++: what is wrong with it is told at a place in it, what was understood is
// sound, and neither memory nor time go beyond what a text of that length is worth.
#include <sanitizer/allocator_interface.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "instrumentation/language/program.h"
#include "tests/fuzz/harness.h"
#include "tests/support/walk_program.h"

namespace tilescope::fuzz {

namespace {

constexpr std::size_t usual_bytes = std::size_t{64} << 10;  // of a text; longer ones may take more
constexpr std::int64_t most_live_bytes = std::int64_t{64} << 20;
// A tenth of a second of this thread's own time. The sanitizers and the fuzzer's own counting make all this slower, on
// a machine that does other things beside.
constexpr double most_seconds = 0.1, times_slower = 10;

// For the thread that reads the texts, not of libFuzzer's others. Each allocation comes by here, so no atomics.
thread_local bool watching = false, limited = false;
thread_local std::int64_t live = 0, most_live = 0, most_live_ever = 0;
thread_local double most_seconds_ever = 0;

[[noreturn]] void fail(const std::string& what) {
  watching = false;
  std::fprintf(stderr, "read_any_text: %s\n", what.c_str());
  std::abort();
}

void watch_allocation(const volatile void*, std::size_t bytes) {
  if (!watching) return;
  live += static_cast<std::int64_t>(bytes);
  most_live = std::max(most_live, live);
  if (!limited || live <= most_live_bytes) return;
  watching = false;
  std::fprintf(stderr, "read_any_text: %lld bytes at once\n", static_cast<long long>(live));
  std::abort();
}

void watch_free(const volatile void* place) {
  if (watching && place != nullptr)
    live -= static_cast<std::int64_t>(__sanitizer_get_allocated_size(const_cast<const void*>(place)));
}

void tell_most() {
  if (std::getenv("TILESCOPE_FUZZ_LARGEST") != nullptr)
    std::fprintf(stderr, "read_any_text: a text took %lld bytes at most, and %.3f s\n",
                 static_cast<long long>(most_live_ever), most_seconds_ever);
}

double own_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

language::Program watched_read(const std::string& text, const language::ReadOptions& options) {
  live = most_live = 0;
  limited = text.size() <= usual_bytes;
  watching = true;
  const double begin = own_seconds();
  language::Program program = language::read(text, options);
  const double took = own_seconds() - begin;
  watching = false;
  most_live_ever = std::max(most_live_ever, most_live);
  most_seconds_ever = std::max(most_seconds_ever, took);
  if (limited && took > most_seconds * times_slower) fail(fmt::format("it took {:.2f} s", took));
  return program;
}

void require_sound(const language::Program& program) {
  if (const std::string flaw = test::flaw_in(program); !flaw.empty()) fail(flaw);
}

// One knob, turned to something: what follows from the text alone, so that the same input does the same again.
language::ReadOptions turned(const language::Program& program) {
  static constexpr const char* values[] = {"0",   "-1",     "1", "3", "2147483648",
                                           "1e9", "double", "(", "",  "99999999999999999999"};
  language::ReadOptions options;
  const std::size_t chosen = program.source().text().size();
  for (const language::Kernel& kernel : program.kernels())
    if (!kernel.knobs.empty())
      options.knobs[kernel.knobs[chosen % kernel.knobs.size()].name] = values[chosen % std::size(values)];
  return options;
}

}  // namespace

void try_input(std::span<const unsigned char> bytes) {
  static const bool watched = [] {
    std::atexit(tell_most);
    return __sanitizer_install_malloc_and_free_hooks(watch_allocation, watch_free) != 0;
  }();
  if (!watched) fail("allocations cannot be watched");
  const std::string text(bytes.begin(), bytes.end());
  const language::Program program = watched_read(text, {});
  require_sound(program);
  if (const language::ReadOptions options = turned(program); !options.knobs.empty())
    require_sound(watched_read(text, options));
}

}  // namespace tilescope::fuzz
