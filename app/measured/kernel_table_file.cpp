#include "app/measured/kernel_table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Spread& s) { return {{"min", s.low}, {"median", s.middle}, {"max", s.high}}; }

Spread spread_of(const Json& json) {
  const Spread s{json.at("min"), json.at("median"), json.at("max")};
  if (!(s.low > 0 && s.low <= s.middle && s.middle <= s.high))
    throw Error("min, median and max are not positive and in order");
  return s;
}

Json json_of(const KernelTable& table, const KernelRow& row) {
  Json json{{"kernel", row.kernel},
            {"tile", row.tile},
            {"seconds", json_of(row.seconds)},
            {"launches_per_run", row.launches},
            {"runs", row.runs},
            {"gflops", table.gflops(row.seconds.middle)}};
  const auto of_cublas = table.of_cublas(row);
  json["of_cublas"] = of_cublas ? Json(*of_cublas) : Json(nullptr);
  json["threads"] = row.threads;
  json["registers"] = row.registers;
  json["local_bytes"] = row.local_bytes;
  json["static_shared_bytes"] = row.static_shared;
  json["dynamic_shared_bytes"] = row.dynamic_shared;
  json["occupancy"] = row.occupancy;
  json["blocks"] = row.blocks;
  json["limiter"] = row.limiter;
  json["runtime_blocks"] = row.runtime_blocks;
  json["asked"] = nullptr;
  if (row.traffic)
    json["asked"] = {{"bytes", row.traffic->bytes},
                     {"sectors", row.traffic->sectors},
                     {"gbs", row.traffic->bytes / row.seconds.middle / 1e9}};
  return json;
}

KernelRow row_of(const Json& json) {
  KernelRow row;
  row.kernel = json.at("kernel");
  row.tile = json.at("tile");
  row.seconds = spread_of(json.at("seconds"));
  row.launches = json.at("launches_per_run");
  row.runs = json.at("runs");
  row.threads = json.at("threads");
  row.registers = json.at("registers");
  row.local_bytes = json.at("local_bytes");
  row.static_shared = json.at("static_shared_bytes");
  row.dynamic_shared = json.at("dynamic_shared_bytes");
  row.occupancy = json.at("occupancy");
  row.blocks = json.at("blocks");
  row.limiter = json.at("limiter");
  row.runtime_blocks = json.at("runtime_blocks");
  if (const Json& asked = json.at("asked"); !asked.is_null())
    row.traffic = Traffic{asked.at("bytes"), asked.at("sectors")};
  return row;
}

Json json_of(const KernelTable& table) {
  Json json{{"gpu", table.gpu},       {"capability", table.capability},
            {"driver", table.driver}, {"program", table.program},
            {"date", table.date},     {"m", table.m},
            {"n", table.n},           {"k", table.k},
            {"seed", table.seed}};
  json["roof"] = {{"multiply_add_gflops", json_of(table.peak)},
                  {"copy_gbs", json_of(table.copy)},
                  {"fill_gbs", json_of(table.fill)}};
  if (table.cublas_seconds)
    json["cublas"] = {{"version", table.cublas},
                      {"seconds", json_of(*table.cublas_seconds)},
                      {"gflops", table.gflops(table.cublas_seconds->middle)}};
  else
    json["cublas"] = {{"missing", table.why_no_cublas}};
  Json rows = Json::array();
  for (const KernelRow& row : table.rows) rows.push_back(json_of(table, row));
  json["kernels"] = std::move(rows);
  Json skipped = Json::array();
  for (const KernelTable::Skipped& one : table.skipped) skipped.push_back({{"kernel", one.kernel}, {"why", one.why}});
  json["skipped"] = std::move(skipped);
  json["sources"] = {{"seconds", "measured"},
                     {"roof", "measured"},
                     {"registers", "compiled"},
                     {"occupancy", "modelled"},
                     {"asked", "counted in one block of a small launch, and scaled"}};
  return json;
}

}  // namespace

std::string json_text(const KernelTable& table) { return json_of(table).dump(2) + "\n"; }

std::string recorded_json(const std::vector<KernelTable>& tables) {
  Json all = Json::array();
  for (const KernelTable& table : tables) all.push_back(json_of(table));
  return Json{{"recorded", all}}.dump(2) + "\n";
}

KernelTable kernel_table_of(const std::string& text, const std::string& where) {
  try {
    const Json json = Json::parse(text);
    KernelTable table;
    table.gpu = json.at("gpu");
    table.capability = json.at("capability");
    table.driver = json.at("driver");
    table.program = json.at("program");
    table.date = json.at("date");
    table.m = json.at("m");
    table.n = json.at("n");
    table.k = json.at("k");
    table.seed = json.at("seed");
    const Json& roof = json.at("roof");
    table.peak = spread_of(roof.at("multiply_add_gflops"));
    table.copy = spread_of(roof.at("copy_gbs"));
    table.fill = spread_of(roof.at("fill_gbs"));
    const Json& cublas = json.at("cublas");
    if (cublas.contains("missing")) {
      table.why_no_cublas = cublas.at("missing");
    } else {
      table.cublas = cublas.at("version");
      table.cublas_seconds = spread_of(cublas.at("seconds"));
    }
    for (const Json& row : json.at("kernels")) table.rows.push_back(row_of(row));
    for (const Json& one : json.at("skipped")) table.skipped.push_back({one.at("kernel"), one.at("why")});
    if (table.m < 1 || table.n < 1 || table.k < 1) throw Error("a side is not positive");
    return table;
  } catch (const std::exception& error) {
    throw Error(fmt::format("{}: this is not a table of kernel times: {}", where, error.what()));
  }
}

std::vector<KernelTable> kernel_tables(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<KernelTable> tables;
  for (const std::filesystem::path& file : files) {
    std::ifstream in(file, std::ios::binary);
    tables.push_back(kernel_table_of({std::istreambuf_iterator<char>(in), {}}, file.string()));
  }
  return tables;
}

}  // namespace tilescope
