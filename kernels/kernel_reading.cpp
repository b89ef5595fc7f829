#include "kernels/kernel_reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/machine/run.h"
#include "kernels/kernel_roles.h"

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

namespace {

// Which argument of a launch a number is from.
std::size_t argument_of(const machine::Code& code, std::size_t scalar) {
  const auto& parameters = code.kernel->function->parameters;
  const language::Parameter& parameter = code.kernel->parameters[code.scalars[scalar].parameter];
  return static_cast<std::size_t>(std::find(parameters.begin(), parameters.end(), parameter.variable) -
                                  parameters.begin());
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
    const std::size_t at = argument_of(code, n);
    const auto value = at < launched->values.size() ? launched->values[at] : std::nullopt;
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
    const std::size_t at = argument_of(code, n);
    if (at < launched->arguments.size() && code.scalars[n].type.is_integer())
      options.host_values[launched->arguments[at]] = static_cast<std::int64_t>(scalars[n]);
  }
  const language::Program with_values = language::read(std::string(own.prepared->program().source().text()), options);
  const language::Launch* const again = launch_of(with_values, code.kernel->name);
  if (again == nullptr) return std::nullopt;
  language::Launch said = *again;
  const auto is_none = [](std::int64_t side) { return side < 1; };  // of sides too small for it
  for (auto* const dimensions : {&said.grid, &said.block})
    if (*dimensions && std::any_of((*dimensions)->begin(), (*dimensions)->end(), is_none)) dimensions->reset();
  return said;
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

std::optional<reading::ProductReading> product_of(const RecordedKernel& own, const KernelHeader& header,
                                                  const std::optional<Dimensions>& grid,
                                                  const std::optional<Dimensions>& block) {
  reading::Known known;
  const machine::Code& code = own.prepared->code();
  known.by_name = as_numbers(named_scalars(code, header));
  known.numbers = numbers_of(*code.kernel);
  known.grid = grid ? grid : header.grid;
  known.block = block ? block : header.block;
  known.in_text = settings_in_text(own, header);
  return reading::read_product(*own.prepared, known);
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
  const auto found = product_of(own, header, grid, block);
  if (!found) return std::nullopt;
  const reading::Product& product = found->product;
  const bool is_turned = product.a.by_columns && product.b.by_columns && product.c.by_columns;
  const bool is_mixed = !is_turned && (product.a.by_columns || product.b.by_columns || product.c.by_columns);
  own.doubted = found->trust != reading::Trust::right;
  own.fails = found->fails;
  if (is_turned) std::swap(own.fails[0], own.fails[1]);
  if (found->taken != reading::TakenFactor::none) return KernelReading{*found, false, true};
  if (is_mixed) return KernelReading{*found, false, true};
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
