// Host functions that a launch's configuration calls: parsed only when that happens, and evaluated as if they were
// constexpr.
#include <algorithm>

#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

namespace {

constexpr std::size_t longest_function = 1000;  // in tokens

}  // namespace

// Made again for launches, so that its mistakes are still reported elsewhere; null if it cannot be read.
Callable* HostValues::host_callable(Entity& entity) {
  const auto [at, fresh] = host_callables_.try_emplace(&entity);
  Callable& callable = at->second;
  if (!fresh) return callable.declaration != nullptr ? &callable : nullptr;
  if (entity.callable != nullptr) {
    callable = *entity.callable;
    callable.made.clear();
    return &callable;
  }
  const syntax::Item& item = *entity.item;
  if (item.last_token > input_.preprocessed.tokens.size() || item.first_token >= item.last_token ||
      item.last_token - item.first_token > longest_function)
    return nullptr;
  const auto tokens =
      std::span<const Token>(input_.preprocessed.tokens).subspan(item.first_token, item.last_token - item.first_token);
  const auto kind = [&](std::string_view name) { return kind_on_host(nullptr, name, 0); };
  const auto all = parse_declaration(tokens, true, kind, arena_);
  if (all.size() != 1 || all[0]->kind != syntax::DeclarationKind::function || all[0]->name == nullptr ||
      all[0]->name->parts.size() != 1)
    return nullptr;
  callable.declaration = all[0];
  callable.namespaces = entity.namespaces;
  return &callable;
}

bool HostValues::add_host_callables(const std::vector<Entity*>& entities, std::vector<Callable*>& all) {
  for (Entity* const entity : entities) {
    if (entity->callable == nullptr && entity->kind != EntityKind::host) continue;
    Callable* const callable = host_callable(*entity);
    if (callable == nullptr) return false;
    all.push_back(callable);
  }
  const auto is_head = [](const Callable* c) { return c->declaration->body == nullptr; };
  if (!std::all_of(all.begin(), all.end(), is_head)) std::erase_if(all, is_head);
  return true;
}

bool HostValues::convert_as_said(const syntax::NamePart& part, std::vector<Argument>& arguments) {
  if (!part.has_arguments) return true;
  if (part.arguments.size() != 1 || part.arguments[0].type == nullptr) return false;
  const Type type = parts().types.type_of(*part.arguments[0].type).plain();
  if (!type.is_arithmetic()) return false;
  for (Argument& a : arguments) {
    if (a.value == nullptr || is_broken(a.value)) return false;
    a.value = parts().conversions.wanted(a.value, type, "", a.place);
  }
  return true;
}

const Expression* HostValues::call_on_host(const Candidate& c, const std::vector<const Expression*>& list,
                                           Place place) {
  Function& function = *c.made->function;
  if (c.made->body == Callable::Made::Body::none) {
    const bool before = parts().statements.exchange_dropped(false);
    {
      const Quietly quietly(context_);
      parts().functions.need_body(*c.callable, *c.made);
      const bool is_dropped = parts().statements.exchange_dropped(before);
      if (quietly.told() || is_dropped) function.body = nullptr;
    }
  }
  const bool reference = function.result.is_reference();
  Expression* const e = build_.node(ExpressionKind::call, function.result.plain(), place);
  e->function = &function;
  e->list = arena_.list(list);
  return reference || e->type.is_unknown() ? build_.broken(place) : e;
}

}  // namespace tilescope::language
