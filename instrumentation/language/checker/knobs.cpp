// Knobs: the numbers of a text on which its arrays and launches depend, and which somebody may want to change.
#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>

#include "instrumentation/language/checker/checking.h"

namespace tilescope::language {

namespace {

// The number that is all of a macro's text, brackets and a sign aside; empty where there is more to it.
std::string_view only_number(const Macro& macro) {
  if (macro.takes_arguments || macro.place.length == 0) return {};
  const Token* number = nullptr;
  for (const Token& token : macro.body) {
    if (token.kind == TokenKind::number && number == nullptr)
      number = &token;
    else if (!token.is(Mark::open_paren) && !token.is(Mark::close_paren) && !token.is(Mark::minus))
      return {};
  }
  return number == nullptr ? std::string_view() : number->text;
}

// A number of the text itself, brackets and a sign aside.
bool is_number(const syntax::Expression* e) {
  while (e->kind == syntax::ExpressionKind::unary && e->op == Mark::minus) e = e->a;
  if (e->kind == syntax::ExpressionKind::braces && e->list.size() == 1) e = e->list[0];
  return e->kind == syntax::ExpressionKind::number && e->expansion == 0;
}

}  // namespace

// As "in", "in + 3" and "in - 3" name them, of pointers to the same type.
std::vector<Checker::Led> Checker::led_of(const Function& f) const {
  std::vector<Led> all;
  if (!f.is_kernel) return all;
  for (const Variable* const v : f.parameters) {
    const auto given = options_.knobs.find(v->name);
    if (given == options_.knobs.end() || !v->type.is_pointer() || v->type.is_const()) continue;
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
    for (const Variable* const into : f.parameters)
      if (into->name == name && into->type.is_pointer() && same_but_const(into->type.inner(), v->type.inner()))
        all.push_back({v, into, elements, said});
  }
  // One that leads into its own array is set last, when no other needs its beginning any more.
  std::stable_partition(all.begin(), all.end(), [](const Led& led) { return led.pointer != led.into; });
  return all;
}

std::vector<const Statement*> Checker::led_pointers(const Function& f) {
  std::vector<const Statement*> list;
  for (const Led& led : led_of(f)) {
    const Place at = led.pointer->place;
    const Expression* to = build_.value(build_.variable(*led.into, at));
    if (led.elements != 0) to = build_.binary(Mark::plus, to, build_.integer(led.elements, at), at);
    Statement* const s = arena_.make<Statement>();
    s->kind = StatementKind::expression;
    s->expression = build_.assign(build_.variable(*led.pointer, at), build_.converted(to, led.pointer->type), at);
    s->place = s->at = at;
    list.push_back(s);
  }
  return list;
}

std::uint32_t Checker::knob(Knob::Kind kind, std::string_view name, std::string value, Place place) {
  for (std::uint32_t n = 0; n < knobs_.size(); ++n)
    if (knobs_[n].name == name && knobs_[n].kind == kind) return n;
  knobs_.push_back({std::string(name), kind, std::move(value), false, place});
  return static_cast<std::uint32_t>(knobs_.size() - 1);
}

void Checker::note_macro(std::uint32_t expansion) {
  if (collecting_ == nullptr || expansion == 0 || expansion >= preprocessed_.expansions.size()) return;
  const Macro& macro = preprocessed_.macros[preprocessed_.expansions[expansion].macro];
  const auto [at, fresh] = knob_of_macro_.try_emplace(macro.name);
  if (fresh)
    if (const std::string_view text = only_number(macro); !text.empty())
      if (const Literal literal = number(text); literal.value && !literal.value->is_floating())
        at->second = knob(Knob::Kind::macro, macro.name, to_text(*literal.value), macro.place);
  if (at->second) Collecting::add(*collecting_, *at->second);
}

void Checker::note_variable(const void* variable) {
  if (collecting_ == nullptr) return;
  if (const auto at = knobs_of_.find(variable); at != knobs_of_.end())
    for (const std::uint32_t knob : at->second) Collecting::add(*collecting_, knob);
}

// A constant that is given as a number is a knob, and may be given another.
const Expression* Checker::knob_value(const Variable& variable, const syntax::Expression* written,
                                      const Expression* value) {
  const Value* const known = Build::known(value);
  if (known == nullptr || known->is_floating() || written == nullptr || !is_number(written)) return value;
  Value now = *known;
  if (const auto given = options_.knobs.find(variable.name); given != options_.knobs.end()) {
    const bool negative = given->second.starts_with('-');
    const Literal literal = number(std::string_view(given->second).substr(negative ? 1 : 0));
    if (literal.value)
      now = converted(negative ? *language::folded(Mark::minus, *literal.value).value : *literal.value, known->kind);
    else
      diagnostics_.warning(variable.place, Mistake::bad_knob,
                           quoted(variable.name) + " cannot be " + given->second + ": it is a number");
  }
  knobs_of_[&variable] = {knob(Knob::Kind::constant, variable.name, to_text(now), variable.place)};
  return build_.constant(now, value->type, value->place);
}

std::vector<Knob> Checker::knobs_of(const Function& kernel, const std::vector<Knob>& of_template) {
  std::set<std::uint32_t> needed;
  std::set<const Function*> seen{&kernel};
  std::vector<const Function*> left{&kernel};
  const auto add = [&](const void* thing) {
    if (const auto at = knobs_of_.find(thing); at != knobs_of_.end())
      needed.insert(at->second.begin(), at->second.end());
  };
  while (!left.empty()) {
    const Function& function = *left.back();
    left.pop_back();
    for (const Variable* const v : function.locals)
      if (v->type.is_array() || v->type.is_structure()) add(v);
    add(&function);  // what its launches depend on
    for (const Function* const next : function.calls)
      if (seen.insert(next).second) left.push_back(next);
  }
  std::vector<Knob> all = of_template;
  std::vector<Knob> numbers;
  for (const std::uint32_t n : needed) numbers.push_back(knobs_[n]);
  std::stable_sort(numbers.begin(), numbers.end(),
                   [](const Knob& a, const Knob& b) { return a.place.offset < b.place.offset; });
  all.insert(all.end(), numbers.begin(), numbers.end());
  return all;
}

}  // namespace tilescope::language
