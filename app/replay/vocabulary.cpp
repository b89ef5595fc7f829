#include "app/replay/vocabulary.h"

#include <algorithm>

#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr IndexNames of_matrices[] = {{"A", "row", "K", "k"}, {"B", "k", "N", "col"}, {"C", "row", "N", "col"}};
constexpr IndexNames of_any_array{};

constexpr Vocabulary of_products{
    .computing = "multiplying",
    .computing_sign = "×",
    .computes_from_shared = "Multiplying: each thread adds a product from {arrays} to {sum}",
    .computes_from_global = "Multiplying: each thread reads elements of {arrays} from global memory",
    .computes = "Multiplying: each thread adds a product to {sum}",
    .short_computes_from = "Multiplying {}",
    .short_computes = "Multiplying",
    .stores_alone = "Storing: each thread writes its result to {}",
    .makes = "computes",
    .makes_nothing = "no element of C",
    .done_without_result = "done, no element of C",
    .without_sum = {"computes no element of C", "no element of C", "no element"},
    .names_sums = false,
    .array_mark = "",
    .index_names = of_matrices,
    .padding = "padding",
    .stores_padding = true,
    .begins_unseen = true,
    .flops = "useful FLOPs",
    .executed_flops = "FLOPs, executed",
    .has_useful_work = true,
    .work = {"useful multiply-adds done", "multiply-adds done", "multiply-adds"},
    .size_options = "--m, --n, --k",
};

// An array may have any word as its name, so "from[]" marks it as an array.
constexpr Vocabulary of_any_arrays{
    .computing = "computing",
    .computing_sign = "+",
    .computes_from_shared = "Computing: threads combine values from {arrays}",
    .computes_from_global = "Computing: threads read elements of {arrays} from global memory",
    .computes = "Computing: threads compute with values in registers",
    .short_computes_from = "Computing with {}",
    .short_computes = "Computing",
    .stores_alone = "Storing: one thread writes its result to {}",
    .makes = "writes",
    .makes_nothing = "nothing to global memory",
    .done_without_result = "done, stored nothing",
    .without_sum = {},
    .names_sums = true,
    .array_mark = "[]",
    .index_names = {},
    .padding = "",
    .stores_padding = false,
    .begins_unseen = false,
    .flops = "FLOPs in sums and multiply-adds",
    .executed_flops = "FLOPs in sums",
    .has_useful_work = false,
    .work = {"events, in step order", "moments", "moments"},
    .size_options = "--array, --arg",
};

}  // namespace

const IndexNames& Vocabulary::names_of_indices(std::string_view array) const {
  const auto found =
      std::find_if(index_names.begin(), index_names.end(), [&](const IndexNames& each) { return each.array == array; });
  return found == index_names.end() ? of_any_array : *found;
}

const Vocabulary& vocabulary(bool has_matrices) { return has_matrices ? of_products : of_any_arrays; }
const Vocabulary& vocabulary_of(const Launch& launch) { return vocabulary(reading::has_matrices(launch)); }

}  // namespace tilescope
