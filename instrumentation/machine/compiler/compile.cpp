#include "instrumentation/machine/compiler/compile.h"

#include <algorithm>

#include "instrumentation/machine/compiler/compiler.h"
#include "instrumentation/machine/compiler/finish.h"

namespace tilescope::machine {

using language::Parameter;
using language::Type;
using language::Variable;

Compiler::Compiler(const language::Program& program, const language::Kernel& kernel, Lanes lanes)
    : program_(program), lanes_(lanes) {
  code_.kernel = &kernel;
  code_.origin_places = 1;
  code_.keeps_uniforms = lanes != Lanes::apart && lanes != Lanes::watched;
  code_.several_blocks = lanes == Lanes::of_several;
  facts_.function = kernel.function;
}

void Compiler::list_scalars() {
  const std::vector<Parameter>& parameters = code_.kernel->parameters;
  for (std::uint32_t p = 0; p < parameters.size(); ++p) {
    if (parameters[p].is_array) continue;
    for (const Leaf& leaf : leaves_of(parameters[p].type))
      code_.scalars.push_back({.parameter = p, .type = leaf.type, .slot = new_slot(true, number_of(leaf.type))});
  }
  for (const Code::Scalar& scalar : code_.scalars) keep(scalar.slot);
}

// The leaves of a parameter: each number of the launch in its place.
Items Compiler::given(const Variable& v) {
  const std::vector<Parameter>& parameters = code_.kernel->parameters;
  const std::vector<Leaf> leaves = leaves_of(v.type);
  Items items(leaves.size());
  for (std::size_t n = 0; n < leaves.size(); ++n) items[n].value = constant(number_of(leaves[n].type), 0);
  const auto leaf_at = [&](std::uint64_t offset) {
    return std::find_if(leaves.begin(), leaves.end(), [&](const Leaf& leaf) { return leaf.offset == offset; }) -
           leaves.begin();
  };
  std::size_t scalar = 0;
  for (std::uint32_t p = 0; p < parameters.size(); ++p) {
    std::uint64_t offset = 0;
    for (const language::Field* const field : parameters[p].path) offset += field->offset;
    const bool own = parameters[p].variable == &v;
    if (parameters[p].is_array) {
      const auto n = static_cast<std::size_t>(leaf_at(offset));
      if (!own || n >= items.size()) continue;
      items[n].is_pointer = true;
      for (std::uint32_t a = 0; a < code_.arrays.size(); ++a)
        if (code_.arrays[a].given == &parameters[p]) items[n].pointer.array = a;
      continue;
    }
    for (const Leaf& leaf : leaves_of(parameters[p].type)) {
      const Code::Scalar& from = code_.scalars[scalar++];
      const auto n = static_cast<std::size_t>(leaf_at(offset + leaf.offset));
      if (own && n < items.size()) items[n].value.slot = from.slot, items[n].value.known = false;
    }
  }
  return items;
}

void Compiler::give_parameters() {
  list_scalars();
  for (const Variable* const v : facts_.function->parameters) {
    const Items items = given(*v);
    begin(*v, *frame_, &items);
  }
}

namespace {

constexpr std::size_t most_arrays = 254, most_sites = 1000000;
struct TooManyArrays {};

// Gives an access to an unknown array a pair of sites for each array, and one for no array.
void lay_out_sites(Code& code) {
  if (code.arrays.size() > most_arrays) throw TooManyArrays{};
  const auto spread = [&](const Access& access, std::uint32_t& site) {
    if (access.array != anywhere) return;
    const Site pair[] = {code.sites[site], code.sites[site + 1]};
    site = static_cast<std::uint32_t>(code.sites.size());
    for (std::size_t n = 0; n <= code.arrays.size(); ++n)
      for (Site of : pair) {
        of.array = n < code.arrays.size() ? static_cast<std::uint8_t>(n) : no_array;
        if (of.array != no_array && code.arrays[n].space == tilescope::Space::shared) {
          if (of.kind == Kind::global_load) of.kind = Kind::shared_load;
          if (of.kind == Kind::global_store) of.kind = Kind::shared_store;
        }
        code.sites.push_back(of);
      }
    if (code.sites.size() > most_sites) throw TooLarge();
  };
  for (Access& access : code.accesses) spread(access, access.site);
  for (Atomic& atomic : code.atomics) spread(atomic.access, atomic.access.site);
  for (Sum& sum : code.sums) spread(sum.at, sum.site);
}

}  // namespace

Code Compiler::compile() {
  FactFinder facts(code_, facts_, !code_.keeps_uniforms);
  facts.find(units_);
  local_loaded_ = facts.local_loaded();
  frame_ = &frames_.emplace_back();
  frame_->facts = &facts_;
  begin_call(*facts_.function, *frame_);
  give_parameters();
  statement(facts_.function->body);
  add({.op = Op::finish});
  end_scope(0);
  resolve_gotos();
  if (!watches()) hoist(code_, done_loops_, kept_lanes_, kept_uniforms_);
  give_rows(code_, wide_);
  lay_out_sites(code_);
  code_.units = units_;
  return std::move(code_);
}

Code compile(const language::Program& program, const language::Kernel& kernel, Lanes lanes) {
  try {
    return Compiler(program, kernel, lanes).compile();
  } catch (const Refusal& refusal) {
    const language::Position at = program.source().position(refusal.place.offset);
    throw UsageError(std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + refusal.message);
  } catch (const TooLarge& large) {
    const std::string why =
        "is too large to run: each call counts as a copy of the called function, including its own calls, so "
        "the kernel has more than 4000 calls or 500000 instructions. Call from fewer places, or replace repeated calls "
        "with a loop";
    const language::Position at = program.source().position(kernel.function->place.offset);
    throw UsageError(std::to_string(at.line) + ":" + std::to_string(at.column) + ": '" + kernel.name + "' " +
                     (large.what.empty() ? why : large.what));
  } catch (const TooManyArrays&) {
    throw UsageError("'" + kernel.name + "' has more than " + std::to_string(most_arrays) +
                     " arrays and sum variables");
  }
}

}  // namespace tilescope::machine
