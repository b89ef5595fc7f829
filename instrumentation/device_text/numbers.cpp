// Writes the instructions and functions that compute numbers.
#include <algorithm>
#include <array>

#include "instrumentation/device_text/writer.h"
#include "instrumentation/machine/functions/functions.h"

namespace tilescope::device_text {

using language::TypeKind;
using machine::Cell;
using machine::Instruction;
using machine::Op;

namespace {

constexpr std::string_view function_of_op(Op op) {
  switch (op) {
    case Op::add: return "add";
    case Op::subtract: return "subtract";
    case Op::multiply: return "multiply";
    case Op::divide: return "divide";
    case Op::remainder: return "remainder_of";
    case Op::shift_left: return "shift_left";
    case Op::shift_right: return "shift_right";
    case Op::least: return "least";
    case Op::greatest: return "greatest";
    case Op::negate: return "negate";
    case Op::size: return "size_of";
    case Op::scale: return "scale";
    case Op::reach: return "reach";
    case Op::multiply_add: return "multiply_add";
    default: return "";
  }
}

constexpr std::string_view sign_of_op(Op op) {
  switch (op) {
    case Op::bit_and: return "&";
    case Op::bit_or: return "|";
    case Op::bit_xor: return "^";
    case Op::equal: return "==";
    case Op::not_equal: return "!=";
    case Op::less: return "<";
    case Op::less_equal: return "<=";
    default: return "";
  }
}

constexpr std::string_view conversion_to(Number number) {
  switch (number) {
    case Number::i32: return "to_i32";
    case Number::u32: return "to_u32";
    case Number::i64: return "to_i64";
    case Number::u64: return "to_u64";
    case Number::f32: return "to_f32";
    default: return "to_f64";
  }
}

constexpr std::string_view type_of_cell(Cell cell) {
  switch (cell) {
    case Cell::s8: return "i8";
    case Cell::u8: return "u8";
    case Cell::s16: return "i16";
    case Cell::u16: return "u16";
    default: return "";
  }
}

constexpr std::string_view type_of(TypeKind kind) {
  switch (kind) {
    case TypeKind::int_: return "int";
    case TypeKind::unsigned_int: return "unsigned int";
    case TypeKind::long_:
    case TypeKind::long_long: return "long long";
    case TypeKind::unsigned_long:
    case TypeKind::unsigned_long_long: return "unsigned long long";
    case TypeKind::float_: return "float";
    default: return "double";
  }
}

// The float version is the double version, rounded.
constexpr auto rounded_names = std::to_array<std::string_view>(
    {"acos",  "acosh",     "asin",    "asinh",  "atan",    "atan2",      "atanh",  "cbrt",     "ceil",      "cos",
     "cosh",  "cospi",     "erf",     "erfc",   "erfcinv", "erfcx",      "erfinv", "exp",      "exp10",     "exp2",
     "expm1", "fdim",      "floor",   "fmod",   "hypot",   "lgamma",     "log",    "log10",    "log1p",     "log2",
     "logb",  "nearbyint", "norm3d",  "norm4d", "normcdf", "normcdfinv", "pow",    "rcbrt",    "remainder", "rhypot",
     "rint",  "rnorm3d",   "rnorm4d", "round",  "rsqrt",   "sin",        "sincos", "sincospi", "sinh",      "sinpi",
     "sqrt",  "tan",       "tanh",    "tgamma", "trunc"});

// The double function for the name of a float function: expf and __expf are exp.
std::string_view wide_name(std::string_view name) {
  const auto known = [](std::string_view each) {
    return std::find(rounded_names.begin(), rounded_names.end(), each) != rounded_names.end();
  };
  if (name == "__frsqrt_rn") return "rsqrt";
  if (known(name)) return name;
  if (name.starts_with("__")) name.remove_prefix(2);
  if (known(name)) return name;
  if (name.ends_with('f')) name.remove_suffix(1);
  return known(name) ? name : std::string_view();
}

std::string listed(const std::vector<std::string>& all) { return fmt::format("{}", fmt::join(all, ", ")); }

// A call of a double function.
std::string wide_call(std::string_view name, const std::vector<std::string>& arguments) {
  const std::string& x = arguments[0];
  const std::string call = name == "rsqrt"   ? fmt::format("__ddiv_rn(1.0, sqrt({}))", x)
                           : name == "rcbrt" ? fmt::format("__ddiv_rn(1.0, cbrt({}))", x)
                                             : fmt::format("{}({})", name, listed(arguments));
  return fmt::format("settled({}, {}, {})", call, x, arguments.size() > 1 ? arguments[1] : x);
}

}  // namespace

void Writer::pure(const Instruction& i) {
  const std::string_view function = function_of_op(i.op), sign = sign_of_op(i.op);
  const std::string a = value(i.a, i.op == Op::convert ? i.from : i.op == Op::choose ? Number::i32 : i.number);
  if (i.op == Op::move) return set_bits(i.d, i.number, bits(i.a, i.number));
  if (i.op == Op::complement) return set(i.d, i.number, fmt::format("~{}", a));
  if (i.op == Op::choose)
    return set_bits(i.d, i.number, fmt::format("{} != 0 ? {} : {}", a, bits(i.b, i.number), bits(i.c, i.number)));
  if (i.op == Op::convert) {
    std::string converted = fmt::format("{}({})", conversion_to(i.number), a);
    if (const std::string_view cell = type_of_cell(i.cell); !cell.empty())
      converted = fmt::format("static_cast<i32>(static_cast<{}>({}))", cell, converted);
    return set(i.d, i.number, converted);
  }
  if (i.op >= Op::equal && i.op <= Op::less_equal)
    return set(i.d, Number::i32, fmt::format("{} {} {}", a, sign, value(i.b, i.number)));
  if (!sign.empty())
    return set_bits(i.d, i.number, fmt::format("{} {} {}", bits(i.a, i.number), sign, bits(i.b, i.number)));
  std::vector<std::string> arguments{a};
  const bool shifts = i.op == Op::shift_left || i.op == Op::shift_right;
  if (!i.b.is_none()) arguments.push_back(shifts ? bits(i.b, Number::u32) : value(i.b, i.number));
  if (!i.c.is_none()) arguments.push_back(value(i.c, i.number));
  const Number result = i.op == Op::scale || i.op == Op::reach ? Number::i32 : i.number;
  set(i.d, result, fmt::format("{}({})", function, listed(arguments)));
}

void Writer::function(const machine::Call& call) {
  const machine::Named named = machine::name_of(call.function);
  if (call.arguments.empty()) {  // a constant
    machine::Word result[1] = {};
    call.function(nullptr, result);
    return set_bits(call.results[0], call.result_numbers[0],
                    fmt::format("{:#x}{}", result[0], is_wide(call.result_numbers[0]) ? "ULL" : "U"));
  }
  std::vector<std::string> arguments;
  bool floats = true, doubles = true;
  for (std::size_t n = 0; n < call.arguments.size(); ++n) {
    arguments.push_back(
        fmt::format("static_cast<{}>({})", type_of(named.parameters[n]), value(call.arguments[n], call.numbers[n])));
    floats = floats && named.parameters[n] == TypeKind::float_;
    doubles = doubles && named.parameters[n] == TypeKind::double_;
  }
  const Number number = call.result_numbers[0];
  const std::string_view wide = floats || doubles ? wide_name(named.name) : std::string_view();
  if (floats && !wide.empty())
    for (std::string& each : arguments) each = fmt::format("static_cast<double>({})", each);
  const auto rounded = [&](const std::string& text) {
    return floats ? fmt::format("__double2float_rn({})", text) : text;
  };
  if (wide == "sincos" || wide == "sincospi") {
    const std::string_view end = wide.substr(6);
    put("  {{\n    const double x = {};\n", arguments[0]);
    set(call.results[1], call.result_numbers[1], rounded(wide_call(fmt::format("sin{}", end), {"x"})));
    set(call.results[2], call.result_numbers[2], rounded(wide_call(fmt::format("cos{}", end), {"x"})));
    put("  }}\n");
    return;
  }
  if (!wide.empty()) return set(call.results[0], number, rounded(wide_call(wide, arguments)));
  if (call.results.size() > 1) {  // frexp, modf, remquo
    const bool whole = call.result_numbers[1] == Number::i32;
    put("  {{\n    {} given = 0;\n", whole ? "int" : floats ? "float" : "double");
    arguments.push_back("&given");
    set(call.results[0], number, fmt::format("{}({})", named.name, listed(arguments)));
    set(call.results[1], call.result_numbers[1], "given");
    put("  }}\n");
    return;
  }
  const bool is_least = named.name == "fmin" || named.name == "fminf" || named.name == "min";
  const bool is_greatest = named.name == "fmax" || named.name == "fmaxf" || named.name == "max";
  if (is_least || is_greatest || named.name == "umin" || named.name == "umax" || named.name == "llmin" ||
      named.name == "llmax" || named.name == "ullmin" || named.name == "ullmax") {
    for (std::string& each : arguments) each = fmt::format("{}({})", conversion_to(number), each);
    return set(call.results[0], number,
               fmt::format("{}({})", named.name.find("min") != std::string_view::npos ? "least" : "greatest",
                           listed(arguments)));
  }
  if (named.name == "__fdividef" || named.name == "fdividef")
    return set(call.results[0], number, fmt::format("divide({})", listed(arguments)));
  if (named.name == "__builtin_expect") return set(call.results[0], number, arguments[0]);
  set(call.results[0], number, fmt::format("{}({})", named.name, listed(arguments)));
}

}  // namespace tilescope::device_text
