#include "app/explain/why.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/stage/finding_words.h"

namespace tilescope {

namespace {

// How many products the stored sum has.
std::uint64_t products_in(const Trace& trace, const std::vector<Touch>& touches) {
  return static_cast<std::uint64_t>(std::count_if(touches.begin(), touches.end(), [&](const Touch& touch) {
    const Event& event = trace.events(touch.block, touch.thread)[touch.event];
    return event.kind() == Kind::partial_sum && event.sum_form() == SumForm::multiply_add;
  }));
}

}  // namespace

std::vector<Fact> why_wrong(const Replay& replay, const Explained* explained, const Target& selected,
                            const std::vector<Touch>& touches) {
  const Trace& trace = replay.trace();
  if (explained == nullptr || !explained->hazards.product || selected.kind != Target::Kind::element) return {};
  if (selected.array >= trace.arrays().size() || trace.arrays()[selected.array].name != "C") return {};
  const ProductCheck& product = *explained->hazards.product;
  const auto wrong = std::lower_bound(product.wrong.begin(), product.wrong.end(), selected.number);
  if (wrong == product.wrong.end() || *wrong != selected.number) return {};
  std::vector<Fact> facts;
  const double expected = product.expected[static_cast<std::size_t>(wrong - product.wrong.begin())];
  facts.push_back(
      {"wrong",
       fmt::format("{} in the end, and should be {:.9g}", long_value_name(trace.c()[selected.number]), expected),
       std::nullopt});
  if (const WrongRead* read = explained->spoiler_of(selected.number)) {
    facts.push_back({"because", wrong_read_words(trace, *read), replay.moments().end_of(read->step)});
    return facts;
  }
  const std::uint64_t products = products_in(trace, touches);
  const auto wanted = static_cast<std::uint64_t>(trace.launch().k);
  const auto& findings = explained->hazards.findings;
  const auto stray = std::find_if(findings.begin(), findings.end(),
                                  [](const Finding& f) { return f.hazard == Hazard::out_of_bounds; });
  if (products < wanted)
    facts.push_back({"because", fmt::format("its sum has {} products of {}", products, wanted), std::nullopt});
  else if (stray != findings.end() && !stray->accesses.empty())
    facts.push_back({"perhaps", example_words(trace, *stray), moment_of(replay, stray->accesses.front())});
  return facts;
}

}  // namespace tilescope
