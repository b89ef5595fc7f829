// Compares two traces of one launch that were made in different ways. They may differ only in the numbering of their
// arrays and its consequences.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <string>
#include <tuple>
#include <vector>

#include "instrumentation/executors/judged.h"
#include "instrumentation/trace/trace.h"
#include "tests/support/factors.h"

namespace tilescope::test {

// Finds the first difference between two traces of one launch that were made in different ways and may number their
// arrays differently.
class Comparison {
 public:
  Comparison(const Trace& compiled, const Trace& machine) : old_(compiled), new_(machine) {}

  // The first difference; empty: none.
  [[nodiscard]] std::string difference() {
    if (!match_arrays()) return "the arrays: " + arrays_of(old_) + " / " + arrays_of(new_);
    const std::vector<float> old_c = c_of(old_), new_c = c_of(new_);
    if (!std::equal(old_c.begin(), old_c.end(), new_c.begin(), new_c.end(),
                    [](float a, float b) { return tilescope::same_bits(a, b); }))
      return "C";
    if (old_.fault().has_value() != new_.fault().has_value()) return "the fault";
    if (old_.fault() && (as_called_today(old_) != new_.fault()->message || old_.fault()->kind != new_.fault()->kind))
      return "the fault: " + old_.fault()->message + " / " + new_.fault()->message;
    if (old_.block_count() != new_.block_count()) return "the number of blocks";
    for (std::size_t block = 0; block < old_.block_count(); ++block)
      if (const std::string what = in_block(block); !what.empty()) return fmt::format("block {}: {}", block, what);
    return findings();
  }

 private:
  // Older recordings name blocks by row and column even if there is only one row.
  static std::string as_called_today(const Trace& trace) {
    static const std::regex block(R"(block \(0,(\d+)\))");
    const std::string& message = trace.fault()->message;
    return trace.launch().grid.y == 1 ? std::regex_replace(message, block, "block $1") : message;
  }

  static std::string arrays_of(const Trace& trace) {
    std::string all;
    for (const ArrayInfo& info : trace.arrays())
      all += fmt::format(" {}:{}[{}]", info.name, static_cast<int>(info.space), fmt::join(info.sides, ","));
    return all;
  }
  // A trace may omit a thread's own variables that have no events.
  bool match_arrays() {
    for (const ArrayInfo& info : new_.arrays()) {
      const auto same = std::find_if(old_.arrays().begin(), old_.arrays().end(), [&](const ArrayInfo& of) {
        return of.name == info.name && of.space == info.space && of.sides == info.sides;
      });
      if (same == old_.arrays().end() && info.space == Space::local) {
        old_number_.push_back(not_there);
        continue;
      }
      if (same == old_.arrays().end()) return false;
      old_number_.push_back(static_cast<std::uint8_t>(same - old_.arrays().begin()));
    }
    for (const ArrayInfo& info : old_.arrays())
      if (info.space != Space::local && std::none_of(new_.arrays().begin(), new_.arrays().end(),
                                                     [&](const ArrayInfo& of) { return of.name == info.name; }))
        return false;
    return true;
  }
  [[nodiscard]] std::uint8_t old_number(std::uint8_t array) const {
    return array == no_array ? no_array : old_number_[array];
  }

  [[nodiscard]] std::string in_block(std::size_t block) const {
    const BlockTrace &a = old_.block(block), &b = new_.block(block);
    if (a.recorded() != b.recorded()) return "whether it is recorded";
    if (a.lost != b.lost) return "what was lost";
    if (!a.recorded()) return in_tallies(a.tallies, b.tallies);
    for (std::uint32_t thread = 0; thread < old_.threads_per_block(); ++thread) {
      const Column x = old_.events(block, thread), y = new_.events(block, thread);
      if (x.size() != y.size()) return fmt::format("thread {}: {} and {} events", thread, x.size(), y.size());
      auto at = y.begin();
      std::uint32_t number = 0;
      for (const Event& event : x) {
        Event other = *at++;
        Site site = *other.at;
        site.array = old_number(site.array);
        other.at = &site;
        if (!same_but_clock(event, other)) return fmt::format("thread {}: event {}", thread, number);
        ++number;
      }
    }
    return "";
  }

  [[nodiscard]] std::string in_tallies(const BlockTallies& a, const BlockTallies& b) const {
    if (a.empty() && b.empty()) return "";  // the block did not run
    if (a.size() != old_.arrays().size() + 2 || b.size() != new_.arrays().size() + 2) return "tallies";
    for (std::size_t n = 0; n < b.size(); ++n) {
      const std::size_t of_old = n < old_number_.size() ? old_number_[n] : n - b.size() + a.size();
      if (of_old == not_there) continue;
      if (a[of_old] != b[n]) return fmt::format("tallies of {}", n);
    }
    return "";
  }

  [[nodiscard]] std::string findings() const {
    const Hazards a = judged(old_), b = judged(new_);
    if (a.findings.size() != b.findings.size())
      return fmt::format("the findings: {} / {}", names_of(a.findings), names_of(b.findings));
    for (Finding finding : b.findings) {
      finding.array = old_number(finding.array);
      if (std::none_of(a.findings.begin(), a.findings.end(), [&](const Finding& f) { return same(f, finding); }))
        return fmt::format("a finding: {} on line {}", name_of(finding.hazard),
                           finding.accesses.empty() ? 0 : finding.accesses.front().line);
    }
    return "";
  }
  static std::string names_of(const std::vector<Finding>& findings) {
    std::string all;
    for (const Finding& finding : findings) all += fmt::format(" {}", name_of(finding.hazard));
    return all;
  }
  // Compares everything except the difference, which may be a NaN.
  [[nodiscard]] static bool same(const Finding& a, const Finding& b) {
    const auto all = [](const Finding& of) {
      return std::tie(of.hazard, of.severity, of.array, of.times, of.cells, of.blocks, of.intervals, of.accesses,
                      of.interval, of.cell, of.mask);
    };
    return all(a) == all(b);
  }

  static constexpr std::uint8_t not_there = no_array - 1;

  const Trace& old_;
  const Trace& new_;
  std::vector<std::uint8_t> old_number_;  // the index in old_, by the index in new_
};

}  // namespace tilescope::test
