#include "instrumentation/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>

#include "instrumentation/error.h"

extern char** environ;

namespace tilescope {

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access(((folder.empty() ? "." : folder) + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

Subprocess::Subprocess(const std::vector<std::string>& arguments) : said_(std::tmpfile()), answered_(std::tmpfile()) {
  if (!said_ || !answered_) throw Error("there is no space for a temporary file");
  // A socket, and not a pipe: writing to one that is closed can be told not to send a signal.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw Error(fmt::format("{} cannot be started: {}", arguments.front(), std::strerror(errno)));
  input_ = ends[0];
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(answered_.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(said_.get()), STDERR_FILENO);
  const int fault = posix_spawnp(&process_, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (fault == 0) return;
  close(input_);
  throw Error(fmt::format("{} cannot be started: {}", arguments.front(), std::strerror(fault)));
}

Subprocess::~Subprocess() {
  if (input_ >= 0) close(input_);
  if (process_ <= 0) return;
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

bool Subprocess::write(std::span<const unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Subprocess::finish(const std::function<bool()>& goes_on) {
  if (input_ >= 0) close(input_);
  input_ = -1;
  int status = 0;
  for (;;) {
    const pid_t ended = waitpid(process_, &status, goes_on ? WNOHANG : 0);
    if (ended > 0 || (ended < 0 && errno != EINTR)) break;
    if (ended < 0) continue;
    if (!goes_on()) return false;  // it is ended with this object
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  process_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string Subprocess::complaint() const { return first_line(said_); }
std::string Subprocess::answer() const { return first_line(answered_); }

std::string Subprocess::whole_answer() const {
  std::rewind(answered_.get());
  std::string text;
  for (int letter = std::fgetc(answered_.get()); letter != EOF; letter = std::fgetc(answered_.get()))
    text += static_cast<char>(letter);
  return text;
}

std::string Subprocess::first_line(const File& file) {
  constexpr std::size_t longest = 1 << 16;
  std::rewind(file.get());
  std::string line;
  for (int letter = std::fgetc(file.get()); letter != EOF && line.size() < longest; letter = std::fgetc(file.get())) {
    if (letter != '\n' && letter != '\r') {
      line += static_cast<char>(letter);
      continue;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    if (!line.empty()) break;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace tilescope
