// The meaning of a source as a tree: names are looked up, conversions explicit, templates instantiated. The machine
// compiles it to instructions, which run on the CPU and are written as CUDA for the GPU.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "instrumentation/language/tree/builtin.h"
#include "instrumentation/language/tree/type.h"
#include "instrumentation/language/tree/value.h"

namespace tilescope::language {

struct Expression;
struct Statement;
struct Function;

enum class Space : std::uint8_t {
  local,      // of each thread
  parameter,  // the same, with an initial value from outside
  shared,     // of each block
  constant,   // __constant__
  device,     // __device__
  fixed,      // a file-level constant, or array of constants, with a known value
  place,      // threadIdx, blockIdx, blockDim, gridDim, warpSize
};

struct Variable {
  std::string_view name;       // empty for a temporary
  std::string_view full_name;  // with namespaces, if it is at file level
  Type type;
  Space space = Space::local;
  Place place;
  bool dynamic = false;  // extern __shared__: the launch gives its size
  bool is_static = false;
  bool is_constexpr = false;
  std::uint32_t alignment = 0;         // 0: that of its type
  const Expression* init = nullptr;    // null: unset (a shared or constant variable: not set by this source)
  const Value* value = nullptr;        // of a constant
  const Function* function = nullptr;  // that contains it; null at file level
};

enum class ExpressionKind : std::uint8_t {
  constant,     // value
  string,       // text: the bytes; an array of const char
  variable,     // variable; of a reference: what it refers to
  field,        // field of object a (a place or a value)
  element,      // *(a + b): a is a pointer, b an integer
  dereference,  // *a
  address,      // &a
  load,         // the value in place a
  decay,        // the array a as a pointer to its first element
  convert,      // a as another type: numbers, pointers, to bool, an enumeration, void
  reinterpret,  // the place a as another type: reinterpret_cast<float4&>(x)
  negate,       // -a
  complement,   // ~a
  invert,       // !a
  binary,       // a op b: both of one type, except in shifts; comparisons give bool
  offset,       // a + b or a - b: a is a pointer, b an integer
  distance,     // a - b, both pointers
  both,         // a && b
  either,       // a || b
  choice,       // a ? b : c
  sequence,     // a, b
  assign,       // a = b; gives the place a
  compound,     // a op= b: a is converted to `computed`, the type of b; gives the place a
  increment,    // ++a, --a, a++, a-- (op is plus_plus or minus_minus; before)
  call,         // function(list); a method's object comes first, as a pointer
  builtin,      // builtin(list)
  aggregate,    // {list}: an array or a structure; missing elements are zero
  zero,         // all bits 0
  object,       // a new structure: function is its constructor, called with list
  keep,         // the value a, stored until the statement ends: what a const reference refers to
  broken,       // already reported
};

// How an addition of floats or doubles is rounded: fused with one of its products as one multiply-add, or by itself.
enum class Fused : std::uint8_t { none, left, right };

// ExpressionKind says which members are used. `type` is never a reference.
struct Expression {
  ExpressionKind kind = ExpressionKind::broken;
  bool is_place = false;  // an lvalue: it can be assigned to (unless const), or its address can be taken
  Mark op = Mark::none;
  bool before = false;
  Fused fused = Fused::none;
  Type type;
  Place place;  // all of it
  Place at;     // its operator or name
  Type computed;
  const Value* value = nullptr;  // of a constant
  std::string_view text;
  const Variable* variable = nullptr;
  const Field* field = nullptr;
  const Function* function = nullptr;
  const Builtin* builtin = nullptr;
  const Expression* a = nullptr;
  const Expression* b = nullptr;
  const Expression* c = nullptr;
  std::span<const Expression* const> list;
};

enum class StatementKind : std::uint8_t {
  empty,
  block,       // list
  expression,  // expression
  variable,    // variables begin here, with their initial values
  if_,         // condition body else_body
  loop,        // condition first (for, while) or last (do); step after the body
  switch_,     // expression; body holds the cases
  case_,       // value, or `otherwise`: a label
  label,       // name: the target of a goto
  break_,
  continue_,
  return_,  // expression or null
  goto_,    // name
};

struct Statement {
  StatementKind kind = StatementKind::empty;
  bool condition_last = false;            // do
  bool otherwise = false;                 // default:
  Place place;                            // all of it
  Place at;                               // its first word, or its own line
  const Expression* condition = nullptr;  // null: always true
  const Expression* expression = nullptr;
  const Expression* step = nullptr;
  const Value* value = nullptr;
  std::string_view name;  // of a label
  const Statement* body = nullptr;
  const Statement* else_body = nullptr;
  std::span<const Statement* const> list;
  std::span<const Variable* const> variables;
};

struct TemplateValue {  // a type or a value
  Type type;
  const Value* value = nullptr;
};

struct Function {
  std::string_view name;       // as written: "at"
  std::string_view full_name;  // with namespaces, structure and template arguments: "Matrix::at", "reduce<256>"
  Place place;                 // of its name
  Place head;
  Type result;
  std::span<const Variable* const> parameters;  // a method's `this` first
  std::span<const Variable* const> locals;      // all of them, including shared ones
  std::span<const Expression* const> fields;    // a constructor's field initializers, run before the body
  const Statement* body = nullptr;              // null: only declared, or already reported
  std::span<const Function* const> calls;       // each once
  const Structure* of = nullptr;
  bool is_kernel = false;
  bool for_device = false;
  bool is_constexpr = false;
  bool is_constructor = false;
  bool waits = false;             // for the block, in itself or in what it calls
  std::int64_t most_threads = 0;  // of __launch_bounds__; 0 if not given
};

}  // namespace tilescope::language
