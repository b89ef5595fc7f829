// tilescope kernels: what there is to record.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/table.h"
#include "kernels/catalogue.h"

namespace tilescope::cli {

namespace {

// 1-16, 24, 32
std::string ranges(const std::vector<int>& widths) {
  std::vector<std::string> parts;
  for (std::size_t n = 0; n < widths.size();) {
    std::size_t last = n;
    while (last + 1 < widths.size() && widths[last + 1] == widths[last] + 1) ++last;
    parts.push_back(n == last ? std::to_string(widths[n]) : fmt::format("{}-{}", widths[n], widths[last]));
    n = last + 1;
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string json_text() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CatalogueKernel& kernel : catalogue())
    list.push_back({{"name", kernel.name},
                    {"summary", kernel.summary},
                    {"needs", kernel.needs},
                    {"tiles", kernel.tiles()},
                    {"right", kernel.right()},
                    {"mistake", kernel.right() ? nlohmann::ordered_json(nullptr) : kernel.mistake}});
  return nlohmann::ordered_json{{"kernels", list}}.dump(2) + "\n";
}

std::string text() {
  Table table({1, 2, 3, 4});
  table.row({"kernel", "C is", "tile widths", "needs", "idea"});
  for (const CatalogueKernel& kernel : catalogue())
    table.row({std::string(kernel.name), kernel.right() ? "right" : "wrong", ranges(kernel.tiles()),
               std::string(kernel.needs), std::string(kernel.summary)});
  return table.text();
}

}  // namespace

void add_kernels(CLI::App& program) {
  struct Options {
    bool json = false;
    std::string output;
  };
  CLI::App& command = *program.add_subcommand("kernels", "list the kernels");
  const auto options = std::make_shared<Options>();
  command.add_flag("--json", options->json, "print one JSON object");
  command.add_option("-o,--output", options->output, "write to this file");
  command.callback([options] { write_output(options->output, options->json ? json_text() : text()); });
}

}  // namespace tilescope::cli
