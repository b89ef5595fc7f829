#include "app/cli/looked_after.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>

#include "instrumentation/memory.h"

namespace tilescope::cli {

namespace {

constexpr std::uint64_t plenty = std::uint64_t{1} << 30;  // enough memory, because drawing takes a third of it

bool is_looked_after = false;

// The number of available bytes, if it is small.
std::optional<std::uint64_t> little_memory() {
  const std::optional<std::uint64_t> addresses = free_addresses();
  if (addresses) return addresses;
  const std::uint64_t usable = usable_memory();
  return usable < std::min(plenty, memory_limit()) ? std::optional(usable) : std::nullopt;
}

[[noreturn]] void do_alone(const std::function<int()>& work, pid_t parent) {
  is_looked_after = true;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) std::_Exit(1);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  std::set_terminate([] { std::abort(); });  // without a message
  std::exit(work());
}

pid_t worker = 0;  // the process that does the work

// Waits for the worker. Passes a signal from the keyboard on to it, because it may have results to report. If both
// share the terminal, the worker gets the signal twice and counts it once.
void wait_for_it(pid_t id, int& status) {
  struct sigaction ignores {
  }, hands_on{}, interrupted{}, quit{};
  ignores.sa_handler = SIG_IGN;
  hands_on.sa_handler = [](int signal) { kill(worker, signal); };
  worker = id;
  sigaction(SIGINT, &hands_on, &interrupted);
  sigaction(SIGQUIT, &ignores, &quit);
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  sigaction(SIGINT, &interrupted, nullptr);
  sigaction(SIGQUIT, &quit, nullptr);
}

bool is_for_want_of_memory(int signal) {
  return signal == SIGABRT || signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGTRAP ||
         signal == SIGKILL;
}

}  // namespace

int looked_after(const std::function<int()>& work) {
  const std::optional<std::uint64_t> little = little_memory();
  if (!little) return work();
  std::fflush(nullptr);
  const pid_t parent = getpid(), id = fork();
  if (id < 0) return work();
  if (id == 0) do_alone(work, parent);
  int status = 0;
  wait_for_it(id, status);
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  const int signal = WTERMSIG(status);
  if (!is_for_want_of_memory(signal)) {  // ends in the same way
    std::signal(signal, SIG_DFL);
    raise(signal);
    return 128 + signal;
  }
  fmt::print(stderr,
             "tilescope: out of memory: this process had {} in total, and drawing alone takes about {}; allow it "
             "more memory, or use a smaller picture or a smaller launch\n",
             in_words(*little), in_words(memory_to_draw));
  return 1;
}

Unheard::Unheard() {
  if (!is_looked_after) return;
  std::fflush(stderr);
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing < 0) return;
  errors_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (errors_ >= 0) dup2(nothing, STDERR_FILENO);
  close(nothing);
}

Unheard::~Unheard() {
  if (errors_ < 0) return;
  std::fflush(stderr);
  dup2(errors_, STDERR_FILENO);
  close(errors_);
}

}  // namespace tilescope::cli
