// Parts of the checker, each by itself: which names are poisoned, what the parameters of a template stand for, knobs,
// operators, and kernels that call themselves; names, types, enumerations, structures and conversions in a context.
#include "instrumentation/language/checker/parts.h"

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
  const Knobs::GivenValues given;
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

TEST(OperatorsAlone, FoldWhatIsConstantAndTellWhatDoesNotGo) {
  PartsOf text("");
  Operators operators(text.build);
  const Expression* const two = text.build.integer(2, {0, 1});
  EXPECT_EQ(Build::known_integer(operators.binary(Mark::star, two, text.build.integer(21, {4, 2}), {2, 1})), 42);
  EXPECT_FALSE(operators.writable(*two, {}));
  const Expression* const address = text.build.zero(text.types.pointer_to(text.types.of(TypeKind::float_)), {});
  EXPECT_TRUE(is_broken(operators.binary(Mark::star, two, address, {})));
  EXPECT_EQ(text.diagnostics.errors(), 2U);
}

// Where nothing is entered but the names of the file.
struct InContext : PartsOf {
  explicit InContext(const std::string& text) : PartsOf(text) { context.names.enter_file(); }

  const ReadOptions options;
  Context context{{source, preprocessed, parsed.file, options}, types, arena, diagnostics};
  Frame frame;
  Entered entered{context, frame};
};

TEST(NameLookupAlone, FindsWhatTheFileAndTheFunctionDeclare) {
  InContext text("const int side = 4;\nnamespace far { const int depth = 5; }\n");
  NameLookup lookup(text.context);
  const auto named = [](const syntax::NamePart& part) {
    return syntax::Name{.parts = {&part, 1}, .place = part.place};
  };
  const syntax::NamePart side{.text = "side", .place = {0, 4}, .has_arguments = false, .arguments = {}};
  const syntax::NamePart depth{.text = "depth", .place = {0, 5}, .has_arguments = false, .arguments = {}};
  const syntax::NamePart slip{.text = "sied", .place = {0, 4}, .has_arguments = false, .arguments = {}};
  EXPECT_EQ(lookup.find(named(side)).size(), 1U);
  EXPECT_TRUE(lookup.find(named(depth)).empty());
  EXPECT_EQ(lookup.local("side"), nullptr);
  text.frame.symbols.push_back({.name = "side", .variable = nullptr, .type = text.build.type(TypeKind::int_)});
  EXPECT_NE(lookup.local("side"), nullptr);
  lookup.unknown_value(named(slip));
  lookup.unknown_value(named(slip));
  ASSERT_EQ(text.diagnostics.errors(), 1U) << "told once";
  EXPECT_EQ(text.diagnostics.in_order_found()[0].mistake, Mistake::undeclared_name);
  EXPECT_EQ(text.diagnostics.in_order_found()[0].mend, "did you mean 'side'?");
}

TEST(ConversionsAlone, MakeAValueWhatIsWanted) {
  InContext text("");
  ConversionChecker conversions(text.context);
  const Expression* const three = text.build.integer(3, {});
  const Expression* const real = conversions.wanted(three, text.build.type(TypeKind::float_), "", {});
  EXPECT_EQ(real->type, text.build.type(TypeKind::float_));
  EXPECT_EQ(Build::known(real)->real, 3.0);
  EXPECT_TRUE(Build::known(conversions.truth(three))->truth());
  const Type pointer = text.types.pointer_to(real->type);
  EXPECT_TRUE(is_broken(conversions.wanted(three, pointer, "'p' is " + with_article(pointer), {})));
  ASSERT_EQ(text.diagnostics.errors(), 1U);
  EXPECT_EQ(text.diagnostics.in_order_found()[0].mistake, Mistake::wrong_type);
}

TEST(TypesAlone, AreWhatIsWritten) {
  InContext text("__device__ const float* rows[2 * 2][3];\n__device__ int none[0];\n");
  Parts parts(text.context);
  const syntax::Declaration &rows = text.declaration(0), &none = text.declaration(1);
  const Type element = text.types.pointer_to(text.build.type(TypeKind::float_).with_const());
  EXPECT_EQ(parts.types.type_of(*rows.specifiers, rows.steps), text.types.array_of(text.types.array_of(element, 3), 4));
  EXPECT_TRUE(parts.types.type_of(*none.specifiers, none.steps).is_unknown());
  ASSERT_EQ(text.diagnostics.errors(), 1U);
  EXPECT_EQ(text.diagnostics.in_order_found()[0].mistake, Mistake::bad_array);
}

TEST(EnumerationsAlone, AreATypeEachAndCount) {
  InContext text("namespace n { enum class Way : unsigned char { up = 3, down }; }\n");
  Parts parts(text.context);
  const syntax::Enumeration& written = *text.declaration(0).specifiers->enumeration;
  EXPECT_FALSE(parts.enumerations.is_known(written));
  const Type way = parts.enumerations.evaluate(written);
  EXPECT_TRUE(parts.enumerations.is_known(written));
  EXPECT_EQ(parts.enumerations.evaluate(written), way);
  EXPECT_EQ(way->size, 1U);
  EXPECT_EQ(Build::known_integer(parts.enumerations.constant(way, "down", {})), 4);
  EXPECT_EQ(parts.enumerations.constant(way, "left", {}), nullptr);
  EXPECT_EQ(parts.enumerations.full_name(*way->enumeration), "n::Way");
}

TEST(StructuresAlone, LieInMemoryAsInC) {
  InContext text("template <class T, int n> struct Row { char mark; T all[n]; };\nRow<double, 3> row;\n");
  Parts parts(text.context);
  Entity& entity = *text.context.names.of("Row").front();
  Record* const record = parts.structures.structure_record(entity, text.declaration(1).specifiers->name->last());
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(parts.structures.structure_record(entity, text.declaration(1).specifiers->name->last()), record);
  EXPECT_EQ(record->structure->name, "Row<double, 3>");
  EXPECT_EQ(record->structure->type->size, 32U);
  ASSERT_EQ(record->structure->fields.size(), 2U);
  EXPECT_EQ(record->structure->fields[1].offset, 8U);
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
