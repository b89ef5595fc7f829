// Moments as a film, or as numbered pictures; a lesson as pictures and films of its steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/studio.h"

namespace tilescope::cli {

// The moments from one to another, each as --at has it, a grain apart; nothing given, from the begin to the end.
[[nodiscard]] std::vector<std::uint64_t> moments_between(Session& session, const std::string& from,
                                                         const std::string& to);

// The name's ending says what is made: see range_format.
void make_film(Studio& studio, const std::string& name, double moments_a_second,
               const std::vector<std::uint64_t>& moments);

// A picture of each step as it ends, one of each question, and a film of each step that plays, with that ending; or,
// where that is empty, none.
void make_lesson(Studio& studio, const std::string& folder, const std::string& film_ending, double moments_a_second);

}  // namespace tilescope::cli
