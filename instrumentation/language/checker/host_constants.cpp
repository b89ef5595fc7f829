// What names mean in a host function. Only what a launch needs is examined, and only what is certain is used. All other
// names are unknown, so that no outer declaration is taken instead.
#include <algorithm>
#include <array>
#include <map>

#include "instrumentation/language/checker/evaluate.h"
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

using Index = HostCode::Index;
using Thing = HostCode::Thing;
using ThingKind = HostCode::ThingKind;
using syntax::DeclarationKind;

namespace {

constexpr int deepest_scope = 40;
constexpr std::size_t most_definitions = 3000;
constexpr Index longest_written = 2000;  // declaration, in tokens

// A name whose value is not known.
Variable* unknown_variable(Arena& arena, std::string_view name) {
  Variable* const v = arena.make<Variable>();
  v->name = name;
  v->space = Space::fixed;
  return v;
}

bool is_step(Mark op) { return op == Mark::plus_plus || op == Mark::minus_minus; }

const syntax::Declaration* of_name(std::span<const syntax::Declaration* const> all, std::string_view name) {
  for (const syntax::Declaration* const d : all)
    if (d->kind == DeclarationKind::variable && d->name != nullptr && d->name->last().text == name) return d;
  return nullptr;
}

}  // namespace

struct HostValues::HostFunction {
  HostFunction(std::span<const Token> tokens, const HostCalls& calls, const syntax::Item& its_item)
      : code(tokens, calls), item(its_item), namespaces(its_item.namespaces) {}

  HostCode code;
  const syntax::Item& item;
  Namespaces namespaces;
  std::vector<std::uint32_t> classes;  // that it may be a method of, if it is defined outside them
  std::unordered_map<const Thing*, Symbol> types;
  std::unordered_map<Index, std::vector<const syntax::Declaration*>> declarations;  // by their first token
  std::map<std::pair<const Thing*, const HostCode::Write*>, const Variable*> definitions;
  std::unordered_map<const Thing*, const Variable*> shadows;
  std::optional<std::optional<HostCall>> call;  // the only one, once it was searched for
};

const Expression* HostValues::length_of(const Variable& vector) const {
  const auto known = host_lengths_.find(&vector);
  return known == host_lengths_.end() ? nullptr : known->second;
}

const HostCalls& HostValues::host_calls() {
  if (host_calls_) return *host_calls_;
  host_calls_.emplace();
  const std::span<const Token> tokens = input_.preprocessed.tokens;
  add_references(tokens, *host_calls_);
  for (const syntax::Item& item : input_.file.items) {
    if (!item.name.empty()) host_calls_->functions.insert(item.name);
    const bool structure = item.declaration != nullptr && item.declaration->specifiers != nullptr &&
                           item.declaration->specifiers->structure != nullptr;
    if (!structure || item.last_token > tokens.size()) continue;
    for (std::uint32_t n = item.first_token; n + 1 < item.last_token; ++n)
      if (tokens[n].is_name() && tokens[n + 1].is(Mark::open_paren)) host_calls_->methods.insert(tokens[n].text);
  }
  return *host_calls_;
}

HostValues::HostFunction& HostValues::host_function(std::uint32_t number) {
  const auto known = host_functions_.find(number);
  if (known != host_functions_.end()) return *known->second;
  const syntax::Item& item = input_.file.items[number];
  const std::size_t end = std::min<std::size_t>(item.last_token, input_.preprocessed.tokens.size());
  const std::size_t begin = std::min<std::size_t>(item.first_token, end);
  auto tokens = std::span<const Token>(input_.preprocessed.tokens).subspan(begin, end - begin);
  while (!tokens.empty() && (tokens.back().kind == TokenKind::end || tokens.back().kind == TokenKind::pragma))
    tokens = tokens.first(tokens.size() - 1);
  const auto made = std::make_shared<HostFunction>(tokens, host_calls(), item);
  host_functions_[number] = made;
  if (!made->code.method_of().empty()) find_scope(*made);
  return *made;
}

// For `void a::run() {...}`, finds the structure or namespace that `a` is.
void HostValues::find_scope(HostFunction& host) {
  const std::string_view name = host.code.method_of();
  for (const syntax::Item& item : input_.file.items) {
    const auto& spaces = item.namespaces;
    if (!spaces.empty() && spaces.back() == name) {
      std::vector<std::string_view> all(host.namespaces.begin(), host.namespaces.end());
      all.push_back(name);
      host.namespaces = arena_.list(all);
      return;
    }
    const bool structure = item.declaration != nullptr && item.declaration->specifiers != nullptr &&
                           item.declaration->specifiers->structure != nullptr && &item != &host.item;
    if (!structure) continue;
    const auto number = static_cast<std::uint32_t>(&item - input_.file.items.data());
    if (host_function(number).code.end_of_structure(name) != HostCode::none) host.classes.push_back(number);
  }
}

void HostValues::enter_host_names(const syntax::Launch& launch) {
  if (launch.function >= input_.file.items.size()) return;
  HostFunction& host = host_function(launch.function);
  if (host.namespaces.size() > frame_->namespaces.size()) frame_->namespaces = host.namespaces;
  const std::uint32_t begin = host.item.first_token;
  const auto size = static_cast<std::uint32_t>(host.code.tokens().size());
  if (launch.first_token < begin || launch.last_token > begin + size || launch.first_token >= launch.last_token) return;
  const Index first = launch.first_token - begin;
  for (const HostCode::Used& used : host.code.used())
    if (used.at < first && host.code.holds(used.block, first)) frame_->used_namespaces.push_back(used.name);
  enter_host_names(host, first, launch.last_token - begin, first);
}

void HostValues::enter_host_names(const syntax::Allocation& allocation) {
  HostFunction& host = host_function(allocation.function);
  const std::uint32_t begin = host.item.first_token, size = static_cast<std::uint32_t>(host.code.tokens().size());
  if (allocation.first_token < begin || allocation.last_token > begin + size) return;
  const Index first = allocation.first_token - begin;
  enter_host_names(host, first, allocation.last_token - begin, first);
}

// Adds the meaning at `at` of the names in [first, last) to the frame.
void HostValues::enter_host_names(HostFunction& host, Index first, Index last, Index at) {
  const std::span<const Token> tokens = host.code.tokens();
  for (Index n = first; n < last; ++n) {
    if (!tokens[n].is_name() || parts().lookup.local(tokens[n].text) != nullptr) continue;
    if (n > 0 && (tokens[n - 1].is(Mark::dot) || tokens[n - 1].is(Mark::arrow) || tokens[n - 1].is(Mark::scope)))
      continue;
    if (const auto symbol = host_symbol(host, tokens[n].text, at)) frame_->symbols.push_back(*symbol);
  }
}

// Nothing if the function does not declare the name.
std::optional<Symbol> HostValues::host_symbol(HostFunction& host, std::string_view name, Index at) {
  if (const auto given = input_.options.host_values.find(name); given != input_.options.host_values.end()) {
    const Expression* const value = build_.integer(given->second, {});
    return Symbol{.name = name, .variable = nullptr, .type = value->type, .value = value->value};
  }
  if (!host.code.readable()) return unknown_symbol(name);
  const Thing* const thing = host.code.seen(name, at);
  if (thing == nullptr) {
    if (host.code.may_inherit(at) && names_.contains(name)) return unknown_symbol(name);
    return class_symbol(host, name);
  }
  switch (thing->kind) {
    case ThingKind::type:
    case ThingKind::enumerator: return host_type(host, *thing);
    case ThingKind::variable:
      return Symbol{.name = name, .variable = host_value(host, *thing, at), .type = {}, .value = nullptr};
    case ThingKind::used: return used_symbol(host, *thing);
    case ThingKind::unknown: break;
  }
  return unknown_symbol(name);
}

Symbol HostValues::unknown_symbol(std::string_view name) {
  return {.name = name, .variable = unknown_variable(arena_, name), .type = {}, .value = nullptr};
}

// For `using a::b;`; nothing for a function, which is found anyway.
std::optional<Symbol> HostValues::used_symbol(HostFunction& host, const Thing& thing) {
  const auto kind = [](std::string_view) { return NameKind::unknown; };
  const syntax::Expression* const e =
      parse_value(host.code.tokens().subspan(thing.first, thing.last - thing.first), kind, arena_);
  if (e == nullptr || e->kind != syntax::ExpressionKind::name) return unknown_symbol(thing.name);
  const Quietly quietly(context_);
  for (const Entity* const entity : parts().lookup.find(*e->name))
    if (entity->kind == EntityKind::function || entity->kind == EntityKind::host) return std::nullopt;
  const Expression* const value = parts().expressions.check(*e);
  Symbol symbol = unknown_symbol(thing.name);
  if (value->kind == ExpressionKind::variable) symbol.variable = value->variable;
  if (Build::known(value) != nullptr)
    symbol = {.name = thing.name, .variable = nullptr, .type = value->type, .value = value->value};
  return symbol;
}

// For a method defined outside its structure: a member of that structure.
std::optional<Symbol> HostValues::class_symbol(const HostFunction& host, std::string_view name) {
  std::optional<Symbol> found;
  for (const std::uint32_t number : host.classes) {
    HostFunction& outside = host_function(number);
    found = host_symbol(outside, name, outside.code.end_of_structure(host.code.method_of()));
    if (found && host.classes.size() > 1) return unknown_symbol(name);  // it may belong to another one
  }
  return found;
}

NameKind HostValues::kind_on_host(const HostFunction* host, std::string_view name, Index at) const {
  if (const Thing* const thing = host != nullptr ? host->code.seen(name, at) : nullptr)
    return thing->kind == ThingKind::type ? NameKind::type : NameKind::value;
  const std::vector<Entity*>& known = names_.of(name);
  if (known.empty()) return NameKind::unknown;
  const Entity& e = *known.front();
  const bool is_template = e.declaration != nullptr && e.declaration->is_template;
  switch (e.kind) {
    case EntityKind::structure:
    case EntityKind::alias: return is_template ? NameKind::type_template : NameKind::type;
    case EntityKind::enumeration: return NameKind::type;
    case EntityKind::function: return is_template ? NameKind::function_template : NameKind::value;
    default: return NameKind::unknown;
  }
}

std::span<const syntax::Declaration* const> HostValues::host_declarations(HostFunction& host, const Thing& thing) {
  const auto [at, fresh] = host.declarations.try_emplace(thing.first);
  const std::span<const Token> tokens = host.code.tokens();
  if (fresh && thing.last <= tokens.size() && thing.last - thing.first <= longest_written) {
    const auto kind = [&](std::string_view name) { return kind_on_host(&host, name, thing.first); };
    const auto own = tokens.subspan(thing.first, thing.last - thing.first);
    std::vector<Token> all(own.begin(), own.end());
    if (thing.parameter) {
      Token end;
      end.kind = TokenKind::mark;
      end.mark = Mark::semicolon;
      all.push_back(end);
    }
    at->second = parse_declaration(all, false, kind, arena_);
  }
  return at->second;
}

// A type or enumeration constant that a function declares.
Symbol HostValues::host_type(HostFunction& host, const Thing& thing) {
  if (const auto known = host.types.find(&thing); known != host.types.end()) return known->second;
  const Symbol found{
      .name = thing.name, .variable = unknown_variable(arena_, thing.name), .type = {}, .value = nullptr};
  host.types[&thing] = found;
  if (host_depth_ >= deepest_scope || ++host_definitions_ > most_definitions) return found;
  ++host_depth_;
  {
    Frame frame{.namespaces = host.namespaces};
    const Entered entered(context_, frame);
    const Quietly quietly(context_);
    enter_host_names(host, thing.first, std::min(thing.last, static_cast<Index>(host.code.tokens().size())),
                     thing.first);
    const std::size_t own = frame.symbols.size();
    frame.scope = own;
    std::vector<const Variable*> variables;
    for (const syntax::Declaration* const d : host_declarations(host, thing)) {
      if (d->kind == DeclarationKind::alias)
        parts().variables.declare(*d, variables);
      else if (d->specifiers != nullptr)
        parts().variables.declare_types(*d->specifiers);
      break;
    }
    // One declaration defines all of its names at once.
    if (!quietly.told())
      for (const Thing& each : host.code.things())
        if (each.first == thing.first && (each.kind == ThingKind::type || each.kind == ThingKind::enumerator))
          for (std::size_t n = own; n < frame.symbols.size(); ++n)
            if (frame.symbols[n].name == each.name) host.types[&each] = frame.symbols[n];
  }
  --host_depth_;
  return host.types[&thing];
}

const Variable* HostValues::host_value(HostFunction& host, const Thing& thing, Index at) {
  if (const Variable* const vector = host_vector(host, thing)) return vector;
  const bool by_parts =
      std::any_of(thing.writes.begin(), thing.writes.end(), [](const HostCode::Write& w) { return !w.member.empty(); });
  if (by_parts && !thing.is_const) return host_triple(host, thing, at);
  if (const auto write = host.code.reaching(thing, {}, at)) return host_definition(host, thing, *write);
  const auto [known, fresh] = host.shadows.try_emplace(&thing);
  if (fresh) {
    Variable* const v = unknown_variable(arena_, thing.name);
    known->second = v;
    // Its size depends only on its type.
    const Type type = thing.kind == ThingKind::variable ? host_definition(host, thing, nullptr)->type : Type();
    if (type.is_array() || type.is_pointer()) v->type = type;
  }
  return known->second;
}

// A std::vector whose length is known to be its initial length; null for everything else.
const Variable* HostValues::host_vector(HostFunction& host, const Thing& thing) {
  const std::span<const Token> tokens = host.code.tokens();
  Index i = thing.first;
  while (i < thing.at && (tokens[i].is(Keyword::const_) || tokens[i].is(Keyword::static_) ||
                          tokens[i].is(Mark::scope) || tokens[i].text == "std"))
    ++i;
  if (i + 1 >= thing.at || tokens[i].text != "vector" || !tokens[i + 1].is(Mark::less)) return nullptr;
  const auto [known, fresh] = host.shadows.try_emplace(&thing);
  if (!fresh) return known->second;
  const Variable* const v = known->second = unknown_variable(arena_, thing.name);
  if (const Expression* const length = length_on_host(host, thing)) host_lengths_[v] = length;
  return v;
}

const Expression* HostValues::length_on_host(HostFunction& host, const Thing& thing) {
  static constexpr std::array<std::string_view, 12> changers{"resize", "push_back", "emplace_back", "assign",
                                                             "insert", "clear",     "swap",         "pop_back",
                                                             "erase",  "emplace",   "reserve",      "shrink_to_fit"};
  const std::span<const Token> tokens = host.code.tokens();
  for (Index n = thing.at + 1; n + 2 < tokens.size(); ++n) {
    if (tokens[n].text != thing.name || tokens[n - 1].is(Mark::dot) || tokens[n - 1].is(Mark::arrow)) continue;
    const bool changes = tokens[n + 1].is(Mark::dot) &&
                         std::find(changers.begin(), changers.end(), tokens[n + 2].text) != changers.end();
    const bool is_swapped = tokens[n - 1].is(Mark::open_paren) && n > 1 && tokens[n - 2].text == "swap";
    if (changes || is_swapped || tokens[n + 1].is(Mark::equals)) return nullptr;
  }
  Index open = thing.at + 1;
  if (tokens[open].is(Mark::equals)) ++open;
  const bool is_list = tokens[open].is(Mark::open_brace);
  if (!is_list && !tokens[thing.at + 1].is(Mark::open_paren)) return nullptr;
  Index end = open + 1;
  std::int64_t items = tokens[end].is(Mark::close_brace) ? 0 : 1;
  for (unsigned depth = 0; end < thing.last; ++end) {
    const Token& t = tokens[end];
    if (t.is(Mark::open_paren) || t.is(Mark::open_bracket) || t.is(Mark::open_brace)) ++depth;
    const bool closes = t.is(Mark::close_paren) || t.is(Mark::close_bracket) || t.is(Mark::close_brace);
    if (depth == 0 && (closes || (t.is(Mark::comma) && !is_list))) break;
    if (closes) --depth;
    if (depth == 0 && t.is(Mark::comma) && !tokens[end + 1].is(Mark::close_brace)) ++items;
  }
  if (is_list) return build_.integer(items, {});
  if (host_depth_ >= deepest_scope || ++host_definitions_ > most_definitions || end - open > longest_written)
    return nullptr;
  ++host_depth_;
  const Expression* length = nullptr;
  {
    Frame frame{.namespaces = host.namespaces};
    const Entered entered(context_, frame);
    const Quietly quietly(context_);
    enter_host_names(host, open + 1, end, thing.at);
    const auto kind = [&](std::string_view name) { return kind_on_host(&host, name, thing.first); };
    if (const auto* const e = parse_value(tokens.subspan(open + 1, end - open - 1), kind, arena_))
      length = host_constant(parts().expressions.check_value(*e));
    if (quietly.told()) length = nullptr;
  }
  --host_depth_;
  return length != nullptr && length->type.is_integer() ? length : nullptr;
}

// A dim3 whose dimensions are set one by one.
const Variable* HostValues::host_triple(HostFunction& host, const Thing& thing, Index at) {
  Variable* const v = unknown_variable(arena_, thing.name);
  const Type type = host_definition(host, thing, nullptr)->type;
  if (!type.is_structure() || type->structure->vector != 3) return v;
  std::vector<const Expression*> sides;
  const Knobs::Collecting collecting(knobs_);
  for (std::size_t n = 0; n < 3; ++n) {
    const Expression* side = build_.broken(v->place);
    const std::string_view member = type->structure->fields[n].name;
    if (const auto write = host.code.reaching(thing, member, at)) {
      const Variable* const from = host_definition(host, thing, *write);
      knobs_.note(from);
      const bool whole = from->type.is_structure();
      if (whole && from->init != nullptr && from->init->list.size() == 3) side = from->init->list[n];
      if (!whole && from->init != nullptr) side = from->init;
    }
    sides.push_back(side);
  }
  Expression* const all = build_.node(ExpressionKind::aggregate, type.plain(), v->place);
  all->list = arena_.list(sides);
  v->type = type.with_const();
  v->init = all;
  knobs_.set(v, collecting.found());
  return v;
}

// The variable after its declaration, or after one of the writes; if a member is written, only that member's value.
const Variable* HostValues::host_definition(HostFunction& host, const Thing& thing, const HostCode::Write* write) {
  const auto [at, fresh] = host.definitions.try_emplace({&thing, write});
  if (!fresh) return at->second;
  Variable* const v = unknown_variable(arena_, thing.name);
  at->second = unknown_variable(arena_, thing.name);  // in case it is defined by itself
  if (host_depth_ < deepest_scope && ++host_definitions_ <= most_definitions) {
    ++host_depth_;
    const Knobs::Collecting collecting(knobs_);
    Frame frame{.namespaces = host.namespaces};
    {
      const Entered entered(context_, frame);
      const Quietly quietly(context_);
      for (const HostCode::Used& used : host.code.used())
        if (used.at < thing.at && host.code.holds(used.block, thing.at)) frame.used_namespaces.push_back(used.name);
      if (write == nullptr)
        declare_on_host(host, thing, *v);
      else
        write_on_host(host, thing, *write, *v);
      if (quietly.told()) v->init = nullptr;
    }
    v->value = v->init != nullptr ? Build::known(v->init) : nullptr;
    knobs_.set(v, collecting.found());
    --host_depth_;
  }
  return host.definitions[{&thing, write}] = v;
}

void HostValues::declare_on_host(HostFunction& host, const Thing& thing, Variable& v) {
  const syntax::Declaration* const d = of_name(host_declarations(host, thing), thing.name);
  if (d == nullptr || d->specifiers->is_extern || d->specifiers->shared) return;
  enter_host_names(host, thing.first, std::min(thing.last, static_cast<Index>(host.code.tokens().size())), thing.at);
  const Expression* init = nullptr;
  const Type type = parts().variables.variable_type(*d, init);
  if (type.is_unknown() || type.is_reference() || type.is_volatile()) return;
  v.type = type.with_const();
  init = thing.parameter   ? given_on_host(host, thing, type)
         : init != nullptr ? parts().conversions.wanted(init, type, "", d->place)
                           : parts().values.initialized(type, *d);
  if (init != nullptr) v.init = host_constant(init);
}

// The value of a parameter in the only call of its function in the source; main gets only the program's name. Null if
// it is not known.
const Expression* HostValues::given_on_host(HostFunction& host, const Thing& thing, Type type) {
  if (host.item.name == "main") return *thing.parameter == 0 ? build_.integer(1, {}) : nullptr;
  if (!host.call) host.call = only_call(host);
  if (!*host.call) return nullptr;
  const HostCall& call = **host.call;
  HostFunction& caller = host_function(call.item);
  const std::span<const Token> tokens = caller.code.tokens();
  unsigned number = 0, depth = 0;
  Index first = call.open + 1, last = first;
  for (; last < tokens.size() && last - first < longest_written; ++last) {
    const Token& t = tokens[last];
    if (t.is(Mark::open_paren) || t.is(Mark::open_bracket) || t.is(Mark::open_brace)) ++depth;
    const bool closes = t.is(Mark::close_paren) || t.is(Mark::close_bracket) || t.is(Mark::close_brace);
    const bool ends = depth == 0 && (closes || t.is(Mark::comma));
    if (ends && (closes || number == *thing.parameter)) break;
    if (ends) ++number, first = last + 1;
    if (closes) --depth;
  }
  if (number != *thing.parameter || first >= last || last >= tokens.size()) return nullptr;
  Frame frame{.namespaces = caller.namespaces};
  const Entered entered(context_, frame);
  enter_host_names(caller, first, last, call.place);
  const auto kind = [&](std::string_view name) { return kind_on_host(&caller, name, first); };
  const syntax::Expression* const e = parse_value(tokens.subspan(first, last - first), kind, arena_);
  return e == nullptr ? nullptr : host_constant(parts().values.from_syntax(type, *e, ""));
}

// Nothing if the source has another function of that name, or names it elsewhere.
std::optional<HostValues::HostCall> HostValues::only_call(const HostFunction& host) const {
  std::optional<HostCall> found;
  const std::string_view name = host.item.name;
  if (name.empty() || !host.code.method_of().empty()) return found;
  const auto& tokens = input_.preprocessed.tokens;
  for (const syntax::Item& item : input_.file.items) {
    unsigned depth = 0;
    const std::size_t end = std::min<std::size_t>(item.last_token, tokens.size());
    for (std::size_t n = item.first_token; n < end; ++n) {
      if (tokens[n].is(Mark::open_brace)) ++depth;
      if (tokens[n].is(Mark::close_brace)) --depth;
      if (tokens[n].text != name || !tokens[n].is_name()) continue;
      if (depth == 0) {  // its own head, or a declaration
        if (&item != &host.item && tokens[end - 1].is(Mark::close_brace)) return std::nullopt;
        continue;
      }
      std::size_t open = n + 1;
      for (unsigned angles = 0; open < end && (angles > 0 || tokens[open].is(Mark::less)); ++open) {
        if (tokens[open].is(Mark::less)) ++angles;
        if (tokens[open].is(Mark::greater)) --angles;
      }
      if (found || &item == &host.item || open >= end || !tokens[open].is(Mark::open_paren)) return std::nullopt;
      found = HostCall{static_cast<std::uint32_t>(&item - input_.file.items.data()),
                       static_cast<Index>(n - item.first_token), static_cast<Index>(open - item.first_token)};
    }
  }
  return found;
}

void HostValues::write_on_host(HostFunction& host, const Thing& thing, const HostCode::Write& write, Variable& v) {
  Type type = host_definition(host, thing, nullptr)->type.plain();
  const Variable* const whole = write.op == Mark::equals ? nullptr : host_value(host, thing, write.first);
  const Field* field = nullptr;
  if (!write.member.empty()) {
    if (!type.is_structure()) return;
    for (const Field& each : type->structure->fields)
      if (each.name == write.member) field = &each;
    if (field == nullptr) return;
    type = field->type;
  }
  if (type.is_unknown()) return;
  enter_host_names(host, write.value, write.last, write.first);
  const auto kind = [&](std::string_view name) { return kind_on_host(&host, name, write.first); };
  const Expression* value = nullptr;
  if (!is_step(write.op)) {
    const std::span<const Token> tokens = host.code.tokens();
    if (write.last > tokens.size() || write.value >= write.last || write.last - write.value > longest_written) return;
    const syntax::Expression* const e =
        parse_value(tokens.subspan(write.value, write.last - write.value), kind, arena_);
    if (e == nullptr) return;
    value = write.op == Mark::equals ? parts().values.from_syntax(type, *e, "") : parts().expressions.check_value(*e);
  }
  if (whole != nullptr) {
    const Expression* before = build_.variable(*whole, thing.kind == ThingKind::variable ? v.place : Place{});
    if (field != nullptr && !is_broken(before)) before = operators_.field(before, *field, v.place);
    knobs_.note(whole);
    const Mark op = write.op == Mark::plus_plus     ? Mark::plus
                    : write.op == Mark::minus_minus ? Mark::minus
                                                    : operator_of(write.op);
    value = build_.converted(
        operators_.binary(op, before, value != nullptr ? value : build_.integer(1, v.place), v.place), type);
  }
  v.type = type.with_const();
  v.init = host_constant(value);
}

const Expression* HostValues::host_constant(const Expression* e) {
  if (is_broken(e)) return nullptr;
  if (Build::known(e) != nullptr) return e;
  if (e->kind == ExpressionKind::load && e->a->kind == ExpressionKind::variable && e->type.is_structure())
    return e->a->variable->init;
  if (e->kind == ExpressionKind::aggregate) {
    std::vector<const Expression*> list;
    for (const Expression* const part : e->list) {
      const Expression* const made = host_constant(part);
      list.push_back(made != nullptr ? made : build_.broken(part->place));
    }
    Expression* const all = build_.node(ExpressionKind::aggregate, e->type, e->place);
    all->list = arena_.list(list);
    return all;
  }
  if (e->kind == ExpressionKind::zero && (e->type.is_structure() || e->type.is_array())) return e;
  if (!e->type.is_arithmetic() && !e->type.is_enumeration()) return nullptr;
  const std::optional<Value> value = evaluate_on_host(*e, host_steps_);
  return value ? build_.constant(*value, e->type.plain(), e->place) : nullptr;
}

}  // namespace tilescope::language
