#include "instrumentation/machine/history.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/error.h"
#include "instrumentation/machine/resident_blocks.h"

namespace tilescope::machine {

const History::Change* History::at(std::uint32_t thread, std::uint32_t name, std::uint32_t events) const {
  const std::span<const Change> all = changes(thread, name);
  const auto next = std::upper_bound(all.begin(), all.end(), events,
                                     [](std::uint32_t now, const Change& change) { return now < change.events; });
  if (next == all.begin() || !std::prev(next)->is_there()) return nullptr;
  return &*std::prev(next);
}

LocalValue History::value(std::uint32_t name, const Change& change) const {
  return {.name = name,
          .is_set = change.set != 0,
          .line = change.set == 0 ? 0 : change.set - 1,
          .number = numbers[name],
          .bits = change.bits};
}

std::vector<LocalValue> History::at(std::uint32_t thread, std::uint32_t events) const {
  std::vector<LocalValue> values;
  for (std::uint32_t name = 0; name < names.size(); ++name)
    if (const Change* const change = at(thread, name, events)) values.push_back(value(name, *change));
  return values;
}

class Follow {
 public:
  Follow(const Prepared& kernel, const Launch& launch, const FollowOptions& options,
         const std::function<void(std::uint64_t, History)>& take)
      : kernel_(kernel), code_(kernel.code(Lanes::watched)), launch_(launch), options_(options), take_(take) {
    for (const WatchedVariable& variable : code_.watched.variables)
      left_out_.push_back(options.wanted && !options.wanted(variable.name));
  }

  // Blocks already passed on stay valid in the other mode: if their threads do not race, both modes agree.
  void run() {
    try {
      try {
        run(false);
      } catch (const Raced&) {
        run(true);
      }
    } catch (const WaitsForBlocks&) {
      while (taken_ < options_.blocks.size() && !has_ended_) run_interleaved(options_.blocks[taken_]);
    }
  }

 private:
  void run(bool in_turns) {
    Block block(code_, launch_, std::make_shared<EventPool>(1), in_turns, 1);
    const bool chained = is_chained(code_);
    block.chains(chained);
    Budget budget(usual_limit);
    block.spend(&budget);
    block.limit_printed(0, 0);
    std::uint64_t before = 0;
    for (std::size_t n = 0; n < options_.blocks.size(); ++n) {
      const std::uint64_t wanted = options_.blocks[n];
      for (; chained && before < wanted; ++before)
        if (!options_.runs || options_.runs(before)) pass(block, before);
      if (n < taken_)
        pass(block, wanted);
      else
        watch(block, wanted);
      before = wanted + 1;
      if (has_ended_) return;
    }
  }

  // Runs the block only for its stores.
  void pass(Block& block, std::uint64_t number) {
    block.watch(nullptr);
    go(block, number);
    if (block.take().front().fault)
      throw Error(fmt::format("{}: block {} ended the launch", code_.kernel->name, number));
  }

  // If blocks wait for each other, any of them may run before this one is done.
  void run_interleaved(std::uint64_t wanted) {
    Watching watching = to_watch();
    has_ended_ = machine::run_interleaved(code_, launch_, {wanted, options_.runs, options_.goes_on}, watching);
    take_(wanted, std::move(history_));
    ++taken_;
  }

  void watch(Block& block, std::uint64_t number) {
    Watching watching = to_watch();
    block.watch(&watching);
    go(block, number);
    block.end_watching();
    block.watch(nullptr);
    has_ended_ = block.take().front().fault.has_value();
    take_(number, std::move(history_));
    ++taken_;
  }

  [[nodiscard]] Watching to_watch() {
    Watching watching;
    watching.threads.resize(launch_.threads());
    watching.left_out = left_out_;
    watching.begins = [this] { begin(); };
    watching.stands = [this](std::uint32_t lane, const Watching::Thread& thread) {
      keep(lane, thread, {thread.moment, code_.lines[thread.last], true});
    };
    if (options_.every_statement)
      watching.passes = [this](std::uint32_t lane, const Watching::Thread& thread, std::uint32_t events) {
        keep(lane, thread, {events, code_.lines[thread.last], false});
      };
    return watching;
  }

  void go(Block& block, std::uint64_t number) const {
    block.start(number, 1, false);
    if (!block.go_on([this] { return options_.goes_on && !options_.goes_on(); }))
      throw Error("reading variables was cancelled");
  }

  void begin() {
    history_ = {};
    history_.names = local_names(kernel_);
    for (const WatchedVariable& variable : code_.watched.variables)
      for (const WatchedLeaf& leaf : variable.leaves) history_.numbers.push_back(leaf.number);
    for (const Array& array : code_.arrays) history_.arrays.push_back(array.name);
    history_.threads = launch_.threads();
    history_.changes_.resize(std::size_t{history_.threads} * history_.names.size());
    if (options_.every_statement) history_.points.resize(history_.threads);
    kept_ = 0;
  }

  void keep(std::uint32_t lane, const Watching::Thread& thread, const History::Point& point) {
    const std::uint64_t before = kept_;
    const auto number =
        options_.every_statement ? static_cast<std::uint32_t>(history_.points[lane].size()) : point.events;
    std::vector<History::Change>* changes = &history_.changes_[std::size_t{lane} * history_.names.size()];
    auto held = thread.held.begin();
    for (std::size_t n = 0; n < code_.watched.variables.size(); ++n) {
      const WatchedVariable& variable = code_.watched.variables[n];
      const bool is_there = thread.at >= variable.from && thread.at < variable.to;
      const std::size_t leaves = variable.leaves.size();
      if (!left_out_[n])
        for (std::size_t leaf = 0; leaf < leaves; ++leaf) keep(changes[leaf], number, is_there ? *held++ : nothing);
      changes += leaves;
    }
    if (!options_.every_statement) return;
    std::vector<History::Point>& points = history_.points[lane];
    // A moment without changes still counts if the last point was between moments.
    if (kept_ > before || (point.is_moment && (points.empty() || !points.back().is_moment))) points.push_back(point);
  }

  void keep(std::vector<History::Change>& changes, std::uint32_t moment, const Watching::Held& held) {
    const bool same = changes.empty() ? held.set_line == History::Change::out_of_scope
                                      : changes.back().set == held.set_line && changes.back().bits == held.bits;
    if (same) return;
    if (++kept_ > options_.most_changes) throw TooManyChanges{};
    changes.push_back({moment, held.set_line, held.bits});
  }

  static constexpr Watching::Held nothing{0, History::Change::out_of_scope};
  const Prepared& kernel_;
  const Code& code_;
  const Launch& launch_;
  const FollowOptions& options_;
  const std::function<void(std::uint64_t, History)>& take_;
  std::vector<bool> left_out_;  // by variable
  History history_;
  std::uint64_t kept_ = 0;
  std::size_t taken_ = 0;
  bool has_ended_ = false;
};

void follow(const Prepared& kernel, const Launch& launch, const FollowOptions& options,
            const std::function<void(std::uint64_t, History)>& take) {
  for (const std::uint64_t block : options.blocks)
    if (block >= launch.blocks())
      throw UsageError(fmt::format("there is no block {}; the launch has {}", block, launch.blocks()));
  Follow(kernel, launch, options, take).run();
}

}  // namespace tilescope::machine
