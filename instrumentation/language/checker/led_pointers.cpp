#include "instrumentation/language/checker/led_pointers.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace tilescope::language {

std::vector<Led> led_of(const Function& kernel, const Knobs::GivenValues& all_given) {
  std::vector<Led> all;
  if (!kernel.is_kernel) return all;
  for (const Variable* const v : kernel.parameters) {
    const auto given = all_given.find(v->name);
    if (given == all_given.end() || !v->type.is_pointer() || v->type.is_const()) continue;
    const std::string_view said = given->second;
    const std::size_t sign = said.find_first_of("+-");
    std::string_view name = said.substr(0, sign);
    while (name.ends_with(' ')) name.remove_suffix(1);
    std::int64_t elements = 0;
    if (sign != std::string_view::npos) {
      std::string_view digits = said.substr(sign + 1);
      while (digits.starts_with(' ')) digits.remove_prefix(1);
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), elements);
      if (error != std::errc() || end != digits.data() + digits.size()) continue;
      if (said[sign] == '-') elements = -elements;
    }
    for (const Variable* const into : kernel.parameters)
      if (into->name == name && into->type.is_pointer() && same_but_const(into->type.inner(), v->type.inner()))
        all.push_back({v, into, elements, said});
  }
  // A pointer into its own array is set last, when no other pointer needs its beginning any more.
  std::stable_partition(all.begin(), all.end(), [](const Led& led) { return led.pointer != led.into; });
  return all;
}

std::vector<const Statement*> led_pointers(const Function& kernel, const Knobs::GivenValues& given, Build& build,
                                           Operators& operators) {
  std::vector<const Statement*> list;
  for (const Led& led : led_of(kernel, given)) {
    const Place at = led.pointer->place;
    const Expression* to = build.value(build.variable(*led.into, at));
    if (led.elements != 0) to = operators.binary(Mark::plus, to, build.integer(led.elements, at), at);
    Statement* const s = build.arena().make<Statement>();
    s->kind = StatementKind::expression;
    s->expression = operators.assign(build.variable(*led.pointer, at), build.converted(to, led.pointer->type), at);
    s->place = s->at = at;
    list.push_back(s);
  }
  return list;
}

}  // namespace tilescope::language
