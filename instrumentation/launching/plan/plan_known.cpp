#include "instrumentation/launching/plan/plan_known.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/derive/product_launch.h"
#include "instrumentation/launching/request/catalogue.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"

namespace tilescope {

namespace {

constexpr std::int64_t most_elements = 2147483647;  // kernels index with int
constexpr std::int64_t default_size = 4;

void require_side(std::string_view option, std::int64_t side) {
  if (side >= 1 && side <= most_elements) return;
  throw UsageError(fmt::format("--{} {}: a side must be a whole number from 1 to {}", option, side, most_elements));
}

}  // namespace

void require_sides(const reading::ProductSides& l) {
  require_side("m", l.m);
  require_side("n", l.n);
  require_side("k", l.k);
  for (const auto& [name, rows, columns] :
       {std::tuple{"A", l.m, l.k}, std::tuple{"B", l.k, l.n}, std::tuple{"C", l.m, l.n}})
    if (rows > most_elements / columns)
      throw UsageError(fmt::format("{} of {} x {} has more elements than an int can index ({}): use smaller sides",
                                   name, rows, columns, most_elements));
}

namespace {

void require_tile(const CatalogueKernel& kernel, int tile, const Request& request) {
  if (kernel.takes(tile)) return;
  throw UsageError(fmt::format("{}: {} takes {}", told_of(request, "tile", std::to_string(tile)), kernel.name,
                               in_words(kernel.tiles())));
}

}  // namespace

void plan_known(Launch& launch, const Request& request) {
  const CatalogueKernel& kernel = find_kernel(request.kernel);
  ProductShape shape{request.m.value_or(default_size), request.n.value_or(default_size),
                     request.k.value_or(default_size)};
  const reading::ProductSides sides{shape.m, shape.n, shape.k};
  require_sides(sides);
  shape.tile = request.tile ? *request.tile : kernel.default_tile(shape);
  require_tile(kernel, shape.tile, request);
  if (const auto refusal = kernel.refusal(kernel.name, shape)) throw UsageError(*refusal);
  launch.kernel = request.kernel;
  launch.tile = shape.tile;
  launch.grid = kernel.grid(shape);
  launch.block = kernel.block(shape);
  give_product(launch, known_kernel(kernel.name, shape.tile), sides);
}

}  // namespace tilescope
