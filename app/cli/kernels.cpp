// tilescope kernels: what there is to record.
#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "kernels/catalogue.h"

namespace tilescope::cli {

namespace {

std::string kernels_json() {
  Json list = Json::array();
  for (const CatalogueKernel& kernel : catalogue())
    list.push_back({{"name", kernel.name},
                    {"summary", kernel.summary},
                    {"needs", kernel.needs},
                    {"tiles", kernel.tiles()},
                    {"right", kernel.right()},
                    {"mistake", kernel.right() ? Json(nullptr) : kernel.mistake}});
  return Json{{"kernels", list}}.dump(2) + "\n";
}

std::string kernels_text() {
  Table table({1, 2, 3, 4});
  table.row({"kernel", "C is", "tile widths", "needs", "idea"});
  for (const CatalogueKernel& kernel : catalogue())
    table.row({std::string(kernel.name), kernel.right() ? "right" : "wrong", in_words(kernel.tiles()),
               std::string(kernel.needs), std::string(kernel.summary)});
  return table.text();
}

}  // namespace

void add_kernels(Subcommand& program) {
  Subcommand& command = program.command("kernels", "list the kernels");
  command.output_options(command.does<OutputOptions>([](const OutputOptions& options) {
    write_output(options.output, options.json ? kernels_json() : kernels_text());
  }));
}

}  // namespace tilescope::cli
