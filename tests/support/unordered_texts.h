// The sources in tests/instrumentation/unordered. Each is a launch, and ends with its expected findings, such as "//=
// race s 8 store, 11 load"; "note" before a finding marks it as only possible. "//under in_order" means that it applies
// to that schedule alone, because values decide what the kernel does.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "instrumentation/analysis/hazards.h"

namespace tilescope::test {

inline std::vector<std::string> unordered_texts(const std::filesystem::path& folder) {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".cu") all.push_back(entry.path().stem());
  std::sort(all.begin(), all.end());
  return all;
}

// The lines with this beginning, without the beginning.
inline std::set<std::string> lines_behind(const std::string& beginning, const std::filesystem::path& path) {
  std::set<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(beginning)) lines.insert(line.substr(beginning.size()));
  return lines;
}
inline std::set<std::string> expected_findings(const std::filesystem::path& path) { return lines_behind("//= ", path); }
inline std::string only_under(const std::filesystem::path& path) {
  const std::set<std::string> schedules = lines_behind("//under ", path);
  return schedules.empty() ? "" : *schedules.begin();
}

inline std::string described(const Trace& trace, const Finding& finding) {
  std::string text = finding.severity == Severity::note ? "note " : "";
  text += name_of(finding.hazard);
  if (finding.array != no_array) text += " " + trace.arrays()[finding.array].name;
  const char* separator = " ";
  for (const Access& access : finding.accesses) {
    text += fmt::format("{}{} {}", separator, access.line,
                        access.kind == Kind::atomic ? "atomic"
                        : access.store              ? "store"
                                                    : "load");
    separator = ", ";
  }
  return text;
}

inline std::set<std::string> told(const Trace& trace, const Hazards& found) {
  std::set<std::string> all;
  for (const Finding& finding : found.findings) all.insert(described(trace, finding));
  return all;
}

}  // namespace tilescope::test
