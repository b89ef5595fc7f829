#include "app/cli/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

namespace tilescope::cli {

namespace {

std::atomic<bool> interrupted = false;
std::atomic<int> asking = 0;

// Only what a signal handler may do.
void on_interrupt(int) {
  if (!interrupted.exchange(true) && asking > 0) return;
  constexpr char words[] = "\ntilescope: ended by Ctrl+C\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, words, sizeof words - 1);
  std::_Exit(ended_early);
}

}  // namespace

void watch_for_interrupts() { std::signal(SIGINT, on_interrupt); }

bool was_interrupted() { return interrupted; }

AsksForInterrupts::AsksForInterrupts() { ++asking; }
AsksForInterrupts::~AsksForInterrupts() { --asking; }

}  // namespace tilescope::cli
