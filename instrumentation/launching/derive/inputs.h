// The matrices that a kernel multiplies: counted up, random, an identity, or read from CSV files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/launching/request/input_files.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// Makes room for the arrays of a product, and fills its A and B. Files have to have the launch's sides.
void make_inputs(Launch& launch, const std::string& inputs, std::uint64_t seed, const InputFiles& files);
// What `random` fills A and B with.
void random_factors(std::vector<float>& a, std::vector<float>& b, std::size_t of_a, std::size_t of_b,
                    std::uint64_t seed);
// Fills all arrays that have sides with zeros; takes the zeros of another launch like this one, where it has them.
void make_room(Launch& launch, const Launch& like = {});
// Gives a product the factors of another one with the same sides.
void copy_inputs(const Launch& from, Launch& to);

}  // namespace tilescope
