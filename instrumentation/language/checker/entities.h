// What names stand for while a text is checked: the file's things, structures with their methods, and what is declared
// within a function.
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

// What the parameters of a template stand for, within those of what it stands in.
struct Binding {
  std::string_view name;
  TemplateValue value;
  Place place;        // of the parameter
  bool knob = false;  // of a kernel: to be changed from outside
};
struct Bindings {
  const Bindings* outer = nullptr;
  std::span<const Binding> all;
};

struct Record;

// A function as it is written, and what it became for each of its templates' arguments.
struct Callable {
  const syntax::Declaration* declaration = nullptr;
  const syntax::Declaration* first = nullptr;  // a declaration before the definition, with default arguments
  const Record* of = nullptr;
  const Bindings* bindings = nullptr;  // of the structure
  Namespaces namespaces;
  bool of_template = false;  // the method of a structure's template, defined outside: no template itself
  std::vector<const syntax::Declaration*> specializations;
  struct Made {
    TemplateValues arguments;
    Function* function = nullptr;
    const Bindings* bindings = nullptr;
    const syntax::Declaration* declaration = nullptr;  // a specialization may take the place of the template
    bool failed = false;                               // its head makes no sense for these arguments
    enum class Body : std::uint8_t { none, queued, working, done } body = Body::none;
  };
  std::deque<Made> made;
};

enum class Progress : std::uint8_t { fresh, working, done };

// A structure with what it takes to look into it.
struct Record {
  Structure* structure = nullptr;
  const syntax::Structure* syntax = nullptr;  // null for CUDA's vectors
  const Bindings* bindings = nullptr;
  Namespaces namespaces;
  const void* made_from = nullptr;  // which template
  TemplateValues arguments;
  std::vector<std::pair<std::string_view, Callable*>> methods;  // operators and conversions, too
  std::vector<Callable*> constructors;
  std::unordered_map<const syntax::Enumeration*, Type> enumerations;  // in it, where it is of a template
  bool has_default = false;            // a constructor without arguments that is `= default`
  std::vector<std::size_t> beginning;  // fields whose first values are being looked at
  bool begins_unset = false;           // nothing says what a field begins with; false if it was not looked at
  std::vector<std::pair<std::string_view, const syntax::Declaration*>> others;  // static members and types
  std::vector<const syntax::Declaration*> first_values;                         // of each field
  std::unordered_map<std::string_view, const Variable*> constants;              // static members that were asked for
  std::unordered_map<std::string_view, Type> types;                             // nested ones
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
  // What it turned out to be.
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
