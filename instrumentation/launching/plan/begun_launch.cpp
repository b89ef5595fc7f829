#include "instrumentation/launching/plan/begun_launch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/plan/plan_own.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/reading/survey.h"

namespace tilescope {

const std::string& name_in_text(const Launch& launch, std::size_t array) {
  return launch.program->prepared->facts().arrays[array].name;
}

void put_given(Launch& launch, const HeldArrays& given) {
  for (std::size_t n = 0; n < launch.buffers.size(); ++n) {
    const auto held = given.find(name_in_text(launch, n));
    if (held == given.end()) continue;
    launch.buffers[n].bytes = held->second.bytes;
    launch.buffers[n].fill = held->second.fill;
  }
}

namespace {

bool is_clean(const Launch& launch) {
  reading::Filled arrays;
  for (const Buffer& buffer : launch.buffers) arrays.push_back(buffer.bytes);
  const reading::Setting setting{grid_of(launch), block_of(launch), launch.dynamic_shared_bytes};
  const reading::Attempt all = reading::try_all(*launch.program->prepared, setting, launch.numbers, arrays);
  return all.finished && all.is_clean();
}

// The sides of a product whose matrices are as long as what they hold already.
void take_sides(Request& request, const Launch& launch, const reading::Product& product, const HeldArrays& given) {
  std::array<std::optional<std::int64_t>, 3> sides;
  std::array<double, 3> elements{};
  const auto take = [&](const reading::Matrix& matrix, std::size_t rows, std::size_t columns, std::size_t which) {
    const auto held = given.find(name_in_text(launch, matrix.array));
    if (held == given.end()) return;
    const Buffer& buffer = held->second;
    elements[which] = static_cast<double>(buffer.bytes.size()) / buffer.element_bytes;
    if (buffer.sides.size() != 2) return;
    sides[rows] = buffer.sides[matrix.by_columns ? 1 : 0];
    sides[columns] = buffer.sides[matrix.by_columns ? 0 : 1];
  };
  take(product.a, 0, 2, 0);
  take(product.b, 2, 1, 1);
  take(product.c, 0, 1, 2);
  const auto [a, b, c] = elements;
  const auto root = [](double square) { return static_cast<std::int64_t>(std::llround(std::sqrt(square))); };
  if (a > 0 && b > 0 && c > 0) {
    sides = {root(a * c / b), root(b * c / a), root(a * b / c)};
  } else {
    const std::int64_t square = root(std::max({a, b, c}));
    for (auto& side : sides)
      if (!side) side = square;
  }
  std::tie(request.m, request.n, request.k) = std::tuple(sides[0], sides[1], sides[2]);
}

bool fits(const Launch& launch, const HeldArrays& given) {
  for (std::size_t n = 0; n < launch.buffers.size(); ++n)
    if (const auto held = given.find(name_in_text(launch, n)); held != given.end())
      if (held->second.bytes.size() != launch.buffers[n].wanted_bytes()) return false;
  return true;
}

// A product of what its arrays hold, where it is one of matrices that are so large; else it is one of any arrays.
void plan_on(Launch& launch, const Request& request, const HeldArrays& given) {
  if (given.empty()) return plan_own(launch, request);
  try {
    Launch multiplied = launch;
    plan_own(multiplied, request);
    if (const auto product = reading::product_of(multiplied); product && product->is_sure) {
      Request sized = request;
      if (!request.m && !request.n && !request.k) take_sides(sized, multiplied, *product, given);
      multiplied = launch;
      plan_own(multiplied, sized);
      if (fits(multiplied, given)) {
        launch = std::move(multiplied);
        return;
      }
    }
  } catch (const UsageError&) {  // not of these sides
  }
  plan_own_arrays(launch, request, given);
}

}  // namespace

void plan_begun(Launch& launch, const Request& asked, const Beginning& beginning) {
  Request request = asked;
  for (const auto& [name, value] : beginning.numbers) request.numbers.try_emplace(name, value);
  if (!request.block) request.block = beginning.block;
  if (request == asked) return plan_on(launch, asked, beginning.given);
  try {
    Launch alike = launch;
    plan_on(alike, request, beginning.given);
    put_given(alike, beginning.given);
    if (reading::has_matrices(alike) || is_clean(alike)) {
      launch = std::move(alike);
      return;
    }
  } catch (const UsageError&) {  // it is given something else
  }
  plan_on(launch, asked, beginning.given);
}

}  // namespace tilescope
