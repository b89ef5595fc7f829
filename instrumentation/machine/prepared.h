// A kernel that is ready to run, and what is known of it without its code.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/program.h"
#include "instrumentation/machine/compiler/compile.h"

namespace tilescope::machine {

// What windows, links and requests say of a kernel.
struct KernelFacts {
  struct Array {
    std::string name;
    Space space = Space::global;
    std::vector<std::int64_t> sides;  // as declared
    bool is_parameter = false;
  };

  std::string name;
  std::vector<language::Knob> knobs;
  std::vector<Array> arrays;            // as in Code
  std::vector<std::string> numbers;     // the names of Code::scalars
  std::vector<language::Place> shared;  // the declarations of shared arrays
};

// What a kernel is read from.
struct KernelSource {
  std::string text;
  language::ReadOptions options;
  std::size_t number = 0;  // among the program's kernels

  bool operator==(const KernelSource&) const = default;
};

// A kernel, compiled on demand. Several threads may use it.
class Prepared {
 public:
  // Throws a UsageError for anything that the machine does not support.
  Prepared(language::Program program, const language::Kernel& kernel);
  // A kernel that was compiled elsewhere: it is read and compiled when its program or its code is needed.
  Prepared(KernelSource source, KernelFacts facts) : source_(std::move(source)), facts_(std::move(facts)) {}

  [[nodiscard]] const KernelSource& source() const { return source_; }
  [[nodiscard]] const KernelFacts& facts() const { return facts_; }
  [[nodiscard]] const language::Program& program() const;
  [[nodiscard]] const Code& code(Lanes lanes = Lanes::of_a_block) const;

 private:
  KernelSource source_;
  KernelFacts facts_;
  mutable std::once_flag read_;
  mutable std::optional<language::Program> program_;
  struct Compiled {
    std::once_flag once;
    Code code;
  };
  mutable std::array<Compiled, 4> compiled_;
};

}  // namespace tilescope::machine
