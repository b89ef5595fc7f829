#include "instrumentation/launching/derive/kernel_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/kernel_roles.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/plan_budget.h"
#include "instrumentation/reading/product_in_launch.h"
#include "instrumentation/reading/proof.h"

namespace tilescope {

namespace {

const language::Launch* launch_of(const language::Program& program, std::string_view kernel) {
  for (const language::Launch& launch : program.launches())
    if (launch.kernel == kernel) return &launch;
  return nullptr;
}

std::vector<reading::Number> as_numbers(const std::vector<ProductKernel::Scalar>& scalars) {
  std::vector<reading::Number> all;
  for (const ProductKernel::Scalar& scalar : scalars)
    all.push_back({static_cast<reading::Side>(scalar.side), scalar.value});
  return all;
}

}  // namespace

std::vector<std::int64_t> numbers_of(const language::Kernel& kernel) {
  std::vector<std::int64_t> all;
  for (const language::Knob& knob : kernel.knobs) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(knob.value.data(), knob.value.data() + knob.value.size(), number);
    if (error == std::errc()) all.push_back(number);
  }
  return all;
}

std::size_t argument_of(const machine::Code& code, const language::Parameter& parameter) {
  const auto& parameters = code.kernel->function->parameters;
  return static_cast<std::size_t>(std::find(parameters.begin(), parameters.end(), parameter.variable) -
                                  parameters.begin());
}

namespace {

std::size_t argument_of_scalar(const machine::Code& code, std::size_t scalar) {
  return argument_of(code, code.kernel->parameters[code.scalars[scalar].parameter]);
}

}  // namespace

std::vector<std::optional<std::int64_t>> numbers_in_text(const RecordedKernel& own) {
  constexpr std::int64_t most = 64;
  const machine::Code& code = own.prepared->code();
  std::vector<std::optional<std::int64_t>> all;
  const language::Launch* const launched = launch_of(own.prepared->program(), code.kernel->name);
  if (launched == nullptr) return all;
  bool any = false;
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    const std::size_t at = argument_of_scalar(code, n);
    const std::optional<std::int64_t> value = launched->whole(at);
    const bool is_small = value && *value >= 0 && *value <= most && code.scalars[n].type.is_integer();
    all.push_back(is_small ? value : std::nullopt);
    any = any || is_small;
  }
  if (!any) all.clear();
  return all;
}

std::optional<language::Launch> launch_in_text(const RecordedKernel& own, const std::vector<double>& scalars) {
  const machine::Code& code = own.prepared->code();
  const language::Launch* const launched = launch_of(own.prepared->program(), code.kernel->name);
  if (launched == nullptr) return std::nullopt;
  language::ReadOptions options{.knobs = own.knobs, .defined = own.defined, .host_values = {}};
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    const std::size_t at = argument_of_scalar(code, n);
    if (at < launched->arguments.size() && code.scalars[n].type.is_integer())
      options.host_values[launched->arguments[at]] = static_cast<std::int64_t>(scalars[n]);
  }
  const std::string_view text = own.prepared->program().source().text();
  if (reading::PlanBudget::is_used_up()) return std::nullopt;
  reading::PlanBudget::spend_on_reading(text.size());
  const language::Program with_values = language::read(std::string(text), options);
  const language::Launch* const again = launch_of(with_values, code.kernel->name);
  if (again == nullptr) return std::nullopt;
  language::Launch said = *again;
  const auto is_none = [](std::int64_t side) { return side < 1; };  // of sides too small for it
  for (auto* const dimensions : {&said.grid, &said.block})
    if (*dimensions && std::any_of((*dimensions)->begin(), (*dimensions)->end(), is_none)) dimensions->reset();
  return said;
}

namespace {

struct Blocks {
  double count = 0, threads = 0;  // in all
  Dimensions block{};
};

// For the text's own launch with such knobs, where they follow from constants.
std::optional<Blocks> blocks_with(const RecordedKernel& own, const Knobs& knobs) {
  Knobs all = own.knobs;
  for (const auto& [name, value] : knobs) all.insert_or_assign(name, value);
  const std::string_view text = own.prepared->program().source().text();
  if (reading::PlanBudget::is_used_up()) return std::nullopt;
  reading::PlanBudget::spend_on_reading(text.size());
  const language::Program program =
      language::read(std::string(text), {.knobs = all, .defined = own.defined, .host_values = {}});
  const language::Launch* const launched = launch_of(program, own.prepared->code().kernel->name);
  if (launched == nullptr || !launched->grid || !launched->block) return std::nullopt;
  Blocks blocks{1, 1, *launched->block};
  for (const std::int64_t side : *launched->grid) blocks.count *= static_cast<double>(side);
  blocks.threads = blocks.count;
  for (const std::int64_t side : *launched->block) blocks.threads *= static_cast<double>(side);
  return blocks;
}

}  // namespace

Knobs knobs_for_few_threads(const RecordedKernel& own) {
  constexpr double many = 4096, few = 1024;
  constexpr std::int64_t least = 64;  // less is a tile's side
  const std::optional<Blocks> in_text = blocks_with(own, {});
  if (!in_text || in_text->threads <= many) return {};
  std::map<std::string, std::int64_t> lengths;
  for (const language::Knob& knob : own.prepared->code().kernel->knobs) {
    std::int64_t value = 0;
    const char* const end = knob.value.data() + knob.value.size();
    const auto [read, error] = std::from_chars(knob.value.data(), end, value);
    if (error != std::errc() || read != end || value < least) continue;
    const auto halved = blocks_with(own, {{knob.name, std::to_string(value / 2)}});
    if (halved && halved->block == in_text->block && halved->count < in_text->count) lengths[knob.name] = value;
  }
  if (lengths.empty()) return {};
  Knobs found;
  for (double threads = in_text->threads; threads > few;) {
    Knobs next;
    for (auto& [name, value] : lengths) next[name] = std::to_string(value /= 2);
    const std::optional<Blocks> now = blocks_with(own, next);
    if (!now || now->count < 2 || now->threads >= threads) break;
    threads = now->threads;
    found = next;
  }
  return found;
}

std::function<std::optional<reading::Setting>(const std::vector<double>&)> settings_in_text(
    const RecordedKernel& own, const KernelHeader& header) {
  if (launch_of(own.prepared->program(), own.prepared->code().kernel->name) == nullptr) return {};
  return [&own, &header, asked = std::map<std::vector<double>, std::optional<reading::Setting>>()](
             const std::vector<double>& scalars) mutable {
    const auto [at, is_new] = asked.try_emplace(scalars);
    if (!is_new) return at->second;
    if (const auto said = launch_in_text(own, scalars); said && said->grid && said->block)
      at->second = {*said->grid, *said->block, header.shared_bytes.value_or(said->shared_bytes.value_or(0))};
    return at->second;
  };
}

namespace {

reading::ProductHints known_of(const RecordedKernel& own, const KernelHeader& header,
                               const std::optional<Dimensions>& grid, const std::optional<Dimensions>& block) {
  reading::ProductHints known;
  const machine::Code& code = own.prepared->code();
  known.by_name = as_numbers(named_scalars(code, header));
  known.numbers = numbers_of(*code.kernel);
  known.grid = grid ? grid : header.grid;
  known.block = block ? block : header.block;
  known.in_text = settings_in_text(own, header);
  return known;
}

// M and N change places in a transpose.
ProductKernel::Scalar scalar_of(const reading::Number& number, bool is_turned) {
  using Side = ProductKernel::Side;
  const auto side = static_cast<Side>(number.side);
  if (!is_turned || (side != Side::m && side != Side::n)) return {side, number.value};
  return {side == Side::m ? Side::n : Side::m, number.value};
}

}  // namespace

std::array<std::int64_t, 3> KernelReading::sides() const {
  const reading::Product& product = found.product;
  if (is_turned) return {product.n(), product.m(), product.k()};
  return {product.m(), product.n(), product.k()};
}

std::optional<Dimensions> KernelReading::grid(std::int64_t m, std::int64_t n) const {
  if (m == sides()[0] && n == sides()[1]) return found.setting.grid;
  if (found.cover.kind == reading::Cover::Kind::text) return std::nullopt;
  return is_turned ? found.cover.grid(n, m) : found.cover.grid(m, n);
}

std::optional<KernelReading> read_by_trying(ProductKernel& own, const KernelHeader& header,
                                            const std::optional<Dimensions>& grid,
                                            const std::optional<Dimensions>& block) {
  using Which = ProductKernel::Matrix;
  const auto found = reading::read_product(*own.prepared, known_of(own, header, grid, block));
  if (!found) return std::nullopt;
  const reading::Product& product = found->product;
  const bool is_turned = product.a.by_columns && product.b.by_columns && product.c.by_columns;
  const bool has_mixed_layouts = !is_turned && (product.a.by_columns || product.b.by_columns || product.c.by_columns);
  own.doubted = found->trust != reading::Trust::right;
  own.fails = found->fails;
  if (is_turned) std::swap(own.fails[0], own.fails[1]);
  if (has_mixed_layouts) return KernelReading{*found, false, true};
  own.arrays.assign(own.prepared->code().arrays.size(), Which::none);
  own.arrays[product.a.array] = is_turned ? Which::b : Which::a;
  own.arrays[product.b.array] = is_turned ? Which::a : Which::b;
  own.arrays[product.c.array] = Which::c;
  own.scalars.clear();
  for (const reading::Number& number : found->scalars) own.scalars.push_back(scalar_of(number, is_turned));
  own.sure = product.agree;
  own.found_by_trying = true;
  return KernelReading{*found, is_turned};
}

}  // namespace tilescope
