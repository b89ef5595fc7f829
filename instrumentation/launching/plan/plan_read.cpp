#include "instrumentation/launching/plan/plan_read.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/own_kernel.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/plan/plan_product.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/reading/product_in_launch.h"
#include "instrumentation/reading/proof.h"

namespace tilescope {

namespace {

// With three different sides; what lies by columns where all are equal may as well be a mistake.
bool is_surely_so(const reading::ProductReading& found) {
  const reading::Product& product = found.product;
  return found.is_trusted() && reading::sides_said(found.scalars) == 3 && product.m() != product.n() &&
         product.n() != product.k() && product.m() != product.k();
}

// Its size and its blocks are not given.
bool is_guessed(const Request& request) {
  return !request.m && !request.n && !request.k && !request.tile && !request.grid && !request.block;
}

// A launch of a kernel that is known by its names: as it is where others are right too, else the one that is not.
void trust_or_not(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own,
                  const Planned& planned) {
  const KernelHeader header = header_of(*own, request);
  reading::ProductHints known;
  known.by_name = planned.reading.scalars;
  known.in_text = settings_in_text(*own, header);
  const reading::Proof proof = reading::prove(*own->prepared, known, planned.reading);
  if (proof.failing) {
    const reading::Product& failing = proof.failing->product;
    tell_failing(launch, {failing.m(), failing.n(), failing.k()});
  }
  if (proof.trust == reading::Trust::right) return;
  const auto tried = read_own(request, ReadAs::tried);
  if (tried->reading && is_surely_so(tried->reading->found)) {  // names lie
    plan_with(launch, request, tried);
    return;
  }
  doubt(launch);
  if (!proof.failing || proof.trust == reading::Trust::doubtful) return;
  const reading::Product& product = proof.failing->product;
  Request failing = request;
  std::tie(failing.m, failing.n, failing.k) = std::tuple(product.m(), product.n(), product.k());
  failing.block = proof.failing->setting.block;
  failing.grid = proof.failing->setting.grid;
  plan_with(launch, failing, own);
  doubt(launch);
}

// A product by its names that is not right: with three different sides, where it takes such, so that it shows whatever
// the matrices hold.
void show_mistakes(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own) {
  doubt(launch);
  std::vector<reading::Number> numbers;
  for (const ProductKernel::Scalar& scalar : own->scalars)
    numbers.push_back({static_cast<reading::Side>(scalar.side), scalar.value});
  const auto [m, n, k] = reading::sides_of(launch);
  if (reading::sides_said(numbers) < 3 || m != n || n != k) return;
  Request different = request;
  different.n = n / 2 * 3;
  different.k = k * 2;
  Launch shown = launch;
  const reading::ProductSides sides = plan_with(shown, different, own);
  doubt(shown);
  const Planned planned = try_planned(*own, shown, sides);
  if (planned.works && !planned.is_right) launch = shown;
}

// Of sides that a user wants: the kernel as it is understood where the user does not say any.
bool plan_as_guessed(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own) {
  if (own->reading || request.tile || request.grid || request.block) return false;
  Request open = request;
  open.m = open.n = open.k = std::nullopt;
  Launch guess = launch;
  plan_read(guess, open);
  const auto product = reading::product_of(guess);
  if (product && !product->lies_by_rows() && read_own(request, ReadAs::tried)->mixed_layouts) {
    plan_arrays(launch, request, read_own(request, ReadAs::tried));
    return true;
  }
  if (!product || !product->lies_by_rows()) return false;
  const Dimensions block{guess.block.x, guess.block.y / guess.block_depth, guess.block_depth};
  plan_with(launch, request, std::static_pointer_cast<const OwnKernel>(guess.program), block);
  set_sure(launch, product->is_sure);
  if (product->is_doubted) doubt(launch);
  tell_failing(launch, product->fails);
  return true;
}

// A launch that the text makes too large to be seen by its constants alone is shown with smaller ones.
Request with_few_threads(const Request& asked) {
  if (!is_guessed(asked) || !asked.knobs.empty() || !asked.arrays.empty() || !asked.numbers.empty()) return asked;
  const std::shared_ptr<const OwnKernel> own = read_own(asked);
  const KernelHeader header = header_of(*own, asked);
  if (header.grid || header.block) return asked;
  Request request = asked;
  request.knobs = knobs_for_few_threads(*own);
  return request;
}

}  // namespace

void plan_read(Launch& launch, const Request& asked) {
  const Launch asked_of = launch;
  const Request request = with_sides_as_knobs(with_few_threads(asked));
  const std::shared_ptr<const OwnKernel> own = read_own(request);
  const bool is_of_arrays = !request.arrays.empty() || !request.numbers.empty();
  if (own->is_any || (is_of_arrays && !own->reading))
    return plan_arrays(launch, request, own->is_any ? own : read_own(request, ReadAs::any));
  if (is_of_arrays)
    throw UsageError(
        fmt::format("{} multiplies matrices: --m, --n and --k set their sides, and --inputs sets their values; "
                    "--array and --arg are for other kernels",
                    own->name));
  const KernelHeader header = header_of(*own, request);
  if (!is_guessed(request) && header.names.empty() && plan_as_guessed(launch, request, own)) return;
  const reading::ProductSides sides = plan_with(launch, request, own);
  constexpr std::int64_t most_tried = 1 << 22;
  if (own->reading || !header.names.empty()) return;
  if (sides.m * sides.n > most_tried / sides.k) {
    if (!is_guessed(request) || reading::may_be_product(own->prepared->code())) return;
    launch = asked_of;
    return plan_and_look(launch, request, read_own(request, ReadAs::any));
  }
  const Planned planned = try_planned(*own, launch, sides);
  set_sure(launch, planned.is_product);
  if (!is_guessed(request)) return;
  if (planned.works && planned.is_right && planned.is_product && planned.stores <= 1)
    return trust_or_not(launch, request, own, planned);
  const auto tried = read_own(request, ReadAs::tried);
  if (!tried->reading) {
    const bool is_better = tried->mixed_layouts &&
                           (is_surely_so(tried->mixed_layouts->found) ||
                            (!planned.is_product && reading::sides_said(tried->mixed_layouts->found.scalars) == 3));
    if (is_better && planned.works && planned.is_right) return;
    if (!is_better && planned.is_product) return show_mistakes(launch, request, own);
    if (!is_better && planned.multiplies) return;
    launch = asked_of;  // its arrays have such names, and it is something else
    if (is_better) return plan_arrays(launch, request, tried);
    return plan_and_look(launch, request, read_own(request, ReadAs::any));
  }
  Launch other = launch;
  const reading::ProductSides other_sides = plan_with(other, request, tried);
  const Planned better = try_planned(*tried, other, other_sides);
  const bool is_trusted = tried->reading->found.is_trusted();
  if (planned.works && planned.is_product && !(is_trusted && !planned.is_right) &&
      (!better.works || better.stores >= planned.stores))
    return planned.is_right ? void() : show_mistakes(launch, request, own);
  launch = other;
}

Request with_sides(Request request, const ProductKernel& product) {
  using Of = ProductKernel::Side;
  const machine::Code& code = product.prepared->code();
  const auto numbers = numbers_said(code, request, {});
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const Of side = product.scalars[n].side;
    if (!numbers[n] || side == Of::none) continue;
    if (numbers[n]->value < 1)
      throw UsageError(fmt::format("{}: a side must be a whole number from 1 to 2147483647",
                                   number_place(machine::names_of_scalars(code)[n], request, {})));
    auto& asked = side == Of::m ? request.m : side == Of::n ? request.n : request.k;
    if (!asked) asked = static_cast<std::int64_t>(numbers[n]->value);
  }
  request.numbers.clear();
  request.arrays.clear();
  return request;
}

}  // namespace tilescope
