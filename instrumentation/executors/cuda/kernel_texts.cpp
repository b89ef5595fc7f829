#include "instrumentation/executors/cuda/kernel_texts.h"

#include <algorithm>
#include <list>
#include <numeric>

#include "instrumentation/device_text/write.h"

namespace tilescope::cuda {

namespace {

constexpr std::size_t most_texts = 64;

// A thread's own arrays with at least this many words in all are sums that occupy many registers.
constexpr std::uint32_t much = 32;

std::uint32_t own_words(const machine::Code& code) {
  return std::accumulate(code.locals.begin(), code.locals.end(), 0U,
                         [](std::uint32_t sum, const machine::Local& local) { return sum + local.words; });
}

}  // namespace

KernelTexts::KernelTexts(std::shared_ptr<const machine::Prepared> prepared, std::string name,
                         std::array<std::uint32_t, 3> block, device_text::There::Stray stray, bool large)
    : prepared_(std::move(prepared)), name_(std::move(name)), block_(block), stray_(stray), large_(large) {
  const auto text = [&](device_text::Keeps keeps, const char* what, bool fast, std::uint32_t event_bytes = 8) {
    device_text::Options options;
    options.keeps = keeps;
    options.block = block_;
    options.stray = stray;
    options.fast = fast;
    options.event_bytes = event_bytes;
    options.large = large_;
    options.pairs = keeps == device_text::Keeps::events && stands_in_pairs(prepared_->code(), event_bytes);
    return std::make_shared<Module>(
        Text{device_text::write(prepared_->code(), options), {"--std=c++20", "--fmad=false"}, name_ + what});
  };
  for (const bool fast : {false, true}) {
    recorded_[fast ? 1 : 0] = text(device_text::Keeps::events, " (recorded)", fast);
    recorded_thin_[fast ? 1 : 0] = text(device_text::Keeps::events, " (recorded without indices)", fast, 4);
    counted_[fast ? 1 : 0] = text(device_text::Keeps::counts, " (counted)", fast);
    ways_[fast ? 1 : 0] = text(device_text::Keeps::ways, " (with conflicts)", fast);
  }
  bare_ = text(device_text::Keeps::nothing, " (without recording)", true);
  recorded_wide_ = text(device_text::Keeps::events, " (recorded with its paths)", false, 16);
}

std::shared_ptr<KernelTexts> KernelTexts::of(const std::string& name,
                                             const std::shared_ptr<const machine::Prepared>& prepared,
                                             const std::array<std::uint32_t, 3>& block, device_text::There::Stray stray,
                                             bool large) {
  static std::mutex mutex;
  static std::list<std::shared_ptr<KernelTexts>> all;
  const std::lock_guard lock(mutex);
  const auto known = std::find_if(all.begin(), all.end(), [&](const std::shared_ptr<KernelTexts>& each) {
    return each->prepared_ == prepared && each->block_ == block && each->stray_ == stray && each->large_ == large;
  });
  if (known != all.end()) {
    all.splice(all.begin(), all, known);
    return all.front();
  }
  all.push_front(std::make_shared<KernelTexts>(prepared, name, block, stray, large));
  if (all.size() > most_texts) all.pop_back();
  return all.front();
}

bool KernelTexts::stands_in_pairs(const machine::Code& code, std::uint32_t event_bytes) {
  return event_bytes == 4 || (event_bytes == 8 && own_words(code) >= much);
}

}  // namespace tilescope::cuda
