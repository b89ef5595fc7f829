#include "instrumentation/reading/plan_budget.h"

#include <algorithm>

namespace tilescope::reading {

namespace {

constexpr std::uint64_t work_of_reading = 20'000, work_of_a_letter = 15;  // a letter is read in half a microsecond

thread_local bool is_planned = false;
thread_local std::uint64_t spent_so_far = 0;

}  // namespace

PlanBudget::PlanBudget() : is_outer_(!is_planned) {
  if (is_outer_) spent_so_far = 0;
  is_planned = true;
}

PlanBudget::~PlanBudget() {
  if (is_outer_) is_planned = false;
}

std::uint64_t PlanBudget::left() { return is_planned ? all - std::min(all, spent_so_far) : all; }

std::uint64_t PlanBudget::spent() { return spent_so_far; }

void PlanBudget::spend(std::uint64_t work) { spent_so_far += work; }

void PlanBudget::spend_on_reading(std::size_t letters) { spend(work_of_reading + work_of_a_letter * letters); }

}  // namespace tilescope::reading
