#include "app/command_line/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace tilescope::cli {

namespace {

std::atomic<bool> is_interrupted = false;
std::atomic<int> asking = 0;
std::atomic<std::int64_t> first_at = 0;  // the time of the first press, in milliseconds

std::int64_t milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// Does only what a signal handler may do. Some tools signal a program and then its group, so two signals in quick
// succession count as one.
void on_interrupt(int) {
  constexpr std::int64_t as_one = 200;
  const std::int64_t now = milliseconds();
  if (!is_interrupted.exchange(true)) first_at = now;
  if (asking > 0 && now - first_at < as_one) return;
  constexpr char words[] = "\ntilescope: stopped by Ctrl+C\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, words, sizeof words - 1);
  std::_Exit(ended_early);
}

}  // namespace

void watch_for_interrupts() { std::signal(SIGINT, on_interrupt); }

bool was_interrupted() { return is_interrupted; }

AsksForInterrupts::AsksForInterrupts() { ++asking; }
AsksForInterrupts::~AsksForInterrupts() { --asking; }

}  // namespace tilescope::cli
