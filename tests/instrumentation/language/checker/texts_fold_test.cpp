// The checker and the host's compiler give the same values to the constant expressions of a text.
#include <gtest/gtest.h>

#include "instrumentation/language/program.h"
#include "tests/instrumentation/language/checker/expressions.h"

namespace tilescope::language {
namespace {

constexpr std::size_t together = 500;  // expressions in one kernel

std::string kernel_of(std::span<const Expected> expressions) {
  std::string text = "__global__ void k() {\n";
  for (std::size_t n = 0; n < expressions.size(); ++n)
    text += "constexpr auto v" + std::to_string(n) + " = " + expressions[n].text + ";\n";
  return text + "}\n";
}

TEST(Checker, FoldsTextsAsTheHostsCompilerDoes) {
  const std::span<const Expected> all = expected_values();
  ASSERT_GE(all.size(), 10000U);
  std::size_t compared = 0;
  for (std::size_t first = 0; first < all.size(); first += together) {
    const auto part = all.subspan(first, std::min(together, all.size() - first));
    const Program program = read(kernel_of(part));
    for (const Diagnostic& d : program.diagnostics())
      ASSERT_NE(d.severity, Severity::error)
          << program.source().line(program.source().line_of(d.place.offset)) << d.message;
    ASSERT_EQ(program.kernels().size(), 1U);
    const auto locals = program.kernels()[0].function->locals;
    ASSERT_EQ(locals.size(), part.size());
    for (std::size_t n = 0; n < part.size(); ++n) {
      ASSERT_NE(locals[n]->value, nullptr) << part[n].text;
      EXPECT_EQ(plain_name_of(locals[n]->type), part[n].type) << part[n].text;
      EXPECT_EQ(bits_of(*locals[n]->value), part[n].bits) << part[n].text;
      ++compared;
    }
  }
  EXPECT_EQ(compared, all.size());
}

}  // namespace
}  // namespace tilescope::language
