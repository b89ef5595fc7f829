#include "instrumentation/launching/plan.h"

#include <fmt/format.h>

#include <optional>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/inputs.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/list/launch_list.h"
#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/plan/plan_own.h"
#include "instrumentation/launching/plan/plan_product.h"
#include "instrumentation/launching/plan/plan_whole.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/kernel_file.h"

namespace tilescope {

namespace {

// One of the program's own products, as its text's header has it.
void plan_known(Launch& launch, const Request& asked) {
  constexpr std::int64_t usual_side = 4;
  const CatalogueKernel& kernel = find_kernel(asked.kernel);
  Request request = asked;
  for (auto* const side : {&request.m, &request.n, &request.k}) *side = side->value_or(usual_side);
  require_sides({*request.m, *request.n, *request.k});
  ProductShape shape{*request.m, *request.n, *request.k};
  shape.tile = request.tile ? *request.tile : kernel.usual_tile(shape);
  if (!kernel.takes(shape.tile))
    throw UsageError(fmt::format("{}: {} takes {}", told_of(request, "tile", std::to_string(shape.tile)), kernel.name,
                                 in_words(kernel.tiles())));
  if (const auto why = kernel.refusal(shape)) throw UsageError(*why);
  plan_product(launch, request, known_kernel(kernel.name, shape.tile));
  launch.program = nullptr;  // its name and its tile say what it is
  launch.tile = shape.tile;
}

}  // namespace

Launch plan(const Request& asked, Inputs inputs) {
  return plan_whole(asked, inputs, [&](Launch& launch, const Request& sized) -> HeldArrays {
    if (!is_kernel_file(sized.kernel)) {
      plan_known(launch, sized);
    } else if (const std::optional<ListPlace> place = place_in_list(sized)) {
      plan_in_list(launch, *place);
      return place->beginning.given;
    } else {
      plan_own(launch, sized);
    }
    return {};
  });
}

Launch launch_again(const Launch& of_file) {
  Request request = request_of(of_file);
  request.record = Record::counts;  // so that it is not refused for what a full trace would take
  request.window.clear();
  Launch launch = plan(request, Inputs::none);
  launch.record = of_file.record;
  launch.window = of_file.window;
  copy_inputs(of_file, launch);
  return launch;
}

}  // namespace tilescope
