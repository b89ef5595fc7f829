// Chooses the function that a call means among those of a name, with deduced template arguments.
#include "instrumentation/language/checker/deduction.h"
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

using Written = syntax::ExpressionKind;
using Step = syntax::DeclaratorStep;
using Base = syntax::Specifiers::Base;

namespace {

// The one that fits better in one argument and worse in none: -1 the first, 1 the second, 0 neither.
int better(const std::vector<Fit>& a, const std::vector<Fit>& b) {
  bool first = false, second = false;
  for (std::size_t n = 0; n < std::min(a.size(), b.size()); ++n) {
    first |= a[n] < b[n];
    second |= b[n] < a[n];
  }
  return first == second ? 0 : first ? -1 : 1;
}

// True if the type of the parameter is one of these template parameters, which are given explicitly.
bool is_said(const syntax::Declaration& parameter, std::span<const syntax::TemplateParameter> said) {
  const syntax::Specifiers& s = *parameter.specifiers;
  if (s.base != Base::named || s.name->parts.size() != 1 || s.name->last().has_arguments) return false;
  return std::any_of(said.begin(), said.end(),
                     [&](const syntax::TemplateParameter& p) { return p.name == s.name->last().text; });
}

bool has_default(const syntax::Declaration& p) { return p.how != syntax::Initializer::none; }

}  // namespace

Fit OverloadResolution::argument_fit(const Argument& argument, Type to) {
  if (argument.value == nullptr) {
    if (to.is_reference()) to = to.inner();
    return to.is_structure() || to.is_array() || argument.written->list.size() <= 1 ? Fit::made : Fit::none;
  }
  const Expression& e = *argument.value;
  if (is_broken(&e) || to.is_unknown()) return Fit::exact;
  if (to.is_reference()) {
    const Type inner = to.inner();
    if (same_but_const(e.type, inner)) {
      if (e.is_place && holds_const(e.type) == holds_const(inner)) return Fit::exact;
      if (holds_const(inner)) return e.is_place ? Fit::qualified : Fit::exact;
      return Fit::none;
    }
    if (!inner.is_const()) return Fit::none;
    to = inner.plain();
  }
  const Fit fit = build_.fit(e, to);
  if (fit != Fit::none) return fit;
  const Quietly quietly(context_);
  return parts().conversions.user_converted(&e, to) != nullptr ? Fit::made : Fit::none;
}

std::optional<Candidate> OverloadResolution::candidate(Callable& callable, const syntax::NamePart* part,
                                                       std::vector<Argument>& arguments, const Expression* object,
                                                       Misfit& why) {
  const syntax::Declaration& d = *callable.declaration;
  for (const syntax::TemplateParameter& p : d.parameters)
    if (p.kind == syntax::TemplateParameter::Kind::other) {
      why = {Mistake::any_number_of_arguments,
             "is a variadic template or takes a template, which TileScope does not support"};
      return std::nullopt;
    }
  const auto parameters = parameters_of(d);
  const auto first = callable.first != nullptr ? parameters_of(*callable.first) : parameters;
  std::size_t least = 0;
  while (least < parameters.size() && !has_default(*parameters[least]) &&
         !(least < first.size() && has_default(*first[least])))
    ++least;
  if (arguments.size() > parameters.size() || arguments.size() < least) {
    why = {Mistake::argument_count, "takes " +
                                        (least < parameters.size() ? std::to_string(least) + " to " : std::string()) +
                                        count(parameters.size()) + ", but " + std::to_string(arguments.size()) +
                                        (arguments.size() == 1 ? " was given" : " were given")};
    return std::nullopt;
  }
  TemplateValues values;
  const bool is_template = d.is_template && !d.parameters.empty() && !callable.of_template;
  if (is_template) {
    const Bindings* bindings = callable.bindings;
    const auto found = deduced(callable, part, arguments, bindings, why);
    if (!found) return std::nullopt;
    values = *found;
  } else if (part != nullptr && part->has_arguments) {
    why = {Mistake::no_template, "is not a template"};
    return std::nullopt;
  }
  Callable::Made* const made = parts().functions.instance(callable, values);
  if (made == nullptr || (made->failed && is_template)) return std::nullopt;
  Candidate c{&callable, made, {}, is_template};
  const bool method = callable.of != nullptr;
  const auto types = made->function->parameters.subspan(method ? 1 : 0);
  if (method && object != nullptr && !d.is_constructor) {
    const bool constant = made->function->parameters[0]->type.inner().is_const();
    if (object->type.is_const() && !constant) {
      why = {Mistake::changes_const, "may change its object, which is const: write const after its parameters"};
      return std::nullopt;
    }
    c.fits.push_back(object->type.is_const() == constant ? Fit::exact : Fit::qualified);
  }
  for (std::size_t n = 0; n < arguments.size(); ++n) {
    const Fit fit = argument_fit(arguments[n], types[n]->type);
    if (fit == Fit::none) {
      const Expression* const value = arguments[n].value;
      if (value != nullptr && value->is_place && types[n]->type.is_pointer() && !value->type.is_pointer() &&
          build_.fit(*operators_.address(value, value->place), types[n]->type) != Fit::none)
        frame_->misfit = &arguments[n];
      why = {Mistake::argument_type,
             "takes " + with_article(types[n]->type) + " as its " + ordinal(n) + " argument, but this is " +
                 (value == nullptr ? "a list in braces" : with_article(build_.value(value)->type))};
      why.sentence.cause = types[n]->place;
      return std::nullopt;
    }
    c.fits.push_back(fit);
  }
  return c;
}

std::optional<Candidate> OverloadResolution::chosen(std::string_view name, const std::vector<Callable*>& all,
                                                    const syntax::NamePart* part, std::vector<Argument>& arguments,
                                                    const Expression* object, Place at, bool tell) {
  for (const Argument& a : arguments)
    if (a.value != nullptr && is_broken(a.value)) return std::nullopt;
  if (tell && parts().calls.tell_of_host(all, name, at)) return std::nullopt;
  std::optional<Candidate> best;
  bool ambiguous = false;
  Misfit why;
  Place where = at;
  constexpr std::size_t most_tried = 300'000;
  if (all.size() > 1 && (tried_ += all.size()) > most_tried)
    throw TooMuch{"the calls in this file would try more than " + std::to_string(most_tried) +
                      " functions of the same name: " + std::to_string(all.size()) + " are named " + quoted(name).text,
                  "give them different names", at.offset};
  for (Callable* const callable : all) {
    Misfit reason;
    std::optional<Candidate> c;
    if (all.size() == 1) {
      c = candidate(*callable, part, arguments, object, reason);
    } else {
      const Quietly quietly(context_);
      c = candidate(*callable, part, arguments, object, reason);
    }
    if (!c) {
      if (why.sentence.empty()) why = reason;
      continue;
    }
    if (!best) {
      best = std::move(c);
      continue;
    }
    int which = better(best->fits, c->fits);
    if (which == 0 && best->of_template != c->of_template) which = best->of_template ? 1 : -1;
    if (which == 0 && best->of_template) {  // the one with more specific parameters
      const auto more = [](const Candidate& x) {
        std::size_t steps = 0;
        for (const syntax::Declaration* const p : parameters_of(*x.callable->declaration))
          steps +=
              p->steps.size() + (p->specifiers->name != nullptr && p->specifiers->name->last().has_arguments ? 1 : 0);
        return steps;
      };
      which = more(*best) == more(*c) ? 0 : more(*best) > more(*c) ? -1 : 1;
    }
    if (which > 0) best = std::move(c);
    ambiguous = which == 0 || (ambiguous && which < 0);
  }
  if (!tell) return best;
  if (best && ambiguous) {
    diagnostics_.error(at, Mistake::ambiguous_call,
                       "several functions named " + quoted(name) + " match this call equally well",
                       "cast the arguments to select one");
    return std::nullopt;
  }
  if (best) return best;
  if (why.sentence.empty() || poisoned_.contains(name)) return std::nullopt;
  for (const Callable* const callable : all)
    if (diagnostics_.any_error_in(callable->declaration->place)) return std::nullopt;
  const Argument* const misfit = std::exchange(frame_->misfit, nullptr);
  if (misfit != nullptr && is_by_value(*misfit->value) && parts().expressions.tell_of_missing_elements(*misfit->value))
    return std::nullopt;
  if (all.size() > 1)
    diagnostics_.error(at, Mistake::no_fitting_function,
                       "none of the " + std::to_string(all.size()) + " functions named " + quoted(name) +
                           " matches: one of them " + why.sentence);
  else if (misfit != nullptr)
    diagnostics_.error(misfit->place, why.mistake, quoted(name) + " " + why.sentence, Mend::write_before("&"));
  else
    diagnostics_.error(where, why.mistake, quoted(name) + " " + why.sentence);
  return std::nullopt;
}

std::optional<TemplateValues> OverloadResolution::deduced(const Callable& callable, const syntax::NamePart* part,
                                                          const std::vector<Argument>& arguments,
                                                          const Bindings*& bindings, Misfit& why) {
  const syntax::Declaration& d = *callable.declaration;
  const syntax::Declaration& named = callable.first != nullptr && callable.first->is_template ? *callable.first : d;
  const auto parameters = d.parameters;
  Deduction deduction(parameters, records_, build_);
  const auto given =
      part != nullptr && part->has_arguments ? part->arguments : std::span<const syntax::TemplateArgument>();
  if (given.size() > parameters.size()) {
    why = {Mistake::template_count,
           "takes " + count(parameters.size()) + " in < >, but " + std::to_string(given.size()) + " were given"};
    return std::nullopt;
  }
  for (std::size_t n = 0; n < parameters.size(); ++n) {
    if (parameters[n].kind == syntax::TemplateParameter::Kind::other) {
      why = {Mistake::any_number_of_arguments,
             "is a variadic template or takes a template, which TileScope does not support"};
      return std::nullopt;
    }
    if (n >= given.size()) continue;
    const auto value = parts().templates.template_value(
        parameters[n], given[n], parts().templates.bind(parameters, deduction.first(n), callable.bindings));
    if (!value) return std::nullopt;
    deduction.set(n, *value);
  }
  const auto functions = parameters_of(d);
  for (std::size_t n = 0; n < arguments.size(); ++n)
    if (arguments[n].value != nullptr && !is_broken(arguments[n].value) &&
        !is_said(*functions[n], parameters.first(given.size())) &&
        !deduction.from(*functions[n], arguments[n].value->type, true)) {
      why = {Mistake::template_misfit, "is a template that does not match the " + ordinal(n) + " argument, " +
                                           with_article(arguments[n].value->type)};
      return std::nullopt;
    }
  for (std::size_t n = 0; n < parameters.size(); ++n) {
    if (deduction.has(n)) continue;
    const syntax::TemplateParameter& own =
        named.parameters[n].default_type != nullptr || named.parameters[n].default_value != nullptr
            ? named.parameters[n]
            : parameters[n];
    if (own.default_type == nullptr && own.default_value == nullptr) {
      why = {Mistake::template_unsaid,
             "is a template, but " + quoted(parameters[n].name) + " cannot be deduced: write it in < >"};
      return std::nullopt;
    }
    Frame frame{.bindings = parts().templates.bind(parameters, deduction.first(n), callable.bindings),
                .of = callable.of,
                .namespaces = callable.namespaces};
    const Entered entered(context_, frame);
    const auto value = parts().templates.template_value(own, {own.default_type, own.default_value, own.place});
    if (!value) return std::nullopt;
    deduction.set(n, *value);
  }
  bindings = parts().templates.bind(parameters, deduction.values(), callable.bindings);
  return deduction.values();
}

}  // namespace tilescope::language
