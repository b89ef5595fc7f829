#include "instrumentation/launching/plan/plan_read.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/launch_hints.h"
#include "instrumentation/launching/derive/own_kernel.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/plan/plan_product.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/reading/product_in_launch.h"
#include "instrumentation/reading/proof.h"

namespace tilescope {

namespace {

// Its size and its blocks are not given.
bool is_guessed(const Request& request) {
  return !request.m && !request.n && !request.k && !request.tile && !request.grid && !request.block;
}

// A product by its names that is not right: with three different sides, where it takes such, so that it shows whatever
// the matrices hold.
void show_mistakes(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own) {
  reading::doubt(launch);
  const auto [m, n, k] = reading::sides_of(launch);
  if (reading::sides_said(own->product->scalars) < 3 || m != n || n != k) return;
  Request different = request;
  different.m = m;
  different.n = n / 2 * 3;
  different.k = k * 2;
  Launch shown = launch;
  plan_product(shown, different, own);
  reading::doubt(shown);
  const Planned planned = try_planned(shown);
  if (planned.works && !planned.is_right) launch = shown;
}

// As it is where others are right too, else the one that is not.
void trust_or_not(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own,
                  const Planned& planned) {
  const KernelHeader header = header_of(*own, request);
  reading::ProductHints known;
  known.by_name = planned.reading.scalars;
  known.in_text = settings_in_text(*own, header);
  const reading::Proof proof = reading::prove(*own->prepared, known, planned.reading);
  if (proof.failing) {
    const reading::Product& failing = proof.failing->product;
    reading::tell_failing(launch, {failing.m(), failing.n(), failing.k()});
  }
  if (proof.trust == reading::Trust::right) return;
  reading::doubt(launch);
  if (!proof.failing || proof.trust == reading::Trust::doubtful) return;
  const reading::Product& product = proof.failing->product;
  Request failing = request;
  std::tie(failing.m, failing.n, failing.k) = std::tuple(product.m(), product.n(), product.k());
  failing.block = proof.failing->setting.block;
  failing.grid = proof.failing->setting.grid;
  plan_product(launch, failing, own);
  reading::doubt(launch);
}

// A kernel that has the names of a product, and is not right as one: false if it is something else.
bool plan_claimed(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own) {
  Launch claimed = launch;
  plan_product(claimed, request, own);
  const auto [m, n, k] = reading::sides_of(claimed);
  constexpr std::int64_t most_tried = 1 << 22;
  if (m * n > most_tried / k) {
    if (is_guessed(request) && !reading::may_be_product(own->prepared->code())) return false;
    launch = claimed;
    return true;
  }
  const Planned planned = try_planned(claimed);
  if (is_guessed(request) && planned.finished && !planned.is_product && !planned.multiplies) return false;
  launch = claimed;
  reading::set_sure(launch, planned.is_product);
  if (!is_guessed(request) || !planned.is_product) return true;
  if (planned.works && planned.is_right && planned.stores <= 1)
    trust_or_not(launch, request, own, planned);
  else
    show_mistakes(launch, request, own);
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
  const Request request = with_sides_as_knobs(with_few_threads(asked));
  const std::shared_ptr<const OwnKernel> claimed = read_claimed(request);
  if (claimed->product && !header_of(*claimed, request).names.empty()) return plan_product(launch, request, claimed);
  Request open = request;  // what it is does not hang on the sides that a user wants
  if (request.m || request.n || request.k) open.grid = open.block = std::nullopt;
  const std::shared_ptr<const OwnKernel> tried = read_tried(open);
  const bool is_of_arrays = !request.arrays.empty() || !request.numbers.empty();
  if (is_of_arrays && (!tried->product || tried->product->product.lies_by_rows()))
    return plan_and_look(launch, request, read_own(request));
  const bool is_right = tried->product && tried->product->is_right();
  if (!is_right && claimed->product && plan_claimed(launch, request, claimed)) return;
  if (!tried->product) return plan_and_look(launch, request, read_own(request));
  plan_product(launch, request, tried);
}

Request with_sides(Request request, const OwnKernel& own) {
  using reading::Side;
  const machine::Code& code = own.prepared->code();
  const auto numbers = numbers_said(code, request, {});
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const Side side = own.product->scalars[n].side;
    if (!numbers[n] || side == Side::none) continue;
    if (numbers[n]->value < 1)
      throw UsageError(fmt::format("{}: a side must be a whole number from 1 to 2147483647",
                                   number_place(machine::names_of_scalars(code)[n], request, {})));
    auto& asked = side == Side::m ? request.m : side == Side::n ? request.n : request.k;
    if (!asked) asked = static_cast<std::int64_t>(numbers[n]->value);
  }
  request.numbers.clear();
  request.arrays.clear();
  return request;
}

}  // namespace tilescope
