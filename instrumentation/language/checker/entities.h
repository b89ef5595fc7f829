// What names stand for while a source is checked: file-level declarations, structures with their methods, and
// declarations in functions.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {

using Namespaces = std::span<const std::string_view>;
using TemplateValues = std::vector<TemplateValue>;

// What a template's parameters stand for, nested in the bindings of the enclosing template.
struct Binding {
  std::string_view name;
  TemplateValue value;
  Place place;        // of the parameter
  bool knob = false;  // of a kernel: it can be changed from outside
};
struct Bindings {
  const Bindings* outer = nullptr;
  std::span<const Binding> all;
};

struct Record;

// A function as written, and what it became for each set of template arguments.
struct Callable {
  const syntax::Declaration* declaration = nullptr;
  const syntax::Declaration* first = nullptr;  // a declaration before the definition, with default arguments
  const Record* of = nullptr;
  const Bindings* bindings = nullptr;  // of its structure
  Namespaces namespaces;
  bool of_template = false;  // a method of a structure template, defined outside it: not a template itself
  std::vector<const syntax::Declaration*> specializations;
  struct Made {
    TemplateValues arguments;
    Function* function = nullptr;
    const Bindings* bindings = nullptr;
    const syntax::Declaration* declaration = nullptr;  // a specialization may replace the template
    bool failed = false;                               // its head is not valid for these arguments
    enum class Body : std::uint8_t { none, queued, working, done } body = Body::none;
  };
  std::deque<Made> made;
};

enum class Progress : std::uint8_t { fresh, working, done };

// A structure with everything needed to look into it.
struct Record {
  Structure* structure = nullptr;
  const syntax::Structure* syntax = nullptr;  // null for CUDA's vectors
  const Bindings* bindings = nullptr;
  Namespaces namespaces;
  const void* made_from = nullptr;  // the template
  TemplateValues arguments;
  std::vector<std::pair<std::string_view, Callable*>> methods;  // including operators and conversions
  std::vector<Callable*> constructors;
  std::unordered_map<const syntax::Enumeration*, Type> enumerations;  // nested ones, if it is of a template
  bool has_default = false;            // a constructor without arguments that is `= default`
  std::vector<std::size_t> beginning;  // fields whose initial values are being checked
  bool begins_unset = false;           // a field has no initial value; false if this was not checked
  std::vector<std::pair<std::string_view, const syntax::Declaration*>> others;  // static members and types
  std::vector<const syntax::Declaration*> first_values;                         // of each field
  std::unordered_map<std::string_view, const Variable*> constants;              // static members used so far
  std::unordered_map<std::string_view, Type> types;                             // nested types
  std::vector<std::pair<TemplateValues, Record*>> inner;                        // of nested templates
  Progress progress = Progress::fresh;
};

enum class EntityKind : std::uint8_t { variable, function, structure, enumeration, enumerator, alias, host };

// Something that the file declares by name.
struct Entity {
  EntityKind kind = EntityKind::host;
  std::string_view name;
  Place place;
  Namespaces namespaces;
  const syntax::Item* item = nullptr;
  const syntax::Declaration* declaration = nullptr;
  const syntax::Structure* structure = nullptr;
  const syntax::Enumeration* enumeration = nullptr;
  Progress progress = Progress::fresh;
  // Results of the check.
  Callable* callable = nullptr;
  Variable* variable = nullptr;
  Type type;
  const Value* value = nullptr;
  std::vector<Record*> records;                                 // of a structure, by arguments
  std::vector<std::pair<TemplateValues, Variable*>> variables;  // of a variable template
  std::vector<const syntax::Declaration*> specializations;
};

// What a name in a function stands for.
struct Symbol {
  std::string_view name;
  const Variable* variable = nullptr;  // or
  Type type;                           // or
  const Value* value = nullptr;        // an enumerator, with its type
};

[[nodiscard]] bool same(const TemplateValue& a, const TemplateValue& b);
[[nodiscard]] bool same(const TemplateValues& a, const TemplateValues& b);

}  // namespace tilescope::language
