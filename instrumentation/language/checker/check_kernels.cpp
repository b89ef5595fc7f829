// The kernels of a source: their template arguments, their signatures, and what each needs to run.
#include "instrumentation/language/checker/kernel_checker.h"
#include "instrumentation/language/checker/parts.h"
#include "instrumentation/language/passes/passes.h"
#include "instrumentation/language/passes/walk.h"

namespace tilescope::language {

std::vector<Kernel> KernelChecker::found() {
  std::vector<Kernel> kernels;
  for (const syntax::Item& item : input_.file.items)
    if (item.declaration != nullptr && item.declaration->kind == syntax::DeclarationKind::static_assertion)
      check_assertion_of_file(item);
  look_for_kernels_of_the_host();
  for (std::size_t n = 0; n < names_.all().size(); ++n) {
    Entity& e = names_.all()[n];
    if (e.kind == EntityKind::variable && e.item->for_device && !e.declaration->is_template)
      static_cast<void>(parts().variables.global_variable(e));
    if (e.callable == nullptr) continue;
    const syntax::Specifiers* const s = e.declaration->specifiers;
    if (s == nullptr || e.declaration->body == nullptr) continue;
    if (s->global) {
      check_kernel(e, kernels);
      check_specializations(e, kernels);
    } else if (s->device && !e.declaration->is_template) {
      FunctionChecker& functions = parts().functions;
      if (Callable::Made* const made = functions.instance(*e.callable, {})) functions.need_body(*e.callable, *made);
      functions.finish_bodies();
    }
  }
  std::stable_sort(kernels.begin(), kernels.end(), [](const Kernel& a, const Kernel& b) {
    return a.function->place.offset < b.function->place.offset;
  });
  look_at(kernels);
  return kernels;
}

// Completes the kernels once all are known: whether each can run, what it accesses, and what looks wrong in it.
void KernelChecker::look_at(std::vector<Kernel>& kernels) {
  static constexpr std::size_t most_functions = 2000;
  std::vector<std::vector<const Function*>> reached;
  for (const Kernel& kernel : kernels) {
    reached.push_back(language::reached(*kernel.function));
    refuse_recursion(reached.back(), diagnostics_);
  }
  const std::vector<const syntax::Item*> faulty = faulty_items(input_.file, diagnostics_);
  std::size_t looked_at = 0;
  for (std::size_t n = 0; n < kernels.size(); ++n) {
    Kernel& kernel = kernels[n];
    kernel.runnable = is_runnable(kernel, reached[n], faulty);
    if (!kernel.runnable && !diagnostics_.any_error()) poisoned_.tell_held_back();
    if (!kernel.runnable && !diagnostics_.any_error())
      diagnostics_.error(kernel.function->place, Mistake::kernel_not_understood,
                         quoted(kernel.name) + " cannot be run by TileScope");
    if (!kernel.runnable || looked_at > most_functions) continue;
    looked_at += reached[n].size();
    if (looked_at > most_functions) {
      diagnostics_.note(
          kernel.function->place, Mistake::accesses_untold,
          "the kernels in this file call too many functions: from here on, their reads and writes are not listed");
      continue;
    }
    find_accesses(kernel);
    find_open_roundings(kernel);
    warn(kernel, input_.source.text(), diagnostics_);
  }
}

// Reports functions without __global__ or __device__ that use names of device code: it was forgotten.
void KernelChecker::look_for_kernels_of_the_host() {
  static constexpr std::string_view of_device[] = {"threadIdx", "blockIdx", "__syncthreads", "__shared__"};
  for (const Entity& e : names_.all()) {
    if (e.kind != EntityKind::host || e.item->last_token > input_.preprocessed.tokens.size()) continue;
    const auto is_for_device = [&](std::uint32_t n) {  // and was too large to be parsed
      const std::string_view word = n < input_.preprocessed.tokens.size() ? input_.preprocessed.tokens[n].text : "";
      return word == "__global__" || word == "__device__";
    };
    if (is_for_device(e.item->first_token) || is_for_device(e.item->first_token - 1)) continue;
    for (std::uint32_t n = e.item->first_token; n < e.item->last_token; ++n) {
      const Token& t = input_.preprocessed.tokens[n];
      if (t.kind != TokenKind::word || t.expansion != 0) continue;
      const auto word = std::find(std::begin(of_device), std::end(of_device), t.text);
      if (word == std::end(of_device)) continue;
      diagnostics_.error(e.place, Mistake::host_function,
                         quoted(e.name) + " runs on the host, but uses " + quoted(*word),
                         "write __global__ or __device__ before it");
      break;
    }
  }
}

// It may depend on host declarations, which are not known here; only a certain failure is reported.
void KernelChecker::check_assertion_of_file(const syntax::Item& item) {
  Frame frame{.namespaces = item.namespaces};
  const Entered entered(context_, frame);
  if (item.declaration->init == nullptr) return;
  const Expression* condition = nullptr;
  {
    const Quietly quietly(context_);
    condition = parts().conversions.truth(parts().expressions.constant_expression(*item.declaration->init));
  }
  if (Build::known(condition) != nullptr) parts().variables.check_static_assertion(*item.declaration);
}

// Values to try for template parameters without arguments: numbers that often work together, and types.
std::vector<KernelChecker::Guess> KernelChecker::guesses() {
  const Type plain = build_.type(TypeKind::float_);
  std::vector<Guess> all;
  for (const std::int64_t number : {16, 32, 8, 64, 128, 4, 256, 2, 1}) all.push_back({number, plain});
  for (Entity& e : names_.all())
    if (e.kind == EntityKind::structure && !e.declaration->is_template && all.size() < 20) {
      const Quietly quietly(context_);
      const Record* const record = parts().structures.structure_record(
          e, {.text = e.name, .place = e.place, .has_arguments = false, .arguments = {}});
      if (record != nullptr && !quietly.failed()) all.push_back({all[0].number, record->structure->type});
    }
  return all;
}

void KernelChecker::check_kernel(Entity& entity, std::vector<Kernel>& kernels) {
  struct Attempt {
    TemplateValues values;
    std::vector<Knob> knobs;
    Callable::Made* made = nullptr;
    Diagnostics told;
    std::vector<Once::Key> once;
  };
  std::vector<Attempt> tried;
  const auto accept = [&](const Attempt& attempt) {
    diagnostics_.add(attempt.told);
    told_.put(attempt.once);
    if (attempt.made != nullptr)
      kernels.push_back(
          kernel_of(entity.name, *attempt.made->function, attempt.knobs, input_.options.knobs, diagnostics_));
  };
  const auto attempted = [&](const Guess& guess) {
    Attempt attempt;
    const Once::Mark mark = told_.mark();
    std::swap(attempt.told, diagnostics_);
    const auto values = kernel_arguments(entity, guess, attempt.knobs);
    const bool again =
        values && std::any_of(tried.begin(), tried.end(), [&](const Attempt& a) { return same(a.values, *values); });
    if (values && !again) {
      attempt.values = *values;
      attempt.made = checked_instance(*entity.callable, *values);
    }
    std::swap(attempt.told, diagnostics_);
    attempt.once = told_.take_back(mark);
    return std::pair(std::move(attempt), again);
  };
  const bool is_template = entity.declaration->is_template;
  for (const Guess& guess : is_template ? guesses() : std::vector<Guess>{{}}) {
    auto [attempt, again] = attempted(guess);
    if (again) continue;
    const bool guessed =
        std::any_of(attempt.knobs.begin(), attempt.knobs.end(), [](const Knob& k) { return k.guessed; });
    const bool is_broken =
        is_template && attempt.made != nullptr && !is_whole(reached(*attempt.made->function));  // reported earlier
    if (!attempt.told.any_error() && !is_broken) return accept(attempt);
    tried.push_back(std::move(attempt));
    if (!guessed) break;
  }
  if (!tried.empty()) accept(tried.front());
}

void KernelChecker::check_specializations(Entity& entity, std::vector<Kernel>& kernels) {
  for (const syntax::Declaration* const d : entity.callable->specializations) {
    if (d->body == nullptr) continue;
    const auto values = parts().functions.arguments_of(*entity.callable, *d);
    Callable::Made* const made = values ? checked_instance(*entity.callable, *values) : nullptr;
    if (made != nullptr && made->declaration == d)
      kernels.push_back(kernel_of(entity.name, *made->function, {}, input_.options.knobs, diagnostics_));
  }
}

Callable::Made* KernelChecker::checked_instance(Callable& callable, const TemplateValues& values) {
  Callable::Made* const made = parts().functions.instance(callable, values, true);
  if (made == nullptr) return nullptr;
  parts().functions.need_body(callable, *made);
  parts().functions.finish_bodies();
  return made;
}

std::vector<std::optional<TemplateValue>> KernelChecker::said_arguments(const Entity& entity) {
  const auto parameters = entity.declaration->parameters;
  std::vector<std::optional<TemplateValue>> best(parameters.size());
  const auto take = [&](std::span<const syntax::TemplateArgument> given) {
    std::vector<std::optional<TemplateValue>> values(parameters.size());
    TemplateValues known;
    bool is_known = true;
    for (std::size_t n = 0; n < std::min(given.size(), parameters.size()); ++n) {
      const Quietly quietly(context_);
      Frame frame{.bindings = parts().templates.bind(parameters, known, nullptr),
                  .namespaces = entity.namespaces,
                  .symbols = frame_->symbols};
      const Entered entered(context_, frame);
      values[n] = parts().templates.template_value(parameters[n], given[n]);
      is_known = is_known && values[n];
      known.push_back(values[n] ? *values[n] : guessed(parameters[n], {16, build_.type(TypeKind::float_)}));
    }
    if (is_known || std::none_of(best.begin(), best.end(), [](const auto& value) { return value.has_value(); }))
      best = values;
    return is_known;
  };
  for (const syntax::Launch& launch : input_.file.launches) {
    if (launch.kernel->last().text != entity.name || !launch.kernel->last().has_arguments) continue;
    Frame frame{.namespaces = entity.namespaces};
    const Entered entered(context_, frame);
    parts().host.enter_host_names(launch);
    if (take(launch.kernel->last().arguments)) return best;
  }
  for (const syntax::Declaration* const d : names_.instantiations())
    if (d->name != nullptr && d->name->last().text == entity.name && d->name->last().has_arguments &&
        take(d->name->last().arguments))
      return best;
  return best;
}

TemplateValue KernelChecker::guessed(const syntax::TemplateParameter& parameter, const Guess& guess) {
  if (parameter.kind == syntax::TemplateParameter::Kind::type) return {guess.type, nullptr};
  Type type = build_.type(TypeKind::int_);
  if (parameter.value_type != nullptr &&
      parameter.value_type->specifiers->base != syntax::Specifiers::Base::automatic) {
    const Quietly quietly(context_);
    const Type said = parts().types.type_of(*parameter.value_type).plain();
    if (said.is_arithmetic() || said.is_enumeration()) type = said;
  }
  if (type.is(TypeKind::bool_)) return {type, build_.kept(Value::boolean(true))};
  if (type.is_enumeration()) return {type, build_.kept(Value::of(number_kind(type), std::int64_t{0}))};
  // A small number, for one thread rather than for a whole block.
  const bool of_thread = parameter.name.size() == 2 && parameter.name[0] == 'T' && guess.number > 4;
  return {type, build_.kept(Value::of(type.kind(), of_thread ? 4 : guess.number))};
}

std::optional<TemplateValue> KernelChecker::given_value(const syntax::TemplateParameter& parameter,
                                                        const std::string& text) {
  if (parameter.kind == syntax::TemplateParameter::Kind::type) {
    static constexpr TypeKind kinds[] = {
        TypeKind::bool_,          TypeKind::char_,     TypeKind::unsigned_char,      TypeKind::short_,
        TypeKind::unsigned_short, TypeKind::int_,      TypeKind::unsigned_int,       TypeKind::long_,
        TypeKind::unsigned_long,  TypeKind::long_long, TypeKind::unsigned_long_long, TypeKind::float_,
        TypeKind::double_};
    for (const TypeKind kind : kinds)
      if (name_of(build_.type(kind)) == text) return TemplateValue{build_.type(kind), nullptr};
    const syntax::NamePart part{text, parameter.place, false, {}};
    const syntax::Name name{.parts = {&part, 1}, .place = parameter.place};
    const std::optional<Type> type = parts().types.find_simple_type(name);
    return type && !type->is_unknown() ? std::optional(TemplateValue{*type, nullptr}) : std::nullopt;
  }
  const TemplateValue like = guessed(parameter, {1, build_.type(TypeKind::float_)});
  if (text == "true" || text == "false")
    return TemplateValue{like.type, build_.kept(Value::of(number_kind(like.type), std::int64_t{text == "true"}))};
  const bool negative = text.starts_with('-');
  const Literal literal =
      text.starts_with('\'') ? character(text) : number(negative ? std::string_view(text).substr(1) : text);
  if (!literal.value || literal.value->is_floating()) return std::nullopt;
  return TemplateValue{like.type, build_.kept(Value::of(number_kind(like.type),
                                                        negative ? -literal.value->integer : literal.value->integer))};
}

std::optional<TemplateValues> KernelChecker::kernel_arguments(const Entity& entity, const Guess& guess,
                                                              std::vector<Knob>& knobs) {
  const auto parameters = entity.declaration->parameters;
  TemplateValues values;
  if (parameters.empty()) return values;
  const auto said = said_arguments(entity);
  for (std::size_t n = 0; n < parameters.size(); ++n) {
    const syntax::TemplateParameter& parameter = parameters[n];
    if (parameter.kind == syntax::TemplateParameter::Kind::other) {
      diagnostics_.error(parameter.place, Mistake::any_number_of_arguments,
                         "variadic templates and template template parameters are not supported by TileScope");
      return std::nullopt;
    }
    std::optional<TemplateValue> value;
    if (const auto given = input_.options.knobs.find(parameter.name); given != input_.options.knobs.end()) {
      Frame frame{.namespaces = entity.namespaces};
      const Entered entered(context_, frame);
      value = given_value(parameter, given->second);
      const bool is_type = parameter.kind == syntax::TemplateParameter::Kind::type;
      if (!value)
        diagnostics_.warning(parameter.place, Mistake::bad_knob,
                             quoted(parameter.name) + " cannot be " + given->second + ": it must be " +
                                 (is_type ? "a type" : "a number"));
    }
    if (!value) value = said[n];
    bool guesses = false;
    if (!value && (parameter.default_type != nullptr || parameter.default_value != nullptr)) {
      Frame frame{.bindings = parts().templates.bind(parameters, values, nullptr), .namespaces = entity.namespaces};
      const Entered entered(context_, frame);
      value = parts().templates.template_value(parameter,
                                               {parameter.default_type, parameter.default_value, parameter.place});
    }
    if (!value) {
      Frame frame{.bindings = parts().templates.bind(parameters, values, nullptr), .namespaces = entity.namespaces};
      const Entered entered(context_, frame);
      guesses = true;
      value = guessed(parameter, guess);
    }
    values.push_back(*value);
    if (parameter.name.empty()) continue;
    const bool is_type = value->value == nullptr;
    knobs.push_back({std::string(parameter.name), is_type ? Knob::Kind::template_type : Knob::Kind::template_value,
                     is_type ? name_of(value->type) : to_text(*value->value), guesses, parameter.place});
  }
  return values;
}

}  // namespace tilescope::language
