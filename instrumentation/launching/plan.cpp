#include "instrumentation/launching/plan.h"

#include <optional>

#include "instrumentation/launching/list/launch_list.h"
#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/plan/plan_known.h"
#include "instrumentation/launching/plan/plan_own.h"
#include "instrumentation/launching/plan/plan_whole.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/launching/derive/inputs.h"

namespace tilescope {

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
