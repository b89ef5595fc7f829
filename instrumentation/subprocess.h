// Another program that reads from its standard input. It is started directly, without a shell.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tilescope {

// Whether a program of that name is on the PATH.
[[nodiscard]] bool is_installed(const std::string& program);

class Subprocess {
 public:
  // The first of the arguments is the program's name. Throws where it cannot be started.
  explicit Subprocess(const std::vector<std::string>& arguments);
  ~Subprocess();  // ends it where it still runs
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;

  // False if the program takes no more.
  [[nodiscard]] bool write(std::span<const unsigned char> bytes);
  // Closes its input and waits for its end; true if it went well. Asked now and then, `goes_on` may have it ended.
  [[nodiscard]] bool finish(const std::function<bool()>& goes_on = {});
  // The first line it said on standard error: later ones tend to say no more than that it failed.
  [[nodiscard]] std::string complaint() const;
  // The first line on standard output.
  [[nodiscard]] std::string answer() const;
  [[nodiscard]] std::string whole_answer() const;

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, CloseFile>;
  [[nodiscard]] static std::string first_line(const File& file);

  File said_, answered_;
  int input_ = -1;
  int process_ = -1;
};

}  // namespace tilescope
