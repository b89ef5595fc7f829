// Products that stand where students put them: in arrays that the text declares, behind pointers to rows, in members of
// structures, as parts of one allocation, in batches. What each is meant to be is in labels.tsv, and beside it what it
// is read as. The texts were written before any of them had been read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* folder = TILESCOPE_SOURCES "/tests/kernels/product_forms";

struct Labelled {
  std::string file, kernel, meant, read_as;
};

std::vector<Labelled> labelled() {
  std::vector<Labelled> all;
  std::ifstream in(fs::path(folder) / "labels.tsv");
  std::string line;
  std::getline(in, line);  // what the columns are
  while (std::getline(in, line)) {
    std::istringstream columns(line);
    Labelled one;
    for (std::string* const each : {&one.file, &one.kernel, &one.meant, &one.read_as})
      std::getline(columns, *each, '\t');
    all.push_back(one);
  }
  return all;
}

std::string words_of(const Launch& launch) {
  const auto product = reading::product_of(launch);
  if (!product || !product->is_sure) return "no product";
  const auto name = [&](const reading::Matrix& matrix) {
    return recorded_kernel(launch).prepared->code().arrays[matrix.array].name +
           (matrix.by_columns ? " by columns" : "");
  };
  return fmt::format("{} = {} * {}{}", name(product->c), name(product->a), name(product->b),
                     product->is_doubted ? ", doubted" : "");
}

TEST(ProductForms, AreReadAsTheLabelsSay) {
  std::size_t as_meant = 0;
  const std::vector<Labelled> all = labelled();
  ASSERT_EQ(all.size(), 25U);
  for (const Labelled& one : all) {
    Request request;
    request.kernel = fs::path(folder) / one.file;
    request.entry = one.kernel;
    const std::string words = words_of(plan(request));
    EXPECT_EQ(words, one.read_as) << one.file << " " << one.kernel;
    if (words == one.meant) ++as_meant;
  }
  EXPECT_GE(as_meant, 18U);
}

}  // namespace
}  // namespace tilescope
