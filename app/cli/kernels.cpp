// tilescope kernels: the kernels that come with the program.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/commands.h"
#include "app/command_line/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/texts/known_texts.h"

namespace tilescope::cli {

namespace {

std::string kernels_json() {
  Json list = Json::array();
  for (const CatalogueKernel& kernel : catalogue())
    list.push_back({{"name", kernel.name},
                    {"group", kernel.right() ? "product" : "broken"},
                    {"summary", kernel.summary},
                    {"needs", kernel.of_shapes},
                    {"tiles", kernel.tiles()},
                    {"right", kernel.right()},
                    {"mistake", kernel.right() ? Json(nullptr) : kernel.mistake}});
  for (const KnownText& classic : classics())
    list.push_back({{"name", classic.name}, {"group", classic.group}, {"summary", summary_of(classic.text)}});
  return Json{{"kernels", list}}.dump(2) + "\n";
}

// A table of the matrix products and broken kernels, then the classics by group.
std::string kernels_text() {
  Table table({1, 2, 3, 4});
  table.row({"kernel", "C is", "tile widths", "needs", "idea"});
  for (const CatalogueKernel& kernel : catalogue())
    table.row({std::string(kernel.name), kernel.right() ? "right" : "wrong", in_words(kernel.tiles()),
               kernel.of_shapes.empty() ? "any size" : fmt::format("{}", fmt::join(kernel.of_shapes, ", ")),
               kernel.summary});
  std::string text = table.text();
  std::string_view group;
  for (const KnownText& classic : classics()) {
    if (classic.group != group) text += fmt::format("\n{}\n", group = classic.group);
    text += fmt::format("  {:<34}{}\n", classic.name, summary_of(classic.text));
  }
  return text;
}

}  // namespace

void add_kernels(Subcommand& program) {
  Subcommand& command = program.command("kernels", "list the kernels");
  command.output_options(command.does<OutputOptions>([](const OutputOptions& options) {
    write_output(options.output, options.json ? kernels_json() : kernels_text());
  }));
}

}  // namespace tilescope::cli
