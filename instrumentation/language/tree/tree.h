// The meaning of a text, as a tree: every name looked up, every conversion spelled out, every template given its
// arguments. The machine runs it, and the text for a GPU is written from it.
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
  local,      // a thread's own
  parameter,  // likewise, with a first value from outside
  shared,     // a block's
  constant,   // __constant__
  device,     // __device__
  fixed,      // a constant of the file with a known value, an array of them included
  place,      // threadIdx, blockIdx, blockDim, gridDim, warpSize
};

struct Variable {
  std::string_view name;       // empty for a temporary
  std::string_view full_name;  // of the file's: with namespaces
  Type type;
  Space space = Space::local;
  Place place;
  bool dynamic = false;  // extern __shared__: as large as the launch says
  bool is_static = false;
  bool is_constexpr = false;
  std::uint32_t alignment = 0;         // that of its type where 0
  const Expression* init = nullptr;    // how it begins; null: unset (shared and constant ones: not by this text)
  const Value* value = nullptr;        // of a constant
  const Function* function = nullptr;  // it belongs to; null for the file's
};

enum class ExpressionKind : std::uint8_t {
  constant,     // value
  string,       // text: the bytes; an array of const char
  variable,     // variable; of a reference: what it refers to
  field,        // field of a, which is an object (a place or a value)
  element,      // *(a + b): a is a pointer, b an integer
  dereference,  // *a
  address,      // &a
  load,         // the value that stands in the place a
  decay,        // the array a as a pointer to its first element
  convert,      // a as another type: numbers, pointers, to bool, an enumeration, void
  reinterpret,  // the place a seen as another type: reinterpret_cast<float4&>(x)
  negate,       // -a
  complement,   // ~a
  invert,       // !a
  binary,       // a op b: both of one type, which for shifts may differ; comparisons give bool
  offset,       // a + b or a - b: a is a pointer, b an integer
  distance,     // a - b, both pointers
  both,         // a && b
  either,       // a || b
  choice,       // a ? b : c
  sequence,     // a, b
  assign,       // a = b; gives the place a
  compound,     // a op= b: a is brought to `computed`, b is of it already; gives the place a
  increment,    // ++a, --a, a++, a-- (op is plus_plus or minus_minus; before)
  call,         // function(list); a method's object comes first, as a pointer
  builtin,      // builtin(list)
  aggregate,    // {list}: an array or a structure; what is missing is zero
  zero,         // all bits 0
  object,       // a value of a structure: function, a constructor, called on a new one with list
  keep,         // the value a, put somewhere for the time of the statement: what a const reference refers to
  broken,       // was told of
};

// How an addition of floats or doubles is rounded: with one of its products, as one multiply-add, or by itself.
enum class Fused : std::uint8_t { none, left, right };

// Which members have a meaning is said above. `type` is never a reference.
struct Expression {
  ExpressionKind kind = ExpressionKind::broken;
  bool is_place = false;  // an lvalue: something that can be assigned to (unless const), or whose address can be taken
  Mark op = Mark::none;
  bool before = false;
  Fused fused = Fused::none;
  Type type;
  Place place;  // all of it
  Place at;     // what stands for it: an operator, a name
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
  variable,    // variables begin here, with their first values
  if_,         // condition body else_body
  loop,        // condition first (for, while) or last (do); step after the body
  switch_,     // expression; body holds the cases
  case_,       // value, or `otherwise`: a label
  label,       // name: where a goto goes to
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
  const Expression* condition = nullptr;  // null: always
  const Expression* expression = nullptr;
  const Expression* step = nullptr;
  const Value* value = nullptr;
  std::string_view name;  // of a label
  const Statement* body = nullptr;
  const Statement* else_body = nullptr;
  std::span<const Statement* const> list;
  std::span<const Variable* const> variables;
};

struct TemplateValue {  // one of the two
  Type type;
  const Value* value = nullptr;
};

struct Function {
  std::string_view name;       // as it is written: "at"
  std::string_view full_name;  // with namespaces, structure and template arguments: "Matrix::at", "reduce<256>"
  Place place;                 // of its name
  Place head;
  Type result;
  std::span<const Variable* const> parameters;  // a method's `this` first
  std::span<const Variable* const> locals;      // all of them, shared ones included
  std::span<const Expression* const> fields;    // a constructor's first assignments, done before the body
  const Statement* body = nullptr;              // null: was told of, or declared only
  std::span<const Function* const> calls;       // each once
  const Structure* of = nullptr;
  bool is_kernel = false;
  bool for_device = false;
  bool is_constexpr = false;
  bool is_constructor = false;
  bool waits = false;             // for the block, itself or what it calls
  std::int64_t most_threads = 0;  // of __launch_bounds__; 0 if it is not said
};

}  // namespace tilescope::language
