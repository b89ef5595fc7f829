#include "instrumentation/language/checker/knobs.h"

#include <set>

namespace tilescope::language {

namespace {

// The number that is all of a macro's body, apart from brackets and a sign; empty if there is more.
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

// True for a number in the source itself, apart from brackets and a sign.
bool is_number(const syntax::Expression* e) {
  while (e->kind == syntax::ExpressionKind::unary && e->op == Mark::minus) e = e->a;
  if (e->kind == syntax::ExpressionKind::braces && e->list.size() == 1) e = e->list[0];
  return e->kind == syntax::ExpressionKind::number && e->expansion == 0;
}

}  // namespace

std::uint32_t Knobs::number_of(Knob::Kind kind, std::string_view name, std::string value, Place place) {
  for (std::uint32_t n = 0; n < all_.size(); ++n)
    if (all_[n].name == name && all_[n].kind == kind) return n;
  all_.push_back({std::string(name), kind, std::move(value), false, place});
  return static_cast<std::uint32_t>(all_.size() - 1);
}

void Knobs::note_macro(std::uint32_t expansion) {
  if (collecting_ == nullptr || expansion == 0 || expansion >= preprocessed_.expansions.size()) return;
  const Macro& macro = preprocessed_.macros[preprocessed_.expansions[expansion].macro];
  const auto [at, fresh] = of_macro_.try_emplace(macro.name);
  if (fresh)
    if (const std::string_view text = only_number(macro); !text.empty())
      if (const Literal literal = number(text); literal.value && !literal.value->is_floating())
        at->second = number_of(Knob::Kind::macro, macro.name, to_text(*literal.value), macro.place);
  if (at->second) add(*collecting_, *at->second);
}

void Knobs::note(const void* thing) {
  if (collecting_ == nullptr) return;
  if (const auto at = of_.find(thing); at != of_.end())
    for (const std::uint32_t knob : at->second) add(*collecting_, knob);
}

const Expression* Knobs::value(const Variable& variable, const syntax::Expression* written, const Expression* value) {
  const Value* const known = Build::known(value);
  if (known == nullptr || known->is_floating() || written == nullptr || !is_number(written)) return value;
  Value now = *known;
  if (const auto given = given_.find(variable.name); given != given_.end()) {
    const bool negative = given->second.starts_with('-');
    const Literal literal = number(std::string_view(given->second).substr(negative ? 1 : 0));
    if (literal.value)
      now = language::converted(negative ? *language::folded(Mark::minus, *literal.value).value : *literal.value,
                                known->kind);
    else
      build_.diagnostics().warning(variable.place, Mistake::bad_knob,
                                   quoted(variable.name) + " cannot be " + given->second + ": it must be a number");
  }
  of_[&variable] = {number_of(Knob::Kind::constant, variable.name, to_text(now), variable.place)};
  return build_.constant(now, value->type, value->place);
}

void Knobs::add_of_launch(std::string_view kernel, const Numbers& knobs) {
  Numbers& all = of_launches_[kernel];
  for (const std::uint32_t knob : knobs) add(all, knob);
}

std::vector<Knob> Knobs::of(const Kernel& kernel) const {
  std::set<std::uint32_t> needed;
  std::set<const Function*> seen{kernel.function};
  std::vector<const Function*> left{kernel.function};
  const auto add_all = [&](const auto& numbers, const auto& key) {
    if (const auto at = numbers.find(key); at != numbers.end()) needed.insert(at->second.begin(), at->second.end());
  };
  add_all(of_launches_, kernel.name);
  while (!left.empty()) {
    const Function& function = *left.back();
    left.pop_back();
    for (const Variable* const v : function.locals)
      if (v->type.is_array() || v->type.is_structure()) add_all(of_, v);
    for (const Function* const next : function.calls)
      if (seen.insert(next).second) left.push_back(next);
  }
  std::vector<Knob> all = kernel.knobs;
  std::vector<Knob> numbers;
  for (const std::uint32_t n : needed) numbers.push_back(all_[n]);
  std::stable_sort(numbers.begin(), numbers.end(),
                   [](const Knob& a, const Knob& b) { return a.place.offset < b.place.offset; });
  all.insert(all.end(), numbers.begin(), numbers.end());
  return all;
}

}  // namespace tilescope::language
