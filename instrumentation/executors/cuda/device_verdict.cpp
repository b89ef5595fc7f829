#include "instrumentation/executors/cuda/device_verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "instrumentation/executors/cuda/collect.h"
#include "instrumentation/executors/cuda/device_product.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/outlines.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/executors/cuda/screen.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/executors/of_launch.h"
#include "instrumentation/executors/of_program.h"
#include "instrumentation/memory.h"
#include "instrumentation/reading/check_result.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope::cuda {

namespace {

// Enough blocks to keep any GPU busy; taking more memory costs extra time.
constexpr std::uint64_t largest_batch = std::uint64_t{16} << 30;
constexpr std::uint64_t spare = std::uint64_t{128} << 20;

using device_text::BlockWay;
using device_text::There;

static_assert(BlockWay::strayed == static_cast<int>(BlockReport::strayed) &&
              BlockWay::store_conflict == static_cast<int>(BlockReport::store_conflict));

// The launch's product, if it is of row-major floats, in the form for the multiplication on the GPU.
std::optional<reading::LaunchProduct> product_of_floats(const RecordedKernel& kernel, const Launch& launch) {
  auto product = reading::matrices_of(launch);
  if (!product) return std::nullopt;
  for (const reading::Matrix& matrix : {product->a, product->b, product->c})
    if (!has_floats(kernel.prepared->code().arrays[matrix.array])) return std::nullopt;
  return product;
}

class Judging {
 public:
  Judging(const RecordedKernel& kernel, const Launch& launch, const RecordOptions& options, EventPool& pool,
          DeviceRun& run, const std::string& name)
      : kernel_(kernel),
        launch_(launch),
        options_(options),
        pool_(pool),
        run_(run),
        product_(product_of_floats(kernel, launch)),
        blocks_(launch.grid.count()),
        threads_(launch.threads_per_block()),
        wide_(options.event_bytes == sizeof(WideEvent)) {
    name_ = name;
    ran_.code = &run_.code();
    ran_.blocks.resize(blocks_);
  }

  // Returns true if there is an answer.
  bool go(std::string& why_not) {
    tell(0);
    find_ways();
    run_.take_printed(ran_);
    const std::vector<std::size_t> firsts = first_of_each_way();
    std::vector<BlockReport> reports(blocks_);
    Screen screen(launch_, run_);
    take_room(firsts.size());
    if (!firsts.empty()) {
      if (!wide_) know_paths();
      if (!look_at_all(firsts, screen, why_not)) return false;
      reports = screen.take_reports();
    }
    const std::vector<BlockReport> of_firsts = reports;
    for (std::size_t block = 0; block < blocks_; ++block) {
      if (!firsts.empty()) reports[block] = of_firsts[first_of_[block]];
      reports[block].flags |= ways_[block].flags;
    }
    // If the expected result is unknown, it matters whether two threads store the same value.
    const bool alike = !launch_.meaning.kind.empty();
    const BlocksToLookAt choice = blocks_to_look_at(reports, most_to_bring(), alike);
    count_strays(reports, choice);
    if (!choice.blocks.empty()) {
      run_.make_room(slots_of(choice.blocks), choice.blocks.size() * threads_, capacity_, event_bytes());
      if (!record(choice.blocks, why_not) || !look_at(choice.blocks, screen, why_not)) return false;
      const std::vector<BlockReport> again = screen.take_reports();
      const auto same = [&](std::size_t block) {
        return firsts.empty() || std::ranges::equal(reports[block].print, again[block].print);
      };
      if (screen.take_made().most > capacity_ || !std::ranges::all_of(choice.blocks, same)) {
        why_not = went_another_way;
        return false;
      }
    }
    known_.stands_for = choice.stands_for;
    known_.looked_at = choice.looked_at;
    run_.rest();
    if (product_)
      known_.result =
          check_product(*product_, run_.matrices_to_compare(product_->a.array, product_->b.array, product_->c.array));
    Indices none;  // empty: a verdict's events have their indices
    collect(run_, paths_, none, choice.blocks, ran_, pool_, [this](double done) { tell(done); });
    return true;
  }

  [[nodiscard]] std::uint32_t most_events() const { return capacity_; }

  Verdict verdict() {
    Trace trace = trace_of(kernel_, launch_, std::move(ran_), name_, Backend::cuda);
    if (!known_.result) known_.result = reading::check_result(trace);
    Hazards found = hazards(trace, std::move(known_));
    look_at_unset_reads(found, trace);
    return {std::move(trace), std::move(found), events_, false, 0, true, {}};
  }

 private:
  static constexpr const char* went_another_way = "the kernel took a different path when it was recorded";

  // Runs all blocks without keeping events.
  void find_ways() {
    run_.reset();
    run_.start_finding_ways();
    std::vector<LeftBytes> room = run_.room_for_arrays(true);
    run_.finish();
    ran_.arrays = run_.arrays(std::move(room));
    ways_ = run_.ways();
    for (const BlockWay& way : ways_) {
      capacity_ = std::max(capacity_, way.most_events);
      events_ += way.events;
    }
    capacity_ = std::max(1U, capacity_);
  }

  // Empty if blocks have no shared memory in which anything could be wrong.
  std::vector<std::size_t> first_of_each_way() {
    std::vector<std::size_t> firsts;
    const auto is_shared = [](const machine::Array& array) { return array.space == Space::shared; };
    if (std::ranges::none_of(run_.code().arrays, is_shared)) return firsts;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> known;
    for (std::size_t block = 0; block < blocks_; ++block) {
      const auto [first, is_new] = known.try_emplace({ways_[block].way[0], ways_[block].way[1]}, block);
      first_of_.push_back(first->second);
      if (is_new) firsts.push_back(block);
    }
    return firsts;
  }

  // Records the paths of the first and last threads in the first and last block, which are usually all paths.
  void know_paths() {
    constexpr std::uint32_t most_events = std::uint32_t{1} << 18;  // kept of a thread
    std::vector<std::uint32_t> blocks{0};
    if (blocks_ > 1) blocks.push_back(static_cast<std::uint32_t>(blocks_ - 1));
    std::vector<std::uint32_t> columns(blocks.size() * threads_, There::none);
    std::uint32_t count = 0;
    for (std::size_t block = 0; block < blocks.size(); ++block)
      for (const std::size_t thread : {std::size_t{0}, threads_ - 1})
        if (columns[block * threads_ + thread] == There::none) columns[block * threads_ + thread] = count++;
    Memory<WideEvent> events(std::uint64_t{count} * most_events);
    const DeviceRun::Columns corners = run_.record_columns(blocks, columns, events, most_events);
    paths_.know(corners, columns, std::move(events), most_events);
  }

  bool look_at_all(const std::vector<std::size_t>& blocks, Screen& screen, std::string& why_not) {
    for (std::size_t first = 0; first < blocks.size();) {
      const std::vector<std::size_t> batch(
          blocks.begin() + static_cast<std::ptrdiff_t>(first),
          blocks.begin() + static_cast<std::ptrdiff_t>(std::min(first + batch_, blocks.size())));
      if (!record(batch, why_not)) return false;
      if (!look_at(batch, screen, why_not)) {
        if (wide_) return false;
        wide_ = true;
        take_room(blocks.size());
        continue;
      }
      if (screen.take_made().most > capacity_) {
        why_not = went_another_way;
        return false;
      }
      first += batch.size();
      tell(static_cast<double>(first) / static_cast<double>(blocks.size()));
    }
    return true;
  }

  // Records on copies of the arrays, so that the first run's results stay. True if the blocks did the same as then.
  bool record(const std::vector<std::size_t>& blocks, std::string& why_not) {
    run_.choose_blocks(slots_of(blocks));
    run_.expect_ways();
    run_.start_recording_again();
    run_.finish();
    const std::vector<BlockWay> again = run_.ways();
    const auto same = [&](std::size_t block) { return std::ranges::equal(ways_[block].way, again[block].way); };
    if (std::ranges::all_of(blocks, same)) return true;
    why_not = went_another_way;
    return false;
  }

  [[nodiscard]] std::uint32_t event_bytes() const { return wide_ ? sizeof(WideEvent) : sizeof(NarrowEvent); }

  // The events of few blocks may be wide: then paths are not needed.
  void take_room(std::size_t blocks) {
    constexpr std::uint64_t few_bytes = std::uint64_t{256} << 20;
    const std::uint64_t wide_block = threads_ * capacity_ * sizeof(WideEvent);
    if (blocks * wide_block <= few_bytes && (options_.memory == 0 || wide_block <= options_.memory)) wide_ = true;
    if (!wide_) capacity_ += capacity_ % 2;
    const std::uint64_t block = threads_ * capacity_ * event_bytes();
    std::uint64_t copies = 0;
    for (const Buffer& buffer : launch_.buffers) copies += 2 * buffer.bytes.size();
    const std::uint64_t needed = spare + (product_ ? product_bytes(*product_) : 0) + copies;
    const std::uint64_t free = free_memory() + run_.room().events.size() * sizeof(NarrowEvent);
    const std::uint64_t most = std::min(free - std::min(free, needed), largest_batch);
    const std::uint64_t events = (most - std::min(most, Paths::most_bytes(most) + Outlines::most_bytes(most))) /
                                 (block + threads_ * Paths::thread_bytes) * block;
    const std::uint64_t room = options_.memory != 0 ? options_.memory : events;
    if (room < block)
      throw GpuError(
          fmt::format("{}: one block of {} threads with up to {} events each needs {}, but only {} may be used on "
                      "the GPU: use --record counts, or a smaller size",
                      kernel_.name, threads_, capacity_, in_words(block), in_words(room)));
    most_at_once_ = room / block;
    if (blocks == 0) return;
    const std::size_t batches = (blocks + most_at_once_ - 1) / most_at_once_;
    batch_ = (blocks + batches - 1) / batches;
    run_.make_room(slots_of({}), batch_ * threads_, capacity_, event_bytes());
  }

  // Examines the last recording. False if narrow events are not enough.
  bool look_at(const std::vector<std::size_t>& blocks, Screen& screen, std::string& why_not) {
    const std::vector<std::uint32_t> by_slot(blocks.begin(), blocks.end());
    if (!wide_) {
      if (!paths_.find(run_, by_slot)) {
        why_not = "the kernel took too many paths when it was recorded again";
        return false;
      }
      outlines_.add(paths_, run_.sites());
    }
    screen.look_at(paths_.events_of(run_), outlines_, by_slot);
    return true;
  }

  [[nodiscard]] std::size_t most_to_bring() const {
    return std::min<std::uint64_t>(most_at_once_, usable_memory() / 2 / (threads_ * capacity_ * sizeof(WideEvent)));
  }

  // Adds the number of strays in the blocks that are not examined.
  void count_strays(const std::vector<BlockReport>& reports, const BlocksToLookAt& choice) {
    std::vector<std::size_t> left;
    for (std::size_t block = 0; block < blocks_; ++block)
      if ((reports[block].flags & BlockReport::strayed) != 0 &&
          !std::binary_search(choice.blocks.begin(), choice.blocks.end(), block))
        left.push_back(block);
    if (left.empty()) return;
    run_.start_counting();
    run_.finish();
    run_.fetch_counts();
    for (const std::size_t block : left) ran_.blocks[block].tallies = run_.tallies(block);
  }

  [[nodiscard]] std::vector<std::uint32_t> slots_of(const std::vector<std::size_t>& blocks) const {
    std::vector<std::uint32_t> slots(blocks_, There::none);
    for (std::size_t slot = 0; slot < blocks.size(); ++slot) slots[blocks[slot]] = static_cast<std::uint32_t>(slot);
    return slots;
  }

  void tell(double done) const {
    if (options_.watch && !options_.watch(done)) throw Error("recording was cancelled");
  }

  const RecordedKernel& kernel_;
  const Launch& launch_;
  const RecordOptions& options_;
  EventPool& pool_;
  DeviceRun& run_;
  std::optional<reading::LaunchProduct> product_;
  std::size_t blocks_, threads_;
  bool wide_;
  Paths paths_;
  Outlines outlines_;
  std::uint32_t capacity_ = 0;                // events of a thread
  std::size_t batch_ = 0, most_at_once_ = 0;  // blocks at a time, and the maximum for which there is room
  std::vector<BlockWay> ways_;
  std::vector<std::size_t> first_of_;  // by block: the first block with the same way
  std::uint64_t events_ = 0;
  std::string name_;
  machine::Ran ran_;
  KnownBlocks known_;
};

}  // namespace

// False for kernels that need all events on the host: with atomics; with values beyond 16-byte events; with arrays that
// are accessed in several sizes; and with global arrays that are both loaded and stored, because the GPU does not check
// whether a thread loads another thread's store.
bool can_be_judged_there(const RecordedKernel& kernel) {
  const machine::Code& code = kernel.prepared->code();
  if (row_shape(code).words() > 2) return false;
  for (std::size_t n = 0; n < code.arrays.size(); ++n) {
    std::uint8_t bytes = 0;
    bool loaded = false, stored = false;
    for (const Site& site : code.sites) {
      if (site.array != n || site.kind > Kind::shared_store) continue;
      if (bytes != 0 && bytes != site.bytes) return false;
      bytes = site.bytes;
      loaded = loaded || site.kind == Kind::global_load;
      stored = stored || site.kind == Kind::global_store;
    }
    if (loaded && stored && code.arrays[n].space == Space::global) return false;
  }
  return true;
}

std::optional<Verdict> judge_there(const RecordedKernel& kernel, const Launch& launch, const RecordOptions& options,
                                   EventPool& pool, DeviceRun& run, EarlierRecording& known, const std::string& name,
                                   std::string& why_not) {
  // For every element, the thread that stored it is noted.
  if (launch.grid.count() > (std::numeric_limits<std::uint32_t>::max() - 1) / launch.threads_per_block()) {
    why_not = "there are too many threads to tell apart on the GPU";
    return std::nullopt;
  }
  Judging judging(kernel, launch, options, pool, run, name);
  if (!judging.go(why_not)) return std::nullopt;
  known.most_events = judging.most_events();
  return judging.verdict();
}

}  // namespace tilescope::cuda
