#include "tests/support/text_kernels.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "instrumentation/machine/run.h"

namespace tilescope::test {

namespace {

const RecordedKernel& kernel_in(const std::string& folder, const std::string& name, int tile) {
  static std::map<std::string, RecordedKernel> all;
  const auto [at, is_new] = all.try_emplace(folder + "/" + name);
  if (!is_new) return at->second;
  std::ifstream in(texts_folder() + "/" + folder + "/" + name + ".cu");
  if (!in) throw std::runtime_error("no text of " + name);
  return at->second = kernel_of(name, {std::istreambuf_iterator<char>(in), {}}, tile);
}

// Which are A, B, C, M, N and K, by their names; not all need be there.
void give_names(RecordedKernel& kernel) {
  const machine::Code& code = kernel.prepared->code();
  for (const machine::Array& array : code.arrays)
    kernel.arrays.push_back(array.space != Space::global ? RecordedKernel::Matrix::none
                            : array.name == "A"          ? RecordedKernel::Matrix::a
                            : array.name == "B"          ? RecordedKernel::Matrix::b
                            : array.name == "C"          ? RecordedKernel::Matrix::c
                                                         : RecordedKernel::Matrix::none);
  for (const machine::Code::Scalar& scalar : code.scalars) {
    const std::string& name = code.kernel->parameters[scalar.parameter].name;
    kernel.scalars.push_back({name == "M"   ? RecordedKernel::Side::m
                              : name == "N" ? RecordedKernel::Side::n
                              : name == "K" ? RecordedKernel::Side::k
                                            : RecordedKernel::Side::none,
                              0});
  }
}

}  // namespace

RecordedKernel kernel_of(const std::string& name, const std::string& text, int tile) {
  RecordedKernel kernel;
  kernel.name = name;
  kernel.text = text;
  const std::string width = std::to_string(tile);  // a constant of the text or of its template
  language::Program program =
      language::read("constexpr int TILE = " + width + "; " + text, {.knobs = {{"TILE", width}}});
  for (const language::Diagnostic& told : program.diagnostics())
    if (told.severity == language::Severity::error) throw std::runtime_error(name + ": " + told.message);
  kernel.prepared = std::make_shared<machine::Prepared>(program, program.kernels().front());
  give_names(kernel);
  return kernel;
}

std::string texts_folder() {
  const char* const elsewhere = std::getenv("TILESCOPE_TEXTS");
  return elsewhere != nullptr ? elsewhere : TILESCOPE_TEXTS;
}

const RecordedKernel& odd_kernel(const std::string& name) { return kernel_in("odd_kernels", name, 2); }
const RecordedKernel& warp_kernel(const std::string& name) { return kernel_in("warp_kernels", name, 32); }
const RecordedKernel& form_kernel(const std::string& name) { return kernel_in("forms", name, 2); }

}  // namespace tilescope::test
