#include "instrumentation/machine/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "instrumentation/error.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/resident_blocks.h"

namespace tilescope::machine {

namespace {

constexpr std::uint32_t to_the_end = 0xffffffff;

std::vector<LocalName> names_in(const WatchedCode& watched) {
  std::vector<LocalName> names;
  for (const WatchedVariable& variable : watched.variables) {
    const WatchedCall& call = watched.calls[variable.call];
    for (const WatchedLeaf& leaf : variable.leaves)
      names.push_back({.name = variable.name + leaf.path,
                       .variable = variable.name,
                       .type = leaf.type,
                       .whole = variable.type,
                       .function = call.function,
                       .depth = call.depth,
                       .call = variable.call,
                       .call_line = call.line});
  }
  return names;
}

class Watch {
 public:
  Watch(const Prepared& kernel, const Launch& launch, const WatchOptions& options)
      : code_(kernel.code(Lanes::watched)), launch_(launch), options_(options) {
    if (options.block >= launch.blocks())
      throw UsageError(fmt::format("there is no block {}; the launch has {}", options.block, launch.blocks()));
  }

  Locals run() {
    bool in_turns = options_.in_turns.value_or(false) && !launch_.together;
    try {
      try {
        return run(in_turns);
      } catch (const Raced&) {
        return run(true);
      }
    } catch (const WaitsForBlocks&) {
      return run_interleaved();
    }
  }

 private:
  // Unless it is known, only the end shows whether threads race.
  Locals run(bool in_turns) {
    Block block(code_, launch_, std::make_shared<EventPool>(1), in_turns, 1);
    const bool chained = is_chained(code_);
    block.chains(chained);
    Budget budget(usual_limit);
    block.spend(&budget);
    block.limit_printed(0, 0);
    for (std::uint64_t before = 0; chained && before < options_.block; ++before) {
      if (options_.runs && !options_.runs(before)) continue;
      run(block, before);
      if (block.take().front().fault)
        throw Error(fmt::format("{}: block {} did not run, because block {} ended the launch", code_.kernel->name,
                                options_.block, before));
    }
    Watching watching = to_watch(in_turns || launch_.together || options_.in_turns.has_value());
    block.watch(&watching);
    run(block, options_.block);
    block.end_watching();
    return told(watching, in_turns);
  }

  // If blocks wait for each other, any of them may run before this one reaches its moments.
  Locals run_interleaved() {
    Watching watching = to_watch(true);
    static_cast<void>(
        machine::run_interleaved(code_, launch_, {options_.block, options_.runs, options_.goes_on}, watching));
    return told(watching, true);
  }

  [[nodiscard]] Watching to_watch(bool stops) const {
    Watching watching;
    watching.stops = stops;
    watching.threads.resize(launch_.threads());
    for (std::size_t n = 0; n < watching.threads.size(); ++n)
      watching.threads[n].moment = n < options_.moments.size() ? options_.moments[n] : to_the_end;
    return watching;
  }

  void run(Block& block, std::uint64_t number) const {
    block.start(number, 1, false);
    if (!block.go_on([this] { return options_.goes_on && !options_.goes_on(); }))
      throw Error("reading variables was cancelled");
  }

  [[nodiscard]] Locals told(const Watching& watching, bool in_turns) const {
    Locals locals;
    for (const Array& array : code_.arrays) locals.arrays.push_back(array.name);
    locals.in_turns = in_turns;
    locals.names = names_in(code_.watched);
    for (const Watching::Thread& thread : watching.threads) locals.threads.push_back(told(thread));
    return locals;
  }

  [[nodiscard]] std::vector<LocalValue> told(const Watching::Thread& thread) const {
    std::vector<LocalValue> values;
    auto held = thread.held.begin();
    std::uint32_t name = 0;
    for (const WatchedVariable& variable : code_.watched.variables) {
      const bool is_in_scope = thread.at >= variable.from && thread.at < variable.to;
      for (const WatchedLeaf& leaf : variable.leaves) {
        const std::uint32_t number = name++;
        if (!is_in_scope) continue;
        values.push_back({.name = number,
                          .is_set = held->set_line != 0,
                          .line = held->set_line == 0 ? 0 : held->set_line - 1,
                          .number = leaf.number,
                          .bits = held->bits});
        ++held;
      }
    }
    return values;
  }

  const Code& code_;
  const Launch& launch_;
  const WatchOptions& options_;
};

language::Type kept_in(language::Type type) {
  while (type.is_enumeration()) type = type.inner();
  return type;
}

}  // namespace

Locals watch(const Prepared& kernel, const Launch& launch, const WatchOptions& options) {
  return Watch(kernel, launch, options).run();
}

std::vector<LocalName> local_names(const Prepared& kernel) { return names_in(kernel.code(Lanes::watched).watched); }

Pointed pointed(const LocalName& name, std::size_t arrays, const LocalValue& value) {
  if (value.bits == 0) return {};
  const Address address = Address::of(value.bits);
  if (address.array >= arrays) return {};
  const auto size = static_cast<std::int64_t>(std::max<std::uint64_t>(name.type.inner()->size, 1));
  return {address.array, address.byte / size};
}

Pointed pointed(const Locals& locals, const LocalValue& value) {
  return pointed(locals.names[value.name], locals.arrays.size(), value);
}

std::string text_of(const LocalName& name, const std::vector<std::string>& arrays, const LocalValue& value) {
  if (!value.is_set) return "none";
  const language::Type type = kept_in(name.type);
  if (type.is_pointer() || type.is_reference()) {
    const Pointed to = pointed(name, arrays.size(), value);
    if (!to.array) return value.bits == 0 ? "nullptr" : fmt::format("{:#x}", value.bits);
    return fmt::format("&{}[{}]", arrays[*to.array], to.element);
  }
  if (type.is(language::TypeKind::bool_)) return (value.bits & 0xffffffff) != 0 ? "true" : "false";
  switch (number_of(type)) {
    case Number::f32: return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)));
    case Number::f64: return fmt::format("{}", std::bit_cast<double>(value.bits));
    case Number::i32: return std::to_string(static_cast<std::int32_t>(value.bits));
    case Number::u32: return std::to_string(static_cast<std::uint32_t>(value.bits));
    case Number::i64: return std::to_string(static_cast<std::int64_t>(value.bits));
    default: return std::to_string(value.bits);
  }
}

std::string text_of(const Locals& locals, const LocalValue& value) {
  return text_of(locals.names[value.name], locals.arrays, value);
}

const LocalValue* find_local(const Locals& locals, std::uint32_t thread, std::string_view name) {
  const LocalValue* found = nullptr;
  for (const LocalValue& value : locals.threads[thread]) {
    const LocalName& of = locals.names[value.name];
    if (of.name == name && (found == nullptr || of.depth >= locals.names[found->name].depth)) found = &value;
  }
  return found;
}

}  // namespace tilescope::machine
