#include "instrumentation/executors/cuda/plain_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "instrumentation/language/preprocessor/headers_known.h"
#include "instrumentation/machine/run.h"

namespace tilescope::cuda {

namespace {

using language::Knob;
using language::Place;

// Lines stay where they are.
void leave_out(std::string& text, Place place) {
  for (std::uint32_t n = place.offset; n < place.end() && n < text.size(); ++n)
    if (text[n] != '\n' && text[n] != '\r') text[n] = ' ';
}

// The number behind a name: to the end of its line in a macro, else behind a = or in brackets.
void turn(std::string& text, const Knob& knob, const std::string& value) {
  std::size_t at = knob.place.end();
  std::size_t end = at;
  if (knob.kind == Knob::Kind::macro) {
    while (end < text.size() && text[end] != '\n' && text[end] != '\r' && text.compare(end, 2, "//") != 0 &&
           text.compare(end, 2, "/*") != 0)
      ++end;
    text.replace(at, end - at, " " + value + " ");
    return;
  }
  at = text.find(knob.name, knob.place.offset);
  if (at == std::string::npos) return;
  at += knob.name.size();
  while (at < text.size() && (std::isspace(static_cast<unsigned char>(text[at])) != 0 || text[at] == '=' ||
                              text[at] == '{' || text[at] == '('))
    ++at;
  end = at;
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '-' || text[end] == '\''))
    ++end;
  text.replace(at, end - at, value);
}

constexpr const char* types = R"(#pragma once
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long intptr_t;
typedef unsigned long uintptr_t;
#define __builtin_inff() __int_as_float(0x7f800000)
#define __builtin_inf() __longlong_as_double(0x7ff0000000000000)
#define __builtin_huge_valf() __builtin_inff()
#define __builtin_huge_val() __builtin_inf()
#define __builtin_nanf(text) __int_as_float(0x7fc00000)
#define __builtin_nan(text) __longlong_as_double(0x7ff8000000000000)
#undef assert
#define assert(condition) ((condition) ? (void)0 : __trap())
namespace std {
using size_t = decltype(sizeof 0);
using ptrdiff_t = long;
using ::int8_t; using ::uint8_t; using ::int16_t; using ::uint16_t;
using ::int32_t; using ::uint32_t; using ::int64_t; using ::uint64_t;
using ::min; using ::max; using ::abs; using ::fabs; using ::sqrt; using ::exp; using ::log; using ::pow;
using ::sin; using ::cos; using ::tanh; using ::floor; using ::ceil; using ::fma; using ::fmin; using ::fmax;
}
)";

}  // namespace

const std::string& stand_in() {
  static const std::string text = [] {
    std::string all = types;
    for (const language::KnownMacro& macro : language::known_macros())
      if (!macro.body.empty()) all += fmt::format("#ifndef {0}\n#define {0} {1}\n#endif\n", macro.name, macro.body);
    return all;
  }();
  return text;
}

PlainText plain_text(const RecordedKernel& kernel) {
  const language::Program& program = kernel.prepared->program();
  const language::Kernel& entry = *kernel.prepared->code().kernel;
  PlainText plain;
  plain.text = kernel.text;
  plain.kernel = entry.function->full_name;
  plain.includes = program.includes();
  for (const Place& place : program.beside(entry)) leave_out(plain.text, place);
  if (plain.text.starts_with("\xef\xbb\xbf")) plain.text.replace(0, 3, 3, ' ');  // a mark of the encoding
  std::vector<Knob> turned;
  for (const Knob& knob : entry.knobs)
    if (kernel.knobs.count(knob.name) > 0 && (knob.kind == Knob::Kind::macro || knob.kind == Knob::Kind::constant))
      turned.push_back(knob);
  std::sort(turned.begin(), turned.end(), [](const Knob& a, const Knob& b) { return a.place.offset > b.place.offset; });
  for (const Knob& knob : turned) turn(plain.text, knob, kernel.knobs.find(knob.name)->second);
  std::string before = "#include \"tilescope_stand_in\"\n";
  for (const auto& [name, value] : kernel.defined) before += fmt::format("#define {} {}\n", name, value);
  plain.text = before + "#line 1\n" + plain.text;
  return plain;
}

}  // namespace tilescope::cuda
