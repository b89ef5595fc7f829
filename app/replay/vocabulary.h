// The words for what a launch computes: a product of the matrices A, B and C, or anything else with any arrays.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "instrumentation/trace/launch.h"

namespace tilescope {

// The names of an element's row and column, and of the length of a row.
struct IndexNames {
  std::string_view array, row = "row", width = "width", column = "col";
};

// In sentences, {} and {arrays} are names of arrays, and {sum} is a thread's sum.
struct Vocabulary {
  // A thread that computes: a word, a sign, and the step's sentence, by the memory of the operands.
  std::string_view computing, computing_sign;
  std::string_view computes_from_shared, computes_from_global, computes;
  std::string_view short_computes_from, short_computes;
  std::string_view stores_alone;  // if only one thread of the block stores

  // What a thread computes: before its results, and for a thread without any, long and shorter.
  std::string_view makes, makes_nothing, done_without_result;
  std::array<std::string_view, 3> without_sum;
  // Whether sums are told by the names of their variables. Otherwise, every thread is expected to have one.
  bool names_sums;

  std::string_view array_mark;              // marks a name as that of an array
  std::span<const IndexNames> index_names;  // of global arrays with names of their own
  std::string_view padding;                 // an operand that is not from an array
  bool stores_padding;                      // constants in shared memory are padding
  bool begins_unseen;                       // the first addition may be to a 0 that left no event

  std::string_view flops, executed_flops;
  bool has_useful_work;                  // useful multiply-adds are known, and work is measured by them
  std::array<std::string_view, 3> work;  // the axis of work that is done: long and shorter
  std::string_view size_options;         // of the command line

  [[nodiscard]] const IndexNames& names_of_indices(std::string_view array) const;
};

[[nodiscard]] const Vocabulary& vocabulary(bool has_matrices);
[[nodiscard]] const Vocabulary& vocabulary_of(const Launch& launch);

}  // namespace tilescope
