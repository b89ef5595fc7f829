// tell_readings FILE.cu...: what each kernel of these files is read as, and how long that takes.
#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <iterator>

#include "instrumentation/error.h"
#include "kernels/kernel_reading.h"

int main(int argc, char** argv) {
  using namespace tilescope;
  for (int n = 1; n < argc; ++n) {
    std::ifstream in(argv[n], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const language::Program program = language::read(text);
    for (const language::Kernel& kernel : program.kernels()) {
      if (!kernel.runnable) continue;
      RecordedKernel own;
      own.text = text;
      try {
        own.prepared = std::make_shared<machine::Prepared>(program, kernel);
        const auto begin = std::chrono::steady_clock::now();
        const auto read = read_by_trying(own, read_header(text, argv[n]), {}, {});
        const auto found = read ? std::optional(read->found) : std::nullopt;
        const double ms = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() * 1e3;
        const std::string where = std::string(argv[n]).substr(std::string(argv[n]).rfind('/') + 1) + " " + kernel.name;
        if (!found) {
          fmt::print("{}: none ({:.0f} ms)\n", where, ms);
          continue;
        }
        const auto& p = found->product;
        const auto matrix = [&](const reading::Matrix& m) {
          return fmt::format("{}{} {}x{}", own.prepared->code().arrays[m.array].name, m.by_columns ? "'" : "", m.rows, m.columns);
        };
        fmt::print("{}: {} = {} * {}, {:.0f} %{}{}; grid {}x{}x{} block {}x{}x{} ({:.0f} ms)\n", where, matrix(p.c), matrix(p.a),
                   matrix(p.b), 100 * p.agree, "", found->has_guard ? ", guarded" : "", found->setting.grid[0], found->setting.grid[1],
                   found->setting.grid[2], found->setting.block[0], found->setting.block[1], found->setting.block[2], ms);
      } catch (const Error& error) {
        fmt::print("{}: {}\n", kernel.name, error.what());
      }
    }
  }
}
