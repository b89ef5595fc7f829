// Starts the program as a user would. TILESCOPE_PROGRAM is its path; it runs in the folder TILESCOPE_SCRATCH.
#pragma once

#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace tilescope::test {

struct Outcome {
  int code = -1;
  std::string out, err;
};

inline std::string read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline const std::filesystem::path& scratch() {
  static const std::filesystem::path folder = [] {
    std::filesystem::path made = std::filesystem::path(TILESCOPE_SCRATCH);
    std::filesystem::create_directories(made);
    return made;
  }();
  return folder;
}

inline Outcome run(const std::string& arguments, const std::string& environment = "",
                   const std::string& input = "/dev/null") {
  const std::filesystem::path err = scratch() / "stderr";
  std::FILE* const pipe = popen(fmt::format("cd '{}' && {} '{}' {} 2>'{}' <'{}'", scratch().string(), environment,
                                            TILESCOPE_PROGRAM, arguments, err.string(), input)
                                    .c_str(),
                                "r");
  Outcome outcome;
  std::array<char, 4096> some{};
  for (std::size_t n = 0; (n = std::fread(some.data(), 1, some.size(), pipe)) > 0;) outcome.out.append(some.data(), n);
  const int status = pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.err = read(err);
  return outcome;
}

}  // namespace tilescope::test
