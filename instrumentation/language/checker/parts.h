// The parts of the checker, which use each other.
#pragma once

#include "instrumentation/language/checker/call_checker.h"
#include "instrumentation/language/checker/conversion_checker.h"
#include "instrumentation/language/checker/enumeration_checker.h"
#include "instrumentation/language/checker/expression_checker.h"
#include "instrumentation/language/checker/function_checker.h"
#include "instrumentation/language/checker/host_values.h"
#include "instrumentation/language/checker/name_lookup.h"
#include "instrumentation/language/checker/overload_resolution.h"
#include "instrumentation/language/checker/standard_traits.h"
#include "instrumentation/language/checker/statement_checker.h"
#include "instrumentation/language/checker/structure_checker.h"
#include "instrumentation/language/checker/template_checker.h"
#include "instrumentation/language/checker/type_checker.h"
#include "instrumentation/language/checker/value_checker.h"
#include "instrumentation/language/checker/variable_checker.h"

namespace tilescope::language {

struct Parts {
  explicit Parts(Context& context)
      : lookup(context),
        types(context),
        enumerations(context),
        templates(context),
        structures(context),
        traits(context),
        expressions(context),
        conversions(context),
        values(context),
        calls(context),
        overloads(context),
        functions(context),
        statements(context),
        variables(context),
        host(context) {
    context.parts = this;
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  NameLookup lookup;
  TypeChecker types;
  EnumerationChecker enumerations;
  TemplateChecker templates;
  StructureChecker structures;
  StandardTraits traits;
  ExpressionChecker expressions;
  ConversionChecker conversions;
  ValueChecker values;
  CallChecker calls;
  OverloadResolution overloads;
  FunctionChecker functions;
  StatementChecker statements;
  VariableChecker variables;
  HostValues host;
};

}  // namespace tilescope::language
