#include "tests/support/text_kernels.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "instrumentation/machine/run.h"

namespace tilescope::test {

namespace {

const ProductKernel& kernel_in(const std::string& folder, const std::string& name, int tile) {
  static std::map<std::string, ProductKernel> all;
  const auto [at, is_new] = all.try_emplace(folder + "/" + name);
  if (!is_new) return at->second;
  std::ifstream in(texts_folder() + "/" + folder + "/" + name + ".cu");
  if (!in) throw std::runtime_error("no text of " + name);
  return at->second = kernel_of(name, {std::istreambuf_iterator<char>(in), {}}, tile);
}

// Assigns A, B, C, M, N and K by their names; some may be missing.
void give_names(ProductKernel& kernel) {
  const machine::Code& code = kernel.prepared->code();
  for (const machine::Array& array : code.arrays)
    kernel.arrays.push_back(array.space != Space::global ? ProductKernel::Matrix::none
                            : array.name == "A"          ? ProductKernel::Matrix::a
                            : array.name == "B"          ? ProductKernel::Matrix::b
                            : array.name == "C"          ? ProductKernel::Matrix::c
                                                         : ProductKernel::Matrix::none);
  for (const machine::Code::Scalar& scalar : code.scalars) {
    const std::string& name = code.kernel->parameters[scalar.parameter].name;
    kernel.scalars.push_back({name == "M"   ? ProductKernel::Side::m
                              : name == "N" ? ProductKernel::Side::n
                              : name == "K" ? ProductKernel::Side::k
                                            : ProductKernel::Side::none,
                              0});
  }
}

}  // namespace

ProductKernel kernel_of(const std::string& name, const std::string& text, int tile) {
  ProductKernel kernel;
  kernel.name = name;
  kernel.text = text;
  const std::string width = std::to_string(tile);  // a constant of the source or of its template
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
  return elsewhere != nullptr ? elsewhere : TILESCOPE_SOURCES "/tests/instrumentation";
}

const ProductKernel& odd_kernel(const std::string& name) { return kernel_in("odd_kernels", name, 2); }
const ProductKernel& warp_kernel(const std::string& name) { return kernel_in("warp_kernels", name, 32); }
const ProductKernel& form_kernel(const std::string& name) { return kernel_in("forms", name, 2); }

}  // namespace tilescope::test
