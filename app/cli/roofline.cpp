// tilescope roofline: the FLOPs per byte of a launch, and the attainable speed on each GPU.
#include "instrumentation/analysis/roofline.h"

#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/gpu_options.h"
#include "app/cli/launch_options.h"
#include "app/cli/timing.h"
#include "app/command_line/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "app/replay/vocabulary.h"
#include "app/stage/words.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/gpu_speed.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope::cli {

namespace {

struct RooflineOptions : OutputOptions {
  LaunchOptions launch;
  GpuOptions gpu;
  bool measure = false;
  bool sources = false;
};

struct RooflineReport {
  Launch launch;
  Intensity intensity;
  double of_loads = 0, of_all = 0;
  std::vector<Gpu> gpus;
  std::optional<MeasuredPoint> measured;  // on the last of the GPUs, which is this computer's
};

std::string_view name_of(Bound bound) { return bound == Bound::memory ? "memory" : "arithmetic"; }

RooflineReport report(const RooflineOptions& options) {
  RooflineReport r;
  r.gpus = chosen_gpus(options.gpu);
  if (options.measure && !is_this_gpu(options.gpu)) throw UsageError("--measure: needs --gpu this");
  r.launch = launch_of(options.launch);
  r.intensity = intensity(record_or_load(options.launch, r.launch, OnFault::fail, Otherwise::counts),
                          reading::needed_flops(r.launch));
  if (!r.intensity.of_loads())
    throw Error(
        fmt::format("{} loads nothing from global memory, so it cannot be placed under a roofline", r.launch.kernel));
  r.of_loads = *r.intensity.of_loads();
  r.of_all = *r.intensity.of_all();
  if (options.measure) {
    const GpuSpeed speed = measure_gpu(recorded_kernel(r.launch), r.launch, 5);
    r.measured = measured_point(r.gpus.back(), r.of_loads, r.intensity.flops, spread(speed.plain).middle);
  }
  return r;
}

Json json_of(const Roof& at) { return {{"attainable_gflops", at.gflops}, {"bound", name_of(at.bound)}}; }

Json report_json(const RooflineReport& r) {
  Json points = Json::array();
  for (const Gpu& gpu : r.gpus)
    points.push_back(gpu_json(gpu).with({{"ridge", ridge(gpu)},
                                         {"bandwidth_for_peak_gbs", bandwidth_for_peak(gpu, r.of_loads)},
                                         {"loads", json_of(roof(gpu, r.of_loads))},
                                         {"loads_and_stores", json_of(roof(gpu, r.of_all))}}));
  const char* const flops = r.intensity.flops_are_counted ? "counted" : "modelled";
  Json json =
      launch_json(r.launch).with({{"flops", r.intensity.flops},
                                  {"loaded_bytes", r.intensity.loaded_bytes},
                                  {"stored_bytes", r.intensity.stored_bytes},
                                  {"intensity", {{"loads", r.of_loads}, {"loads_and_stores", r.of_all}}},
                                  {"gpus", points},
                                  {"measured", nullptr},
                                  {"sources", {{"flops", flops}, {"bytes", "counted"}, {"attainable", "modelled"}}}});
  if (r.measured)
    json["measured"] = {
        {"gpu", r.gpus.back().name}, {"gflops", r.measured->gflops}, {"of_attainable", r.measured->of_attainable}};
  return json;
}

std::string text_of(const RooflineReport& r) {
  const Launch& l = r.launch;
  std::string text = fmt::format(
      "{}: {}\n{} {} ({}); {} bytes loaded and {} stored (counted)\n{:.4g} FLOP "
      "per byte loaded, {:.4g} per byte loaded or stored\n\n",
      l.kernel, shape_in_words(l, "{m} x {k} times {k} x {n}, tile {tile}"), count_name(r.intensity.flops),
      vocabulary_of(l).flops, r.intensity.flops_are_counted ? "counted" : "modelled: 2*M*N*K",
      count_name(r.intensity.loaded_bytes), count_name(r.intensity.stored_bytes), r.of_loads, r.of_all);
  Table table({5});
  table.row({"GPU", "peak GFLOP/s", "GB/s", "ridge FLOP/byte", "attainable GFLOP/s", "bound by", "with stores"});
  for (const Gpu& gpu : r.gpus) {
    const Roof at = roof(gpu, r.of_loads);
    table.row({title_of(gpu), fmt::format("{:.0f}", gpu.gflops), fmt::format("{:.0f}", gpu.bandwidth),
               fmt::format("{:.1f}", ridge(gpu)), fmt::format("{:.1f}", at.gflops), std::string(name_of(at.bound)),
               fmt::format("{:.1f}", roof(gpu, r.of_all).gflops)});
  }
  text += table.text() +
          "\nAttainable is modelled: the lower of the peak and intensity x bandwidth, if every access goes to memory. "
          "With caches, a launch can be faster.\n";
  if (r.measured)
    text += fmt::format("Measured on {}: {:.1f} GFLOP/s, {:.0f} % of what is attainable without caches.\n",
                        r.gpus.back().name, r.measured->gflops, 100 * r.measured->of_attainable);
  return text;
}

void run(const RooflineOptions& options) {
  const RooflineReport r = report(options);
  std::string text = options.json ? report_json(r).dump(2) + "\n" : text_of(r);
  if (options.sources && !options.json) text += "\n" + sources_of(r.gpus);
  write_output(options.output, text);
}

}  // namespace

void add_roofline(Subcommand& program) {
  Subcommand& command = program.command("roofline", "show how fast a launch can be on a GPU, by its FLOPs per byte");
  RooflineOptions& options = command.does<RooflineOptions>(run);
  options.launch.add_to(command);
  options.gpu.add_to(command);
  command.flag("--measure", options.measure, "time the plain kernel on this machine's GPU (with --gpu this)");
  command.flag("--sources", options.sources, "list the sources of the GPUs' specifications");
  command.output_options(options);
}

}  // namespace tilescope::cli
