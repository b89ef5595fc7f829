#include "tests/instrumentation/launching/effects.h"

#include <algorithm>
#include <array>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/run.h"

namespace tilescope::test {

namespace {

Trace recorded(const RecordedKernel& kernel, const Launch& launch) {
  RecordOptions how;
  how.memory = std::uint64_t{1} << 30;
  return make_cpu_executor()->record(kernel, launch, how);
}

bool has_findings(const Trace& trace) {
  const Hazards found = hazards(trace);
  return std::any_of(found.findings.begin(), found.findings.end(), [](const Finding& finding) {
    return finding.severity == Severity::error && finding.hazard != Hazard::wrong_result;
  });
}

bool is_right(const Launch& launch) {
  const Trace trace = recorded(recorded_kernel(launch), launch);
  const Hazards found = judged(trace);
  return !trace.fault() && found.is_right() && !found.errors();
}

// The launch of another kernel's text that is given the same.
std::optional<Launch> of_text(const std::string& text, const Launch& launch) {
  const RecordedKernel& right = *launch.program;
  const auto changed = std::make_shared<RecordedKernel>(right);
  const language::Program program =
      language::read(text, {.knobs = right.knobs, .defined = right.defined, .host_values = {}});
  const machine::Code& before = right.prepared->code();
  const language::Kernel* const kernel = program.kernel(before.kernel->name);
  if (kernel == nullptr || !kernel->runnable) return std::nullopt;
  changed->text = text;
  changed->prepared = std::make_shared<machine::Prepared>(program, *kernel);
  const machine::Code& code = changed->prepared->code();
  Launch same = launch;
  same.buffers.assign(code.arrays.size(), {});
  const auto product = reading::product_of(launch);
  auto moved = product;
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n)
    for (std::size_t old = 0; old < before.arrays.size(); ++old) {
      if (before.arrays[old].name != code.arrays[n].name) continue;
      same.buffers[n] = launch.buffers[old];
      for (reading::Matrix reading::Product::*const matrix :
           {&reading::Product::a, &reading::Product::b, &reading::Product::c})
        if (product && ((*product).*matrix).array == old) ((*moved).*matrix).array = n;
    }
  if (moved) same.meaning = reading::meaning_of(*moved);
  if (code.scalars.size() != before.scalars.size()) return std::nullopt;
  same.program = changed;
  return same;
}

}  // namespace

namespace {

// The same with other numbers to scale by and a full C, where the kernel is given such numbers.
std::optional<Launch> scaled(Launch launch) {
  const auto& scalars = launch.program->prepared->code().scalars;
  bool scales = false;
  double next = 2;
  for (std::size_t n = 0; n < scalars.size(); ++n) {
    if (!scalars[n].type.is_floating()) continue;
    launch.numbers[n] = ExactNumber(next++);
    scales = true;
  }
  Buffer& c = launch.buffers[reading::result_of(launch)];
  for (std::size_t at = 0; scales && at < c.wanted_bytes() / c.element_bytes; ++at)
    c.put(at, static_cast<double>(at * 7 % 23) - 11);
  return scales ? std::optional(launch) : std::nullopt;
}

std::vector<std::byte> left_by(const Trace& trace) {
  const auto left = trace.left(reading::result_of(trace.launch()));
  return {left.begin(), left.end()};
}
Meant meant(const Launch& launch) { return {launch, left_by(recorded(recorded_kernel(launch), launch))}; }

}  // namespace

std::vector<Meant> launches_meant_for(const std::filesystem::path& file) {
  constexpr std::size_t enough = 5;
  constexpr std::int64_t most_products = 1 << 19;
  Request request;
  request.kernel = file.string();
  const Launch first = plan(request);
  const auto [m_first, n_first, k_first] = reading::sides_of(first);
  const std::array<std::int64_t, 3> s{m_first, n_first, k_first};
  std::vector<Meant> all;
  if (is_right(first)) all.push_back(meant(first));
  static constexpr std::array<std::array<std::int64_t, 6>, 14> others{{{2, 1, 2, 3, 2, 5},
                                                                       {1, 1, 1, 3, 1, 2},
                                                                       {2, 0, 3, 0, 4, 0},
                                                                       {3, 0, 2, 0, 2, 0},
                                                                       {1, 0, 2, 0, 3, 0},
                                                                       {2, 4, 2, 8, 2, 12},
                                                                       {2, 1, 1, 5, 2, 0},
                                                                       {2, 1, 2, 1, 2, 1},
                                                                       {1, 3, 1, 3, 1, 3},
                                                                       {2, 0, 2, 0, 2, 0},
                                                                       {3, 0, 3, 0, 3, 0},
                                                                       {1, -1, 1, -1, 1, -1},
                                                                       {2, 1, 3, 2, 1, 0},
                                                                       {2, 0, 3, 0, 1, 0}}};
  for (const auto& [m, m_more, n, n_more, k, k_more] : others) {
    request.m = s[0] * m + m_more, request.n = s[1] * n + n_more, request.k = s[2] * k + k_more;
    if (std::min({*request.m, *request.n, *request.k}) < 1 || all.size() >= enough ||
        *request.m * *request.n * *request.k > most_products)
      continue;
    try {
      const Launch launch = plan(request);
      if (is_right(launch)) all.push_back(meant(launch));
    } catch (const Error&) {  // it takes no such sides
    }
  }
  if (!all.empty())
    if (const auto last = scaled(all.back().launch)) all.push_back(meant(*last));
  return all;
}

bool makes_what_was_read(const std::string& text, const std::vector<Meant>& launches,
                         const reading::LaunchProduct& read) {
  std::size_t right = 0;
  for (std::size_t n = 0; n + 1 < launches.size() || n == 0; ++n) try {  // but for the last one, which may scale
      std::optional<Launch> same = of_text(text, launches[n].launch);
      if (!same) return false;
      const auto [m, columns, k] = reading::sides_of(*same);
      reading::LaunchProduct product = read;
      product.a.rows = product.c.rows = m;
      product.b.columns = product.c.columns = columns;
      product.a.columns = product.b.rows = k;
      same->meaning = reading::meaning_of(product);
      const Trace after = recorded(*same->program, *same);
      if (read.fails[0] > 0 && has_findings(after)) continue;
      if (after.fault() || !judged(after).is_right() || has_findings(after)) return false;
      ++right;
    } catch (const Error&) {
      return false;
    }
  return right > 0;
}

Effect effect_of(const std::string& text, const std::vector<Meant>& launches) {
  for (const auto& [launch, left] : launches) try {
      const std::optional<Launch> same = of_text(text, launch);
      if (!same) return Effect::refused;
      const Trace after = recorded(*same->program, *same);
      if (after.fault() || left != left_by(after) || has_findings(after)) return Effect::changes;
    } catch (const Error&) {
      return Effect::refused;
    }
  return Effect::none;
}

}  // namespace tilescope::test
