// Launches whose arrays already hold something: the result of an earlier launch, or what another kernel is given.
#pragma once

#include <optional>
#include <string>

#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {

struct Beginning {
  HeldArrays given;
  // As another launch has them: so they are tried first, where the user does not say any.
  Request::Named numbers;
  std::optional<Dimensions> block;
};

// A product where what its arrays hold has the sides of one; else a launch of any arrays. Its inputs are still to be
// made, and then put_given puts there what is given.
void plan_begun(Launch& launch, const Request& asked, const Beginning& beginning);
void put_given(Launch& launch, const HeldArrays& given);

// What the text calls an array; a product's may be called A, B and C.
[[nodiscard]] const std::string& name_in_text(const Launch& launch, std::size_t array);

}  // namespace tilescope
