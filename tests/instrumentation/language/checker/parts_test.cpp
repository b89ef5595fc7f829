// Parts of the checker, each by itself: which names are poisoned, what the parameters of a template stand for, knobs,
// and kernels that call themselves.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "instrumentation/language/checker/deduction.h"
#include "instrumentation/language/checker/kernels.h"
#include "instrumentation/language/checker/knobs.h"
#include "instrumentation/language/checker/poisoned.h"
#include "instrumentation/language/parser/parser.h"
#include "instrumentation/language/preprocessor/preprocessor.h"

namespace tilescope::language {
namespace {

struct PartsOf {
  explicit PartsOf(const std::string& text) : source(text), preprocessed(preprocess(source, {}, arena, diagnostics)) {
    diagnostics.begin(Stage::parser);
    parsed = parse(source, preprocessed.tokens, arena, diagnostics);
    diagnostics.begin(Stage::checker);
  }
  [[nodiscard]] const syntax::Declaration& declaration(std::size_t n) const {
    return *parsed.file.items[n].declaration;
  }

  Arena arena;
  Diagnostics diagnostics{Stage::words};
  Types types;
  Source source;
  Preprocessed preprocessed;
  Parsed parsed;
  Build build{types, arena, diagnostics};
  Once told;
};

TEST(Poisoned, AreTheNamesOfLinesThatCouldNotBeParsed) {
  PartsOf text("__device__ int size ( { return 3; }\n__device__ int other() { return 4; }\n");
  Poisoned poisoned(text.source, text.preprocessed, text.parsed.file, text.diagnostics, text.told);
  poisoned.find();
  EXPECT_TRUE(poisoned.contains("size"));
  EXPECT_FALSE(poisoned.contains("other"));
  poisoned.add("other");
  EXPECT_TRUE(poisoned.contains("other"));
}

TEST(Poisoned, HoldBackWhatIsTellableOnlyLater) {
  PartsOf text("__device__ int one() { return 1; }\n");
  Poisoned poisoned(text.source, text.preprocessed, text.parsed.file, text.diagnostics, text.told);
  Diagnostics aside(Stage::parser);
  aside.error({0, 1}, Mistake::missing_name, "a name is missing");
  poisoned.begin_quiet();
  const Once::Mark mark = text.told.mark();
  poisoned.tell(aside);
  text.told.take_back(mark);
  poisoned.end_quiet();
  EXPECT_EQ(text.diagnostics.errors(), 1U);
  Diagnostics later;
  std::swap(later, text.diagnostics);
  poisoned.tell_held_back();
  EXPECT_EQ(text.diagnostics.errors(), 1U);
}

TEST(Deduction, FindsWhatATemplateIsGiven) {
  PartsOf text("template <class T, int n> __device__ void f(T (&a)[n], const T* b);\n");
  const syntax::Declaration& f = text.declaration(0);
  ASSERT_EQ(f.parameters.size(), 2U);
  const auto parameters = f.steps[0].parameters;
  const RecordTable records(text.build);
  const Type number = text.types.of(TypeKind::float_);
  Deduction deduction(f.parameters, records, text.build);
  EXPECT_TRUE(deduction.from(*parameters[0], text.types.array_of(number, 16), true));
  ASSERT_TRUE(deduction.has(0) && deduction.has(1));
  EXPECT_EQ(deduction.values()[0].type, number);
  EXPECT_EQ(deduction.values()[1].value->as_integer(), 16);
  EXPECT_TRUE(deduction.from(*parameters[1], text.types.pointer_to(number.with_const()), true));
  EXPECT_FALSE(deduction.from(*parameters[1], text.types.pointer_to(text.types.of(TypeKind::int_)), true));
  EXPECT_FALSE(deduction.from(*parameters[1], number, true)) << "is no pointer";
}

TEST(KnobsAlone, AreTheNumbersOfMacrosThatAreLookedAt) {
  PartsOf text("#define N (16)\n#define TWICE (2 * N)\n__device__ int a = N + TWICE;\n");
  const Knobs::Given given;
  Knobs knobs(text.preprocessed, given, text.build);
  Function kernel;
  {
    const Knobs::Collecting collecting(knobs);
    for (const Token& token : text.preprocessed.tokens) knobs.note_macro(token.expansion);
    ASSERT_EQ(collecting.found().size(), 1U);
    knobs.add_of_launch("k", collecting.found());
  }
  Kernel k;
  k.name = "k";
  k.function = &kernel;
  const std::vector<Knob> all = knobs.of(k);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].name, "N");
  EXPECT_EQ(all[0].value, "16");
}

TEST(Recursion, IsToldOfOnce) {
  Function f, g, h;
  f.name = "f";
  g.name = "g";
  const std::vector<const Function*> of_f{&g}, of_g{&f, &h};
  f.calls = of_f;
  g.calls = of_g;
  Diagnostics diagnostics;
  refuse_recursion({&h}, diagnostics);
  EXPECT_FALSE(diagnostics.any_error());
  refuse_recursion({&f, &g, &h}, diagnostics);
  ASSERT_EQ(diagnostics.errors(), 1U);
  EXPECT_EQ(diagnostics.in_order_found()[0].mistake, Mistake::recursion);
  EXPECT_EQ(diagnostics.in_order_found()[0].subject(), "f");
}

}  // namespace
}  // namespace tilescope::language
