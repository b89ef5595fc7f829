// The syntax tree: names are not yet looked up and types not yet known. The parser makes it, the checker reads it, a
// template once for each set of arguments.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tokens/token.h"

namespace tilescope::language::syntax {

struct Expression;
struct Statement;
struct TypeName;
struct Declaration;
struct Structure;
struct Enumeration;

struct TemplateArgument {  // a type or a value
  const TypeName* type = nullptr;
  const Expression* value = nullptr;
  Place place;
};

// `b<4>` in `a::b<4>::c`.
struct NamePart {
  std::string_view text;  // "operator+" for an operator; "~T" for a destructor
  Place place;
  bool has_arguments = false;
  std::span<const TemplateArgument> arguments;
};

struct Name {
  std::span<const NamePart> parts;  // at least one
  bool global = false;              // with a leading ::
  Place place;
  std::uint32_t expansion = 0;  // as in Token

  [[nodiscard]] const NamePart& last() const { return parts.back(); }
};

enum class ExpressionKind : std::uint8_t {
  number,       // text
  character,    // text
  string,       // list: its pieces
  boolean,      // text: true or false
  null,         // nullptr
  self,         // this
  name,         // name
  unary,        // op a: + - ! ~ * & ++ --
  postfix,      // a op: ++ --
  binary,       // a op b: arithmetic, comparison, bits, shifts, && ||
  assign,       // a op b: = and compound ones
  comma,        // a, b
  conditional,  // a ? b : c
  call,         // a(list)
  subscript,    // a[b]
  member,       // a.name or a->name (op is dot or arrow)
  cast,         // (type) a: op none; static_cast and similar ones: text is the word
  construct,    // type(list) or type{list}: braces tells which
  size_of,      // sizeof a, or of type; text is sizeof or alignof
  braces,       // {list}: only as an initializer, argument or returned value
  outside,      // legal C++ outside the subset (lambda, new, throw, ...): reported when checked; text names it
  broken,       // could not be parsed; already reported
};

// ExpressionKind says which members are used.
struct Expression {
  ExpressionKind kind = ExpressionKind::broken;
  Mark op = Mark::none;
  bool braces = false;
  bool in_parens = false;       // in its own parentheses
  std::uint16_t height = 1;     // of the tree; at most 500
  std::uint32_t expansion = 0;  // of its first token, as in Token
  Place place;                  // all of it
  Place at;                     // the operator, or the whole expression
  std::string_view text;
  const Name* name = nullptr;
  const TypeName* type = nullptr;
  const Expression* a = nullptr;
  const Expression* b = nullptr;
  const Expression* c = nullptr;
  std::span<const Expression* const> list;
};

// The part of a declaration before its names.
struct Specifiers {
  enum class Base : std::uint8_t { none, words, named, automatic, type_of, structure, enumeration };
  Base base = Base::none;
  Place place;       // all of them
  Place base_place;  // of the words that name the type

  // words: void bool char int float double wchar_t, with their modifiers
  Keyword word = Keyword::none;  // none: only unsigned, long and the like
  bool is_unsigned = false, is_signed = false, is_short = false;
  std::uint8_t longs = 0;
  const Name* name = nullptr;                // named; also `struct Name` and `enum Name` without a body
  const Expression* expression = nullptr;    // type_of: decltype(expression)
  const Structure* structure = nullptr;      // with a body
  const Enumeration* enumeration = nullptr;  // with a body

  bool is_const = false, is_volatile = false;
  bool is_typedef = false, is_static = false, is_extern = false, is_inline = false, is_constexpr = false;
  bool is_virtual = false, is_explicit = false, is_friend = false, is_mutable = false;
  bool global = false, device = false, host = false;  // __global__ ...
  bool shared = false, constant = false, managed = false, restricted = false;
  const Expression* alignment = nullptr;  // alignas(e), __align__(e), __attribute__((aligned(e)))
  const TypeName* aligned_as = nullptr;   // alignas(type)
  std::span<const Expression* const> launch_bounds;

  [[nodiscard]] bool for_device() const { return global || device || shared || constant || managed; }
};

// A step outward from the name: `float (*p)[16]` is a pointer, then an array.
struct DeclaratorStep {
  enum class Kind : std::uint8_t { pointer, reference, moved_reference, array, function };
  Kind kind = Kind::pointer;
  bool is_const = false, is_volatile = false, is_restrict = false;  // of a pointer; a member function may be const
  Place place;
  const Expression* size = nullptr;  // array; null for []
  std::span<const Declaration* const> parameters;
  bool variadic = false;
  const TypeName* result = nullptr;  // of a function: -> type
};

// A type without a name, as in a cast or template argument.
struct TypeName {
  const Specifiers* specifiers = nullptr;
  std::span<const DeclaratorStep> steps;
  Place place;
};

struct TemplateParameter {
  enum class Kind : std::uint8_t { type, value, other };  // other: packs and templates of templates
  Kind kind = Kind::type;
  std::string_view name;  // may be empty
  Place place;
  const TypeName* value_type = nullptr;  // int in <int T>
  const TypeName* default_type = nullptr;
  const Expression* default_value = nullptr;
};

// How a variable is initialized.
enum class Initializer : std::uint8_t { none, equals, parens, braces };

struct MemberInitializer {  // `width(w)` between a constructor's head and body
  std::string_view name;
  Place place;
  std::span<const Expression* const> values;
};

// One declared thing: `int a = 1, *b;` declares two with the same specifiers.
enum class DeclarationKind : std::uint8_t {
  variable,          // also a parameter or a member
  function,          // with a body or without
  structure,         // alone: struct S { ... };
  enumeration,       // alone
  alias,             // typedef, using = ...
  use,               // using namespace a; using a::b; namespace b = a;
  static_assertion,  // init: the condition; message: its text
  instantiation,     // template __global__ void f<16>(...);
  empty,
};

struct Declaration {
  DeclarationKind kind = DeclarationKind::empty;
  Place place;       // all that is parsed (of a function: its head)
  Place name_place;  // where the name is or would be
  const Specifiers* specifiers = nullptr;
  const Name* name = nullptr;  // null for an unnamed parameter; several parts for S::f
  std::span<const DeclaratorStep> steps;
  Initializer how = Initializer::none;
  const Expression* init = nullptr;           // equals (may be `braces`); static_assertion
  std::span<const Expression* const> values;  // parens, braces
  const Expression* bits = nullptr;           // of a bit-field
  std::string_view message;                   // of a static_assert
  bool uses_namespace = false;                // using namespace a
  std::string_view alias;                     // namespace alias = a

  // templates
  bool is_template = false;  // template <...> before it; a specialization has no parameters
  std::span<const TemplateParameter> parameters;
  bool specialization = false;  // template <>

  // functions
  const Statement* body = nullptr;
  std::span<const MemberInitializer> initializers;
  bool is_constructor = false, is_destructor = false;
  bool is_defaulted = false, is_deleted = false;
  bool of_host = false;                   // a member without __device__ or constexpr: only its name is known
  const TypeName* converts_to = nullptr;  // operator float()
};

struct Structure {
  Place place;
  Keyword word = Keyword::struct_;  // struct, class or union
  const Name* name = nullptr;       // may be null; with arguments for a specialization
  Place name_place;
  bool has_bases = false;
  Place bases_place;
  std::span<const Declaration* const> members;
  const Expression* alignment = nullptr;
};

struct Enumerator {
  std::string_view name;
  Place place;
  const Expression* value = nullptr;
};

struct Enumeration {
  Place place;
  const Name* name = nullptr;
  bool scoped = false;
  const TypeName* kept_in = nullptr;
  std::span<const Enumerator> enumerators;
};

enum class StatementKind : std::uint8_t {
  empty,
  block,        // list
  expression,   // expression
  declaration,  // declarations
  if_,          // init? (condition or declarations) body else_body; is_constexpr
  for_,         // init condition step body
  for_each,     // declarations[0] : expression
  while_,
  do_,
  switch_,
  case_,  // expression; else_body is not used; body: the statement after the colon (empty if a } follows)
  default_,
  break_,
  continue_,
  return_,  // expression or null
  goto_,    // text: where to
  label,    // text
  outside,  // legal C++ outside the subset: try, asm; text names it
  broken,
};

struct Statement {
  StatementKind kind = StatementKind::broken;
  bool is_constexpr = false;
  Place place;    // from its first token to its last; its first line matters
  Place keyword;  // of `if`, `for`, `return`, ...
  std::string_view text;
  const Statement* init = nullptr;                   // for, if, switch: the part before the first ;
  const Expression* condition = nullptr;             // if, for, while, do, switch
  std::span<const Declaration* const> declarations;  // declaration; a condition that declares; for_each
  const Expression* step = nullptr;                  // for
  const Expression* expression = nullptr;            // expression, return, case, for_each's range
  const Statement* body = nullptr;
  const Statement* else_body = nullptr;
  std::span<const Statement* const> list;  // block
  bool in_block = false;                   // a body in braces
};

// A launch `kernel<<<grid, block>>>(...)` in a host function.
struct Launch {
  Place place;  // from the kernel's name to the closing )
  const Name* kernel = nullptr;
  std::span<const Expression* const> configuration;  // null if one could not be read
  std::span<const Expression* const> arguments;
  std::uint32_t function = 0;                     // the item that contains it
  std::uint32_t first_token = 0, last_token = 0;  // [first, last): from the kernel's name to the end
};

// Device memory that a host function allocates, as `cudaMalloc(&a, n * sizeof(float))` does.
struct Allocation {
  std::string_view name;  // of the pointer
  const Expression* bytes = nullptr;
  std::uint32_t function = 0;                     // as for a launch
  std::uint32_t first_token = 0, last_token = 0;  // [first, last): the whole call
};

// Something at file or namespace level.
enum class ItemKind : std::uint8_t {
  declaration,  // parsed
  passed_over,  // host code: not parsed
};

struct Item {
  ItemKind kind = ItemKind::declaration;
  Place place;
  std::span<const std::string_view> namespaces;  // that contain it, outermost first; "" for an unnamed one
  const Declaration* declaration = nullptr;      // null if it was not parsed
  std::string_view name;                         // of a skipped item, if known
  Place name_place;
  std::uint32_t first_token = 0, last_token = 0;  // [first, last)
  bool for_device = false;                        // __global__, __device__, __constant__, ...
  // Mistakes in something that device code may not need (a struct, a constant): reported once it is used.
  const Diagnostics* put_aside = nullptr;
};

struct File {
  std::span<const Item> items;
  std::span<const Launch> launches;
  std::span<const Allocation> allocations;
  std::span<const std::string_view> inline_namespaces;  // their names are visible in the namespace around them
};

}  // namespace tilescope::language::syntax
