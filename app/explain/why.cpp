#include "app/explain/why.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "app/explain/finding_words.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

// How many products the stored sum contains.
std::uint64_t products_in(const Trace& trace, const std::vector<Touch>& touches) {
  return static_cast<std::uint64_t>(std::count_if(touches.begin(), touches.end(), [&](const Touch& touch) {
    const Event& event = trace.events(touch.block, touch.thread)[touch.event];
    return event.kind() == Kind::partial_sum && event.sum_form() == SumForm::multiply_add;
  }));
}

// The store of the element's final value.
std::optional<EventRef> last_store(const Trace& trace, const std::vector<Touch>& touches, std::uint32_t element) {
  std::optional<EventRef> last;
  bool is_final = false;
  for (const Touch& touch : touches) {
    const Event& event = trace.events(touch.block, touch.thread)[touch.event];
    if (event.kind() != Kind::global_store || event.index != element) continue;
    const bool fits = same_bits(event.value(), static_cast<float>(trace.left(event.array(), element)));
    if (!fits && is_final) continue;
    last = EventRef{touch.block, touch.thread, touch.event};
    is_final = fits;
  }
  return last;
}

// How the value got from the thread that loaded it to the thread that stores the element.
std::string way_words(const Trace& trace, const Spoiler& spoiler) {
  for (auto at = spoiler.way.rbegin(); at != spoiler.way.rend(); ++at) {
    const Event& event = event_at(trace, *at);
    if (event.kind() != Kind::shared_load || at->thread == spoiler.way.back().thread) continue;
    return fmt::format(" The value went through {} to {}, line {}.",
                       element_name(trace.arrays()[event.array()], event.index),
                       thread_name(trace.launch(), at->thread), event.line());
  }
  return "";
}

Fact of_spoiler(const Replay& replay, const std::vector<WrongRead>& reads, const Spoiler& spoiler) {
  const Trace& trace = replay.trace();
  if (spoiler.wrong_read) {
    const WrongRead& read = reads[*spoiler.wrong_read];
    return {"because", wrong_read_words(trace, read) + way_words(trace, spoiler), moment_of(replay, read), true};
  }
  const EventRef& stray = *spoiler.stray;
  const Event& event = event_at(trace, stray);
  const ArrayInfo& array = trace.arrays()[event.array()];
  const std::string words = fmt::format(
      "{} of block {} loads {}, which has {} elements, on line {}.", thread_name(trace.launch(), stray.thread),
      block_name(trace.launch(), stray.block), stray_name(array, event.index), array.elements(), event.line());
  return {"because", words + way_words(trace, spoiler),
          replay.moments().end_of(replay.moments().step_of(stray.block, stray.thread, stray.event))};
}

}  // namespace

std::vector<Fact> why_wrong(const Replay& replay, const Explained* explained, const Target& selected,
                            const std::vector<Touch>& touches) {
  const Trace& trace = replay.trace();
  if (explained == nullptr || !explained->hazards.result || selected.kind != Target::Kind::element) return {};
  if (selected.array >= trace.arrays().size() || explained->hazards.result->of(selected.array) == nullptr) return {};
  const ResultCheck& result = *explained->hazards.result->of(selected.array);
  const auto wrong = std::lower_bound(result.wrong.begin(), result.wrong.end(), selected.number);
  if (wrong == result.wrong.end() || *wrong != selected.number) return {};
  std::vector<Fact> facts;
  const double expected = result.expected[static_cast<std::size_t>(wrong - result.wrong.begin())];
  const GotAndExpected is = got_and_expected(trace, result.array, selected.number, expected);
  facts.push_back({"wrong", fmt::format("{} at the end; should be {}", is.got, is.expected), std::nullopt});
  if (const auto store = last_store(trace, touches, selected.number))
    if (const auto spoiler = find_spoiler(trace, *store, explained->wrong_reads)) {
      facts.push_back(of_spoiler(replay, explained->wrong_reads, *spoiler));
      return facts;
    }
  const std::uint64_t products = products_in(trace, touches);
  const auto product = reading::product_of(trace.launch());
  const auto wanted = product ? static_cast<std::uint64_t>(product->k()) : 0;
  if (products < wanted)
    facts.push_back({"because", fmt::format("its sum has {} of {} products", products, wanted), std::nullopt});
  return facts;
}

}  // namespace tilescope
