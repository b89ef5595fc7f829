// The launches in host code, with grids and blocks if they follow from constants.
#include "instrumentation/language/checker/launch_finder.h"
#include "instrumentation/language/checker/parts.h"

namespace tilescope::language {

namespace {

constexpr std::size_t most_looked_into = 200;

const syntax::Expression* configured(const syntax::Launch& launch, std::size_t n) {
  return n < launch.configuration.size() ? launch.configuration[n] : nullptr;
}

}  // namespace

// Runs once all kernels are done: mistakes in what a launch depends on are reported by then.
std::vector<Launch> LaunchFinder::found() {
  std::vector<Launch> all;
  context_.on_host = true;
  const bool only_constants = std::exchange(build_.only_constants, true);
  for (const syntax::Launch& launch : input_.file.launches)
    all.push_back(launch_of(launch, all.size() < most_looked_into));
  context_.on_host = false;
  build_.only_constants = only_constants;
  return all;
}

Launch LaunchFinder::launch_of(const syntax::Launch& written, bool look_into) {
  Launch launch;
  const syntax::NamePart& part = written.kernel->last();
  launch.kernel = part.text;
  launch.place = written.place;
  for (const syntax::TemplateArgument& a : part.arguments) launch.template_arguments.emplace_back(text_of(a.place));
  const auto text = [&](const syntax::Expression* e) { return std::string(e != nullptr ? text_of(e->place) : ""); };
  launch.grid_text = text(configured(written, 0));
  launch.block_text = text(configured(written, 1));
  for (const syntax::Expression* const a : written.arguments) launch.arguments.push_back(text(a));
  launch.values.resize(launch.arguments.size());
  launch.bytes.resize(launch.arguments.size());
  launch.pointers.resize(launch.arguments.size());
  launch.function = written.function;
  if (look_into) configure(launch, written);
  return launch;
}

void LaunchFinder::configure(Launch& launch, const syntax::Launch& written) {
  Frame frame;
  const Entered entered(context_, frame);
  const Knobs::Collecting collecting(knobs_);
  if (written.function < input_.file.items.size()) frame.namespaces = input_.file.items[written.function].namespaces;
  parts().host.enter_host_names(written);
  launch.grid = sides(configured(written, 0));
  launch.block = sides(configured(written, 1));
  if (written.configuration.size() > 2)
    launch.shared_bytes = bytes(written.configuration[2]);
  else if (written.configuration.size() == 2)
    launch.shared_bytes = 0;
  knobs_.add_of_launch(written.kernel->last().text, collecting.found());
  // A launch's arguments are not its knobs.
  for (std::size_t n = 0; n < launch.values.size(); ++n) launch.values[n] = number_on_host(written.arguments[n]);
  for (std::size_t n = 0; n < launch.bytes.size(); ++n) {
    if (written.arguments[n] == nullptr) continue;
    launch.pointers[n] = pointer_given(*written.arguments[n]);
    if (launch.pointers[n]) launch.bytes[n] = allocated(written, launch.pointers[n]->name);
  }
}

// `d_in`, `d_in + 3`, `3 + d_in`, `d_in - 3` and `&d_in[3]`.
std::optional<PointerGiven> LaunchFinder::pointer_given(const syntax::Expression& e) {
  using SyntaxKind = syntax::ExpressionKind;
  const auto is_name = [](const syntax::Expression* part) {
    return part != nullptr && part->kind == SyntaxKind::name && part->name->parts.size() == 1;
  };
  const auto beyond = [&](const syntax::Expression* name, const syntax::Expression* by,
                          int sign) -> std::optional<PointerGiven> {
    const std::optional<Value> steps = number_on_host(by);
    const std::optional<std::int64_t> whole = steps ? steps->as_integer() : std::nullopt;
    if (!whole) return std::nullopt;
    return PointerGiven{std::string(name->name->last().text), sign * *whole};
  };
  if (is_name(&e)) return PointerGiven{std::string(e.name->last().text), 0};
  if (e.kind == SyntaxKind::binary && (e.op == Mark::plus || e.op == Mark::minus) && is_name(e.a) &&
      !number_on_host(e.a))
    return beyond(e.a, e.b, e.op == Mark::plus ? 1 : -1);
  if (e.kind == SyntaxKind::binary && e.op == Mark::plus && is_name(e.b) && !number_on_host(e.b))
    return beyond(e.b, e.a, 1);
  if (e.kind == SyntaxKind::unary && e.op == Mark::ampersand && e.a != nullptr && e.a->kind == SyntaxKind::subscript &&
      is_name(e.a->a))
    return beyond(e.a->a, e.a->b, 1);
  return std::nullopt;
}

// The bytes allocated for a pointer of that name, if the same function allocates it once before the launch and does not
// change it afterwards.
std::optional<std::int64_t> LaunchFinder::allocated(const syntax::Launch& launch, std::string_view name) {
  const syntax::Allocation* only = nullptr;
  for (const syntax::Allocation& each : input_.file.allocations) {
    if (each.function != launch.function || each.first_token > launch.first_token || each.name != name) continue;
    if (only != nullptr) return std::nullopt;
    only = &each;
  }
  if (only == nullptr || may_change(name, only->last_token, launch.first_token)) return std::nullopt;
  Frame frame;  // its names may have had other values there than at the launch
  const Entered entered(context_, frame);
  parts().host.enter_host_names(*only);
  return bytes(only->bytes);
}

// True if a pointer may point elsewhere after these host tokens: it is assigned, its address is taken, or it is
// swapped.
bool LaunchFinder::may_change(std::string_view name, std::uint32_t first, std::uint32_t last) const {
  const std::span<const Token> tokens = input_.preprocessed.tokens;
  for (std::uint32_t n = first; n < last && n + 1 < tokens.size(); ++n) {
    if (tokens[n].is_name() && tokens[n].text.find("swap") != std::string_view::npos) return true;
    if (tokens[n].text != name) continue;
    const bool is_member = n > 0 && (tokens[n - 1].is(Mark::dot) || tokens[n - 1].is(Mark::arrow));
    if (is_member) continue;
    if (tokens[n + 1].is(Mark::equals) ||
        (n > 0 && tokens[n - 1].is(Mark::ampersand) && !tokens[n + 1].is(Mark::open_bracket)))
      return true;
  }
  return false;
}

std::optional<std::array<std::int64_t, 3>> LaunchFinder::sides(const syntax::Expression* e) {
  if (e == nullptr) return std::nullopt;
  const Quietly quietly(context_);
  const Expression* const value = parts().host.host_constant(
      build_.value(parts().values.from_syntax(records_.vector("dim3")->structure->type, *e, "")));
  if (quietly.told() || value == nullptr || value->kind != ExpressionKind::aggregate || value->list.size() != 3)
    return std::nullopt;
  std::array<std::int64_t, 3> all{};
  for (std::size_t n = 0; n < 3; ++n) {
    const auto side = Build::known_integer(value->list[n]);
    if (!side) return std::nullopt;
    all[n] = *side;
  }
  return all;
}

std::optional<std::int64_t> LaunchFinder::bytes(const syntax::Expression* e) {
  if (e == nullptr) return std::nullopt;
  const Quietly quietly(context_);
  const Expression* const value = parts().host.host_constant(
      build_.value(parts().values.from_syntax(build_.type(TypeKind::unsigned_long), *e, "")));
  return quietly.told() || value == nullptr ? std::nullopt : Build::known_integer(value);
}

// The value of an argument; a pointer has none.
std::optional<Value> LaunchFinder::number_on_host(const syntax::Expression* e) {
  if (e == nullptr) return std::nullopt;
  const Quietly quietly(context_);
  const Expression* const value = parts().host.host_constant(parts().expressions.check_value(*e));
  if (quietly.told() || value == nullptr || Build::known(value) == nullptr) return std::nullopt;
  return *Build::known(value);
}

}  // namespace tilescope::language
