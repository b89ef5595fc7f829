// The work that one plan of a launch may take, for all its trials together: a trial that would take more ends, and the
// plan goes on with what is known by then. For the thread that plans.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilescope::reading {

// For the time of a scope; within another one it is that one.
class PlanBudget {
 public:
  static constexpr std::uint64_t all = 240'000'000;  // instructions of 64 threads, as machine::Ran counts them

  PlanBudget();
  ~PlanBudget();
  PlanBudget(const PlanBudget&) = delete;
  PlanBudget& operator=(const PlanBudget&) = delete;

  // What is left of it; all of it where nothing is planned.
  [[nodiscard]] static std::uint64_t left();
  [[nodiscard]] static bool is_used_up() { return left() == 0; }
  // What the plan has taken so far.
  [[nodiscard]] static std::uint64_t spent();
  static void spend(std::uint64_t work);
  // To read a text of so many letters again, and make a program of it.
  static void spend_on_reading(std::size_t letters);

 private:
  bool is_outer_;
};

}  // namespace tilescope::reading
