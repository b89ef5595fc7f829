// Moments as a film or as numbered pictures, and lessons as pictures and films of their steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/studio.h"

namespace tilescope::cli {

// The moments between two moments that are written as for --at, one grain apart; by default from beginning to end.
[[nodiscard]] std::vector<std::uint64_t> moments_between(Session& session, const std::string& from,
                                                         const std::string& to);

// The file ending chooses the format: see range_format.
void make_film(Studio& studio, const std::string& name, double moments_a_second,
               const std::vector<std::uint64_t>& moments);

// Writes a picture of the end of each step and of each question, and a film of each step that plays, in the format of
// that ending; an empty ending writes no films.
void make_lesson(Studio& studio, const std::string& folder, const std::string& film_ending, double moments_a_second);

}  // namespace tilescope::cli
