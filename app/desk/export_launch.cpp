#include "app/desk/export_launch.h"

#include <fmt/format.h>

#include <sstream>

#include "app/export/counts_csv.h"
#include "app/export/formats.h"
#include "app/export/output.h"
#include "app/export/whole_file.h"
#include "instrumentation/error.h"
#include "instrumentation/trace/file/trace_file.h"

namespace tilescope {

namespace {

void save_whole(const Trace& trace, const std::string& path) {
  save(trace, path);
  hand_out(path);
}

void write_counts(const Trace& trace, const std::string& path) {
  write_output(path, counts_csv_head() + counts_csv(trace));
}

}  // namespace

void export_launch(const Trace& trace, const std::filesystem::path& path) {
  if (path.extension() == ".tsc") return save_whole(trace, path.string());
  if (path.extension() == ".csv") return write_counts(trace, path.string());
  const Format* const format = format_of(path);
  if (format == nullptr || format->launch == nullptr)
    throw UsageError(fmt::format("{}: a launch can be saved only as .tsc, .csv or .json", path.string()));
  std::ostringstream out;
  format->launch(trace, Order(trace), out);
  write_output(path.string(), out.str());
}

}  // namespace tilescope
